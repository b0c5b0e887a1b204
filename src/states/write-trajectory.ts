import type { Instance, Snapshot, Trajectory } from "../core/trajectory.js";
import { toLine } from "./trajectory-line.js";

/** The line of a trajectory file, without its line break; `readTrajectories` reads the same trajectory from it. */
export function trajectoryLine<I extends Instance, S extends Snapshot>(trajectory: Trajectory<I, S>): string {
  return JSON.stringify(toLine(trajectory));
}
