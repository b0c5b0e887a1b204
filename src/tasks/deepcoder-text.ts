import type { PublicFailure } from "../core/judge.js";
import type { Message } from "../core/message.js";

/** Most characters of an input, an answer or an error that feedback shows. */
const SHOWN = 200;

/** @param isCalled whether tests call what the program defines, instead of giving it input */
export function systemMessage(isCalled: boolean): Message {
  const manner = isCalled
    ? "It defines what the problem names, and tests call that."
    : "It reads standard input and writes standard output.";
  return {
    role: "system",
    content:
      `Write a Python program that solves the problem. ${manner} ` +
      "Reply with the program in a python block. When a test fails, you are shown it and may send another program.",
  };
}

export function userMessage(turnsLeft: number, content: string): Message {
  return { role: "user", content: `${openingOf(turnsLeft)}${content}` };
}

/** What every message of the environment begins with. */
export function openingOf(turnsLeft: number): string {
  return `Turns left: ${turnsLeft}\n\n`;
}

/** One final newline removed, then at most so many characters and an ellipsis. */
function cut(text: string): string {
  const line = text.endsWith("\n") ? text.slice(0, -1) : text;
  const characters = Array.from(line);
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN).join("")}…`;
}

/** Feedback on a public test; hidden tests never appear. */
export function failureText({ number, input, expected, got, error }: PublicFailure): string {
  const seen = error === null ? `Got:\n${cut((got ?? "").trim())}` : `Error:\n${cut(error)}`;
  return `Test ${number} failed.\nInput:\n${cut(input)}\nExpected:\n${cut(expected)}\n${seen}`;
}

const PYTHON = new Set(["python", "python3", "py"]);

export const REFUSAL = "That was not a program.";

/** Three backquotes, the only ones of their line, and a language. */
const OPENING = /^[^`]*```[ \t]*([^`\s]*)[^`]*$/;

/**
 * The program of a reply's last closed block that is marked as Python, else of the last without a mark; null without one.
 * Blocks are read from the top, so that one in another language hides no later one. A block ends at the next three
 * backquotes.
 */
export function parseProgram(reply: string): string | null {
  let marked: string | null = null;
  let unmarked: string | null = null;
  let block: { readonly language: string; text: string } | null = null;
  for (const line of reply.split(/(?<=\n)/)) {
    if (block === null) {
      const [, language] = OPENING.exec(line.trimEnd()) ?? [];
      if (language !== undefined && line.endsWith("\n")) block = { language: language.toLowerCase(), text: "" };
      continue;
    }
    const end = line.indexOf("```");
    block.text += end < 0 ? line : line.slice(0, end);
    if (end < 0) continue;
    const program = block.text.replaceAll("\r\n", "\n");
    if (PYTHON.has(block.language)) marked = program;
    else if (block.language === "") unmarked = program;
    block = null;
  }
  return marked ?? unmarked;
}

/** The reply that says a program. */
export function sayProgram(program: string): string {
  return `\`\`\`python\n${program}\`\`\``;
}
