import type { PublicFailure } from "../core/judge.js";
import type { Message } from "../core/message.js";

/** Most characters of an input, an answer or an error that feedback shows. */
const SHOWN = 200;

export const systemMessage: Message = {
  role: "system",
  content:
    "Write a Python program that solves the problem. It reads standard input and writes standard output. " +
    "Reply with the program in a python block. When a test fails, you are shown it and may send another program.",
};

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

export const REFUSAL = "That was not a program.";

/** The program of a reply's last fenced block; null without one. */
export function parseProgram(reply: string): string | null {
  const blocks = [...reply.matchAll(/```(?:python)?[ \t]*\n(.*?)```/gs)];
  return blocks[blocks.length - 1]?.[1] ?? null;
}

/** The reply that says a program. */
export function sayProgram(program: string): string {
  return `\`\`\`python\n${program}\`\`\``;
}
