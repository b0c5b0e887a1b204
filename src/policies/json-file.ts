import { existsSync, readFileSync } from "node:fs";
import { Fault, quote } from "../core/fault.js";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a JSON file. Throws a Fault where it is another value, or no JSON. */
export function readJson(file: string): JsonObject {
  // Editors of Windows begin a file with a byte order mark.
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Fault({ where: file, expected: "JSON", got: error instanceof Error ? error.message : String(error) });
  }
  if (!isJsonObject(value)) throw new Fault({ where: file, expected: "a JSON object", got: quote(text) });
  return value;
}

/** The same; null where there is no such file. */
export function readJsonIfThere(file: string): JsonObject | null {
  return existsSync(file) ? readJson(file) : null;
}
