import { Fault, quote } from "../core/fault.js";
import type { Defect, Task } from "../core/task.js";
import type { Instance, Snapshot, Trajectory } from "../core/trajectory.js";
import { shapeChecker } from "./check-shape.js";
import { checkTrajectory } from "./check-trajectory.js";
import { readLines } from "./read-lines.js";
import { fromLine } from "./trajectory-line.js";

/** What a line holds: a trajectory that passed every check, or the first thing wrong with it. Lines count from 1. */
export type ReadTrajectory<I extends Instance = Instance, S extends Snapshot = Snapshot> =
  | { readonly line: number; readonly trajectory: Trajectory<I, S> }
  | { readonly line: number; readonly fault: Fault };

export interface ReadOptions<I extends Instance, S extends Snapshot> {
  readonly task: Task<I, S>;
  /** Token ids of this policy's actions must be below; null when nothing is known of it. */
  vocabularyOf(policy: string): number | null;
}

/**
 * Reads a JSON Lines file line by line, in order; blank lines are left out. A bad line is yielded as a fault. Throws a
 * Fault when the file cannot be read or holds no line. Of the lines before, only the ids are kept in memory.
 */
export async function* readTrajectories<I extends Instance, S extends Snapshot>(
  file: string,
  { task, vocabularyOf }: ReadOptions<I, S>,
): AsyncGenerator<ReadTrajectory<I, S>> {
  const shapeOf = shapeChecker(task);
  const lineOfId = new Map<string, number>();
  let empty = true;

  const examine = (text: string): Trajectory<I, S> | Defect => {
    const parsed = parseJson(text);
    if ("defect" in parsed) return parsed.defect;
    const shape = shapeOf(parsed.value);
    if ("defect" in shape) return shape.defect;
    const trajectory = fromLine(shape.sound);
    const earlier = lineOfId.get(trajectory.trajectoryId);
    if (earlier !== undefined) {
      const got = `${quote(trajectory.trajectoryId)}, which line ${earlier} has`;
      return { field: "trajectory_id", expected: "an id of its own", got };
    }
    return checkTrajectory(task, trajectory, vocabularyOf(trajectory.policy)) ?? trajectory;
  };

  for await (const { line, bytes } of readLines(file)) {
    const text = decode(bytes, line === 1);
    if (text?.trim() === "") continue;
    empty = false;
    const found = text === null ? { field: "", expected: "UTF-8", got: "bytes that are not UTF-8" } : examine(text);
    if ("trajectoryId" in found) {
      lineOfId.set(found.trajectoryId, line);
      yield { line, trajectory: found };
    } else {
      const where = found.field === "" ? `${file}:${line}` : `${file}:${line}: ${found.field}`;
      yield { line, fault: new Fault({ where, expected: found.expected, got: found.got }) };
    }
  }
  if (empty) throw new Fault({ where: file, expected: "at least one trajectory", got: "an empty file" });
}

/** The text of a line, without the byte order mark that a file may begin with; null when it is not UTF-8. */
function decode(bytes: Buffer, first: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: !first }).decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string): { readonly value: unknown } | { readonly defect: Defect } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // The engine's message quotes the line; a fault stays on one line of plain text.
    const reason = String(error)
      .replace(/^SyntaxError: /, "")
      .replaceAll(/\p{Cc}/gu, " ");
    return { defect: { field: "", expected: "one JSON object", got: `text that is no JSON (${reason})` } };
  }
}
