import type { ActionScore, Policy, PolicyInfo, StateDraws } from "../core/policy.js";
import type { OnnxSpec } from "./onnx-engine.js";
import { workerPool } from "./worker-pool.js";

/**
 * Policies whose models run in `workers` threads, all in each. One call is one unit of work for one thread, so give it
 * the states of one trajectory. Closing the last policy ends the threads. Throws a Fault when a folder, the device or a
 * model is not usable.
 */
export async function openOnnxPolicies(specs: readonly OnnxSpec[], workers: number): Promise<readonly Policy[]> {
  const pool = workerPool(workers);
  let open = specs.length;
  const policies: Policy[] = [];
  try {
    for (const [index, spec] of specs.entries()) {
      const info = (await pool.broadcast({ kind: "open", policy: index, spec })) as PolicyInfo;
      policies.push({
        info,
        async fits(states) {
          return (await pool.call({ kind: "fits", policy: index, states })) as readonly boolean[];
        },
        async sample(states, { samples, rng, expected }) {
          const options = { samples, rngKey: rng.key, expected };
          const drawn = await pool.call({ kind: "sample", policy: index, states, options });
          return drawn as readonly StateDraws[];
        },
        async score(states, actions) {
          const scores = await pool.call({ kind: "score", policy: index, states, actions });
          return scores as readonly (readonly ActionScore[])[];
        },
        async close() {
          open -= 1;
          if (open === 0) await pool.close();
        },
      });
    }
  } catch (error) {
    await pool.close();
    throw error;
  }
  return policies;
}
