import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "../../src/scoring/problem-shape.js";
import { type ProgramScorer, programScorer } from "../../src/scoring/program-score.js";
import { defaultLimits, type Sandbox } from "../../src/scoring/sandbox-contract.js";
import { sandboxes } from "./sandbox-open.js";

// Each file of hostile/ is a case: its first line names the outcomes that are right, and it prints ESCAPED when it got
// out. None prints the right answer, 42. A new file is a new case.
const FOLDER = join(import.meta.dirname, "hostile");
const SECRET = "a-secret-of-the-host";
const problem: Problem = {
  instanceId: "hostile",
  statement: "",
  starterCode: "",
  solutions: [],
  tests: [
    { kind: "stdin", input: "41\n", expected: "42\n" },
    { kind: "stdin", input: "1\n", expected: "2\n" },
  ],
  publicTests: 0,
  split: null,
};
const GOOD = "print(int(input()) + 1)";

/** Numbers of all processes below this one. */
function descendants(): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, , parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === process.pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

async function settles(isSo: () => boolean): Promise<boolean> {
  for (let i = 0; i < 200 && !isSo(); i += 1) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 1500 && !isSo(); i += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  return isSo();
}

for (const { label, isHere, open } of sandboxes.filter(({ name }) => name !== "none")) {
  describe.runIf(isHere)(`hostile programs in ${label}`, () => {
    let sandbox: Sandbox;
    let patient: ProgramScorer;
    let hasty: ProgramScorer;
    let server: Server;
    let connections = 0;
    let atRest = 0;
    const folder = mkdtempSync(join(tmpdir(), "hostile-"));
    const canary = join(folder, "canary");
    const before = descendants().length;

    beforeAll(async () => {
      process.env["SECRET_OF_THE_HOST"] = SECRET;
      writeFileSync(canary, "canary");
      server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, resolve));
      sandbox = await open();
      // Only a program that may be stopped by the clock gets little time: a busy machine must not decide the others.
      patient = programScorer({ sandbox, limits: { ...defaultLimits, testMs: 30_000 } });
      hasty = programScorer({ sandbox, limits: { ...defaultLimits, testMs: 1000 } });
      await settles(() => false);
      atRest = descendants().length;
    });
    afterAll(async () => {
      server.close();
      rmSync(folder, { recursive: true });
    });

    const source = (file: string) => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const words = { CANARY: canary, REPOSITORY: process.cwd(), SECRET, PORT: port, PID: process.pid };
      return Object.entries(words).reduce(
        (text, [word, value]) => text.replaceAll(`{{${word}}}`, String(value)),
        readFileSync(join(FOLDER, file), "utf8"),
      );
    };

    it.each(readdirSync(FOLDER).filter((file) => file.endsWith(".py")))(
      "%s stays in and harms no one",
      async (file) => {
        const program = source(file);
        const allowed = /^# outcome: (.+)$/m.exec(program)?.[1]?.split(" ") ?? [];
        const scorer = allowed.includes("timeout") ? hasty : patient;
        const { verdicts, quality } = await scorer.score(problem, program);
        for (const { outcome, actual, error } of verdicts) {
          expect(allowed, error).toContain(outcome);
          expect(actual + error).not.toMatch(/ESCAPED/);
        }
        expect(quality).toBe(0);
        // The next program gets its own verdict: right when it is right, wrong when it is not.
        expect((await patient.score(problem, `${GOOD}  # after ${file}`)).quality).toBe(1);
        expect((await patient.score(problem, `print("41")  # after ${file}`)).quality).toBe(0);
        expect([readFileSync(canary, "utf8"), connections]).toStrictEqual(["canary", 0]);
        expect(readdirSync(folder)).toStrictEqual(["canary"]);
        expect(await settles(() => descendants().length <= atRest)).toBe(true);
      },
    );

    it("leaves nothing running once closed", async () => {
      await sandbox.close();
      expect(await settles(() => descendants().length <= before)).toBe(true);
    });
  });
}
