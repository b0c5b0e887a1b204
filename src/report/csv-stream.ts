import { type CsvFormatterStream, format } from "fast-csv";
import type { Cell, Column, Columns } from "./column.js";
import { csvCell } from "./csv-cell.js";

/**
 * A stream that takes rows and gives the bytes of a CSV file (RFC 4180 quoting, UTF-8, `\n`, header even without rows,
 * trailing newline). It ends in an error at the first row that `csvCell` refuses.
 */
export function csvStream<Row extends object>(columns: Columns<Row>): CsvFormatterStream<Row, string[]> {
  const entries: readonly [string, Column][] = Object.entries(columns);
  return format<Row, string[]>({
    headers: entries.map(([name]) => name),
    alwaysWriteHeaders: true,
    includeEndRowDelimiter: true,
    transform: (row: Row) => entries.map(([name, column]) => csvCell(name, column, (row as Cells)[name] ?? null)),
  });
}

type Cells = Readonly<Record<string, Cell>>;
