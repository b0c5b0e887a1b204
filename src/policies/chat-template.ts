import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault, quote } from "../core/fault.js";
import { isJsonObject, type JsonObject, readJsonIfThere } from "./json-file.js";

/** Name of the one that transformers takes where a model has several and no tools are given. */
const DEFAULT = "default";

/** The template of a `chat_template` field, a text or a list of named ones; null when there is none. */
function templateOf(where: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  const wrong = (got: string): never => {
    throw new Fault({ where, expected: `a chat_template, or several of which one is named ${DEFAULT}`, got });
  };
  if (!Array.isArray(value)) return wrong(quote(value));
  const named = value.filter(isJsonObject);
  const chosen = named.find(({ name }) => name === DEFAULT) ?? (named.length === 1 ? named[0] : undefined);
  const template = chosen?.["template"];
  return typeof template === "string" ? template : wrong(named.map(({ name }) => quote(name)).join(", ") || "none");
}

/**
 * Jinja source of a folder's chat template, from the places where transformers writes it: `chat_template.jinja`, which
 * goes before `tokenizer_config.json`, and `chat_template.json`. Throws a Fault where there is none.
 */
export function findChatTemplate(folder: string, tokenizerConfig: JsonObject): string {
  const jinja = join(folder, "chat_template.jinja");
  if (existsSync(jinja)) return readFileSync(jinja, "utf8");
  const configFile = join(folder, "tokenizer_config.json");
  const jsonFile = join(folder, "chat_template.json");
  const template =
    templateOf(configFile, tokenizerConfig["chat_template"]) ??
    templateOf(jsonFile, readJsonIfThere(jsonFile)?.["chat_template"]);
  if (template !== null) return template;
  const expected =
    "a chat_template there, in chat_template.jinja or in chat_template.json (base models often have none)";
  throw new Fault({ where: configFile, expected, got: "none" });
}
