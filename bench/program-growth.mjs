// Time and memory to score programs that grow tenfold, 10 tests each, in the strongest sandbox here. Build first.
//   node bench/program-growth.mjs
import { programScorer } from "../dist/scoring/program-score.js";
import { openSandbox } from "../dist/scoring/sandbox-choice.js";

const ROUNDS = 3;
const tests = Array.from({ length: 10 }, (_, index) => ({ kind: "stdin", input: `${index}\n`, expected: `${index}` }));
const problem = { instanceId: "p", statement: "", starterCode: "", solutions: [], tests, publicTests: 2, split: null };

const { sandbox } = await openSandbox("auto");
for (const lines of [10, 100, 1_000, 10_000, 100_000]) {
  const scorer = programScorer({ sandbox });
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const program = `# ${round}\nn = int(input())\n${"n = n + 0\n".repeat(lines)}print(n)\n`;
    const startedMs = performance.now();
    const { solved } = await scorer.score(problem, program);
    if (!solved) throw new Error(`a right program of ${lines} lines was not solved`);
    times.push(performance.now() - startedMs);
  }
  const medianMs = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const memoryMb = process.memoryUsage().rss / 1e6;
  console.log(`${sandbox.name}: ${lines} lines, ${medianMs.toFixed(0)} ms, ${memoryMb.toFixed(0)} MB`);
}
await sandbox.close();
