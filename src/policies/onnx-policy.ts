import type { ActionScore, Policy, PolicyInfo, StateDraws, TokenUsage } from "../core/policy.js";
import { checkWorkers } from "./devices.js";
import type { OnnxSpec } from "./onnx-engine.js";
import { workerPool } from "./worker-pool.js";

/**
 * Policies whose models run in `workers` threads, all in each. A session keeps to one thread. Closing the last policy ends the threads. Throws a Fault when a folder, the device or a
 * model is not usable.
 */
export async function openOnnxPolicies(specs: readonly OnnxSpec[], workers: number): Promise<readonly Policy[]> {
  if (specs.length === 0) return [];
  for (const { device } of specs) checkWorkers(device, workers);
  const pool = workerPool(workers);
  let open = specs.length;
  let sessions = 0;
  const policies: Policy[] = [];
  try {
    for (const [index, spec] of specs.entries()) {
      const opened = (await pool.broadcast({ kind: "open", policy: index, spec })) as PolicyInfo;
      const info: PolicyInfo = { ...opened, device: spec.device };
      let usage: TokenUsage | null = null;
      let isOpen = true;
      policies.push({
        info,
        get usage() {
          return usage;
        },
        session() {
          sessions += 1;
          const seat = { policy: index, session: sessions };
          return {
            info,
            async fits(states) {
              return (await pool.call({ ...seat, kind: "fits", states })) as readonly boolean[];
            },
            async sample(states, { rng, ...rest }) {
              const options = { ...rest, rngKey: rng.key };
              return (await pool.call({ ...seat, kind: "sample", states, options })) as readonly StateDraws[];
            },
            async score(states, actions) {
              const scores = await pool.call({ ...seat, kind: "score", states, actions });
              return scores as readonly (readonly ActionScore[])[];
            },
            async close() {
              const own = (await pool.call({ ...seat, kind: "end" })) as TokenUsage | null | undefined;
              if (own == null) return;
              const { read, distinct } = usage ?? { read: 0, distinct: 0 };
              usage = { read: read + own.read, distinct: distinct + own.distinct };
            },
          };
        },
        async close() {
          if (isOpen) open -= 1;
          isOpen = false;
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
