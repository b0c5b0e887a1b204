import { Fault } from "../core/fault.js";
import type { Policy } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import type { Task } from "../core/task.js";
import type { Instance } from "../core/trajectory.js";
import { readTrajectories } from "../states/read-trajectories.js";

/** One live game to be played. */
export interface Game {
  readonly policy: Policy;
  readonly instance: Instance;
  readonly episode: number;
}

/** Most draws in a row that give no new instance before a task counts as exhausted. */
const MOST_REPEATS = 10_000;

/** Distinct instances, none of them among `taken`. Throws a Fault when the task has no more. */
export function drawInstances(task: Task, count: number, taken: ReadonlySet<string>, rng: Rng): readonly Instance[] {
  const found = new Map<string, Instance>();
  let repeats = 0;
  for (let index = 0; found.size < count; index += 1) {
    const instance = task.draw(rng.child("instance", index));
    if (!found.has(instance.instance_id) && !taken.has(instance.instance_id)) {
      found.set(instance.instance_id, instance);
      repeats = 0;
    } else repeats += 1;
    if (repeats > MOST_REPEATS) {
      const got = `${found.size}, and then none that is new`;
      throw new Fault({ where: "--instances", expected: `${count} instances of ${task.name}`, got, isUsage: true });
    }
  }
  return [...found.values()];
}

/** Ids of the instances that a trajectory file plays. */
export async function instancesIn(file: string, task: Task): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const read of readTrajectories(file, { task, vocabularyOf: () => null })) {
    if ("fault" in read) throw read.fault;
    ids.add(read.trajectory.instance.instance_id);
  }
  return ids;
}

/** Every policy's games, instance by instance. */
export async function* gamesOf(
  policies: readonly Policy[],
  instances: readonly Instance[],
  episodes: number,
): AsyncGenerator<Game> {
  for (const instance of instances) {
    for (let episode = 0; episode < episodes; episode += 1) {
      for (const policy of policies) yield { policy, instance, episode };
    }
  }
}
