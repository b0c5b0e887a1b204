import type { Template } from "@huggingface/jinja";
import { isJsonObject } from "./json-file.js";

/** What Python takes for white space at the ends of a text. */
const SPACE = "\t\n\v\f\r\u001C-\u001F \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000";

/** Python's `strip` of the start, the end or both; of the characters of `among` where it is given. */
function stripped(atStart: boolean, atEnd: boolean): (text: unknown, among?: unknown) => string {
  return (text, among) => {
    if (typeof text !== "string") throw new TypeError(`strip of something that is no text: ${String(text)}`);
    const set = typeof among === "string" ? among.replaceAll(/[\\\]^-]/g, "\\$&") : SPACE;
    if (set === "") return text;
    const kept = atStart ? text.replace(new RegExp(`^[${set}]+`, "u"), "") : text;
    if (!atEnd) return kept;
    const characters = [...kept];
    const one = new RegExp(`^[${set}]$`, "u");
    const last = characters.findLastIndex((character) => !one.test(character));
    return characters.slice(0, last + 1).join("");
  };
}

/** Functions that a template needs once `usePythonStrip` has changed it. */
export const pythonStrip: Readonly<Record<string, (text: unknown, among?: unknown) => string>> = {
  python_strip: stripped(true, true),
  python_lstrip: stripped(true, false),
  python_rstrip: stripped(false, true),
};

interface Node {
  readonly type: string;
}

function isNode(value: unknown): value is Node & Readonly<Record<string, unknown>> {
  return isJsonObject(value) && typeof value["type"] === "string";
}

/** `a.lstrip(b)` as `python_lstrip(a, b)`, `a | trim` as `python_strip(a)`; null for anything else. */
function asFunction(node: Readonly<Record<string, unknown>>): object | null {
  const call = (name: string, args: readonly unknown[]): object => ({
    type: "CallExpression",
    callee: { type: "Identifier", value: name },
    args,
  });
  const { type, callee, args, operand, filter } = node;
  if (type === "FilterExpression" && isNode(filter)) {
    const given = filter.type === "CallExpression" ? filter : { callee: filter, args: [] };
    const isTrim = isNode(given["callee"]) && given["callee"]["value"] === "trim";
    return isTrim ? call("python_strip", [operand, ...(given["args"] as unknown[])]) : null;
  }
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return null;
  const { object, property, computed } = callee;
  const name = isNode(property) && computed !== true ? `python_${String(property["value"])}` : "";
  return name in pythonStrip ? call(name, [object, ...(args as unknown[])]) : null;
}

/** A syntax tree with each strip in it as a call of `pythonStrip`'s functions. */
function rewritten(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(rewritten);
  if (!isJsonObject(tree) || tree instanceof Map) return tree;
  const node = Object.fromEntries(Object.entries(tree).map(([field, value]) => [field, rewritten(value)]));
  return asFunction(node) ?? node;
}

/**
 * Has a template strip texts as Python does. @huggingface/jinja 0.5.11 passes over the characters to strip, which
 * Qwen3's template names for its thinking, and has JavaScript's idea of white space.
 */
export function usePythonStrip(template: Template): void {
  template.parsed = rewritten(template.parsed) as Template["parsed"];
}
