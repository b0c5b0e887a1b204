// Tests a second in each sandbox against one unsandboxed `python3` process a test: the same programs, the same answers,
// turn by turn in one run, at the same number of programs at once. `npm run build && node bench/sandbox.mjs [programs]`
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const dist = process.env.MATCHED_STATE_DIST ?? new URL("../dist", import.meta.url).pathname;
const { defaultLimits } = await import(`${dist}/scoring/sandbox-contract.js`);
const { openSandbox } = await import(`${dist}/scoring/sandbox-choice.js`);

const PROGRAMS = Number(process.argv[2] ?? 60);
const TESTS = 10;
const ROUNDS = 3;
const PYTHON = process.env.PYTHON ?? "/usr/bin/python3";
const names = (process.env.SANDBOXES ?? "bubblewrap,portable").split(",");

const BODIES = [
  "n = int(input())\nprint(sum(int(x) for x in input().split()[:n]) + OFFSET)",
  "import sys\nfrom collections import Counter\ndata = sys.stdin.read().split()[1:]\nprint(max(Counter(data).values()) + OFFSET)",
  "import sys, math\ndef main():\n    n, *xs = map(int, sys.stdin.buffer.read().split())\n    g = 0\n    for x in xs:\n        g = math.gcd(g, x)\n    print(g + OFFSET)\nmain()",
  "import heapq\nn = int(input())\nh = list(map(int, input().split()))\nheapq.heapify(h)\nwhile len(h) > 1:\n    heapq.heappush(h, heapq.heappop(h) + heapq.heappop(h))\nprint(h[0] + OFFSET)",
];
const programs = Array.from({ length: PROGRAMS }, (_, i) => BODIES[i % BODIES.length].replace("OFFSET", String(i)));
const tests = Array.from({ length: TESTS }, (_, i) => {
  const numbers = Array.from({ length: 5 + 3 * i }, (_, k) => ((k * 7919 + i * 104729) % 97) + 1);
  return { kind: "stdin", input: `${numbers.length}\n${numbers.join(" ")}\n`, expected: "" };
});

function plainly(file, input) {
  return new Promise((resolve) => {
    const child = spawn(PYTHON, [file]);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.stdin.end(input);
    child.on("close", () => resolve(text));
  });
}

async function atOnce(width, jobs) {
  const queue = jobs.entries();
  const answers = [];
  const worker = async () => {
    for (const [i, job] of queue) answers[i] = await job();
  };
  const start = process.hrtime.bigint();
  await Promise.all(Array.from({ length: width }, worker));
  return { answers: answers.flat(), seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}

const folder = mkdtempSync(join(tmpdir(), "sandbox-bench-"));
const files = programs.map((source, i) => {
  const file = join(folder, `${i}.py`);
  writeFileSync(file, source);
  return file;
});
const plainJobs = files.map((file) => async () => {
  const answers = [];
  for (const { input } of tests) answers.push(await plainly(file, input));
  return answers;
});
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(`${PROGRAMS} programs of ${TESTS} tests, median of ${ROUNDS} rounds, ${PYTHON}`);
for (const name of names) {
  const { sandbox } = await openSandbox(name);
  for (const width of [1, 2]) {
    const rates = { plain: [], closed: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const plain = await atOnce(width, plainJobs);
      const closed = await atOnce(
        width,
        programs.map((source) => async () => {
          const results = await sandbox.run(source, tests, defaultLimits);
          return results.map(({ stdout }) => Buffer.from(stdout).toString());
        }),
      );
      if (plain.answers.join() !== closed.answers.join()) throw new Error(`${name}: other answers than python3`);
      rates.plain.push((PROGRAMS * TESTS) / plain.seconds);
      rates.closed.push((PROGRAMS * TESTS) / closed.seconds);
    }
    const [plain, closed] = [median(rates.plain), median(rates.closed)];
    console.log(
      `${name}, ${width} at once: ${closed.toFixed(0)} tests/s; python3 a test ${plain.toFixed(0)}; ratio ${(closed / plain).toFixed(2)}`,
    );
  }
  await sandbox.close();
}
rmSync(folder, { recursive: true });
