/** What a cell may hold; null is written as an empty cell. */
export type Cell = string | number | boolean | null;

/** How one column of a CSV is written. */
export interface Column {
  readonly kind: "text" | "number" | "boolean";
  /** Whether a cell may be empty because there is no answer. */
  readonly optional: boolean;
}

/** The column that a row's value of this type needs. */
interface ColumnFor<Value> extends Column {
  readonly kind: [Value] extends [string | null] ? "text" : [Value] extends [number | null] ? "number" : "boolean";
  readonly optional: null extends Value ? true : false;
}

/** Every column of a file by name, in the order of the file. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: ColumnFor<Row[Name]> };

export const text = { kind: "text", optional: false } as const;
export const number = { kind: "number", optional: false } as const;
export const boolean = { kind: "boolean", optional: false } as const;
export const optionalText = { kind: "text", optional: true } as const;
export const optionalNumber = { kind: "number", optional: true } as const;
