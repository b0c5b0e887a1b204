import type { Message } from "../core/message.js";
import type { Policy } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import type { Task } from "../core/task.js";
import type { Instance, Trajectory, Turn } from "../core/trajectory.js";

export interface Episode {
  readonly trajectoryId: string;
  readonly instance: Instance;
  /** Most turns. */
  readonly budget: number;
  /** Draws of the policy have children of it, keyed by policy and state. */
  readonly actionRng: Rng;
  /** The environment's chance; turn i has child i. Give every policy the same to compare them on the same luck. */
  readonly environmentRng: Rng;
}

/** Plays one live game and gives it as a trajectory with exact messages, token ids and log-probabilities. */
export async function playEpisode(task: Task, policy: Policy, episode: Episode): Promise<Trajectory> {
  const { trajectoryId, instance, budget } = episode;
  const start = task.start(instance, budget);
  let { snapshot } = start;
  let shown: readonly Message[] = start.messages;
  const history: Message[] = [];
  const turns: Turn[] = [];
  const session = policy.session();
  for (;;) {
    history.push(...shown);
    const prompt = { stateId: `${trajectoryId}:${turns.length}`, messages: [...history] };
    const [draws] = await session.sample([prompt], { samples: 1, rng: episode.actionRng, replies: [] });
    const action = draws?.actions[0];
    if (action === undefined) throw new Error(`policy ${policy.info.name} gave no action at ${prompt.stateId}`);
    const step = await task.step(
      instance,
      snapshot,
      task.parse(action.text),
      episode.environmentRng.child(turns.length),
    );
    turns.push({ messages: shown, action, snapshot, reward: step.reward });
    if (step.termination !== null) {
      await session.close();
      const reward = turns.reduce((sum, turn) => sum + turn.reward, 0);
      const outcome = { success: step.success, reward, termination: step.termination };
      return { trajectoryId, task: task.name, instance, policy: policy.info.name, budget, outcome, turns };
    }
    history.push({ role: "assistant", content: action.text });
    snapshot = step.snapshot;
    shown = step.messages;
  }
}
