import type { Message } from "../core/message.js";
import { type FrozenLakeInstance, type FrozenLakeSnapshot, moves } from "./frozenlake-board.js";

/** Most moves one reply may hold; a longer reply is invalid. */
const MOST_MOVES = 64;

const SHOWN: Readonly<Record<string, string>> = { S: "_", F: "_", H: "O", G: "G" };
const NOT_A_MOVE = "That was not a move.";
const canonical = new Map(moves.map((move) => [move.toLowerCase(), move]));

export function systemMessage(instance: FrozenLakeInstance): Message {
  const slip = instance.success_rate < 1 ? "The ice may carry you sideways instead. " : "";
  return {
    role: "system",
    content:
      "You are crossing a frozen lake. P is you, _ is ice, O is a hole, G is the goal. " +
      `Each turn choose one move: Left, Down, Right or Up. ${slip}` +
      "Falling into a hole ends the game. Reply with <answer>Move</answer>.",
  };
}

/** What the player is shown at a state that an accepted reply, or none, led to. */
export function boardMessage(instance: FrozenLakeInstance, snapshot: FrozenLakeSnapshot): Message {
  const [playerRow, playerColumn] = snapshot.position;
  const rows = instance.desc.map((row, r) =>
    [...row].map((letter, c) => (r === playerRow && c === playerColumn ? "P" : SHOWN[letter])).join(" "),
  );
  return { role: "user", content: [`Turns left: ${snapshot.turns_left}`, ...rows].join("\n") };
}

/** What the player is shown at a state that an invalid reply led to. */
export function refusalMessage(instance: FrozenLakeInstance, snapshot: FrozenLakeSnapshot): Message {
  return { role: "user", content: `${NOT_A_MOVE}\n${boardMessage(instance, snapshot).content}` };
}

/** Whether the messages end with this board, shown as we show it; lines may stand before it. */
export function endsWithBoard(
  instance: FrozenLakeInstance,
  snapshot: FrozenLakeSnapshot,
  messages: readonly Message[],
): boolean {
  const last = messages.at(-1);
  const board = boardMessage(instance, snapshot).content;
  return last?.role === "user" && (last.content === board || last.content.endsWith(`\n${board}`));
}

/**
 * The moves inside the last complete `<answer>…</answer>` of a reply, separated by commas, `||` or white space, in any
 * case. Null without an answer, without a move, with any other word, or with more than 64 moves.
 *
 * @example parseReply("<answer>left || UP</answer>") // "Left,Up"
 */
export function parseReply(reply: string): string | null {
  const folded = reply.toLowerCase();
  const open = folded.lastIndexOf("<answer>", folded.lastIndexOf("</answer>"));
  if (open === -1) return null;
  const close = folded.indexOf("</answer>", open);
  if (close === -1) return null;
  const words = folded
    .slice(open + "<answer>".length, close)
    .split(/(?:,|\|\||\s)+/)
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > MOST_MOVES) return null;
  const said = words.map((word) => canonical.get(word));
  return said.includes(undefined) ? null : said.join(",");
}

export function sayAction(action: string): string {
  return `<answer>${action}</answer>`;
}
