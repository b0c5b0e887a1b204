import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Fault } from "../core/fault.js";

/** Where a policy's files lie. */
export interface ModelFiles {
  /** Holds tokenizer and settings. */
  readonly folder: string;
  /** The graph. */
  readonly modelFile: string;
}

const TOKENIZER = "tokenizer.json";

/** Names in a folder as a message lists them. */
const LISTED = 12;

/** What lies in a folder, as the end of a sentence. */
export function listing(folder: string): string {
  const names = readdirSync(folder).sort();
  if (names.length === 0) return "an empty folder";
  const more = names.length > LISTED ? `, … (${names.length} in all)` : "";
  return `${names.slice(0, LISTED).join(", ")}${more}`;
}

/** The folder that a model file belongs to: its own, or the one above where that holds the tokenizer. */
function folderOf(modelFile: string): string {
  const beside = dirname(modelFile);
  const above = dirname(beside);
  const found = [beside, above].find((folder) => existsSync(join(folder, TOKENIZER)));
  if (found !== undefined) return found;
  const got = `${listing(beside)} beside it`;
  throw new Fault({ where: modelFile, expected: `a file ${TOKENIZER} beside it, or in the folder above`, got });
}

/**
 * The file that a folder means: `onnx/model.onnx`, else what genai_config.json names, else `model.onnx`, else the only
 * .onnx file.
 */
function defaultModel(folder: string, named: string | null): string {
  const found = ["onnx", "."].flatMap((place) => {
    const inside = join(folder, place);
    if (!existsSync(inside) || !statSync(inside).isDirectory()) return [];
    const names = readdirSync(inside).filter((name) => name.endsWith(".onnx"));
    return names.sort().map((name) => join(place, name));
  });
  if (found.includes(join("onnx", "model.onnx"))) return join(folder, "onnx", "model.onnx");
  if (named !== null) {
    const file = join(folder, named);
    if (existsSync(file)) return file;
    const where = join(folder, "genai_config.json: model.decoder.filename");
    throw new Fault({ where, expected: "a file of that folder", got: named });
  }
  if (found.includes("model.onnx")) return join(folder, "model.onnx");
  if (found.length === 1) return join(folder, found[0] as string);
  const expected = "onnx/model.onnx, model.onnx or a single .onnx file";
  if (found.length === 0) throw new Fault({ where: folder, expected, got: listing(folder) });
  const example = join(folder, found[0] as string);
  throw new Fault({ where: folder, expected: `${expected}; choose one as ${example}`, got: found.join(", ") });
}

/**
 * The files of the policy at `path`, a folder or one of its .onnx files. `namedIn` gives the file that a folder's own
 * settings name, null where they name none.
 */
export function findModelFiles(path: string, namedIn: (folder: string) => string | null): ModelFiles {
  if (!existsSync(path)) {
    throw new Fault({ where: path, expected: "a policy's folder or .onnx file", got: "no such file" });
  }
  if (statSync(path).isDirectory()) return { folder: path, modelFile: defaultModel(path, namedIn(path)) };
  if (!path.endsWith(".onnx")) {
    throw new Fault({ where: path, expected: "a policy's folder or .onnx file", got: `a file ${basename(path)}` });
  }
  return { folder: folderOf(path), modelFile: path };
}
