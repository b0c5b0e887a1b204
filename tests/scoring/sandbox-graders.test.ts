import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem, ProgramTest } from "../../src/scoring/problem-shape.js";
import { type ProgramScorer, programScorer } from "../../src/scoring/program-score.js";
import { defaultLimits, type Sandbox } from "../../src/scoring/sandbox-contract.js";
import { sandboxes } from "./sandbox-open.js";

// facts/code-tests.md, "What graders get wrong": every row, in every sandbox.

let count = 0;
function problem(...tests: readonly ProgramTest[]): Problem {
  count += 1;
  return { instanceId: `p${count}`, statement: "", starterCode: "", solutions: [], tests, publicTests: 0, split: null };
}
const stdin = (input: string, expected: string): ProgramTest => ({ kind: "stdin", input, expected });
const call = (functionName: string, args: readonly unknown[], expected: unknown): ProgramTest => ({
  kind: "functional",
  functionName,
  args,
  expected,
});

for (const { label, isHere, open } of sandboxes) {
  describe.runIf(isHere)(`programs in ${label}`, () => {
    let sandbox: Sandbox;
    let scorer: ProgramScorer;
    beforeAll(async () => {
      sandbox = await open();
      // Ample, so that a busy machine decides nothing.
      scorer = programScorer({ sandbox, limits: { ...defaultLimits, testMs: 30_000 } });
    });
    afterAll(() => sandbox.close());
    const outcomes = async (program: string, ...tests: readonly ProgramTest[]) =>
      (await scorer.score(problem(...tests), program)).verdicts.map(({ outcome }) => outcome);

    it.each([
      ["YES against NO", 'print("NO")', "YES", "wrong"],
      ["reordered tokens", 'print("2 1")', "1 2", "wrong"],
      ["six decimals against twelve", "print(0.333333)", "0.333333333333", "passed"],
      ["two blanks against one", 'print("a  b")', "a b", "passed"],
      ["trailing blanks", 'print("a b  ")\nprint()', "a b", "passed"],
      ["CRLF", 'import sys\nsys.stdout.write("a\\r\\nb\\r\\n")', "a\nb\n", "passed"],
      ["1.0 against 1", "print(1.0)", "1", "passed"],
      ["1e0 against 1", 'print("1e0")', "1", "passed"],
    ])("judges %s", async (_, program, expected, outcome) => {
      expect(await outcomes(program, stdin("", expected))).toStrictEqual([outcome]);
    });

    it.each([
      ["sys.stdin.buffer", "import sys\nprint(sum(map(int, sys.stdin.buffer.read().split())))"],
      ["sys.stdout.buffer", 'import sys\nsys.stdout.buffer.write(b"%d" % sum(int(input()) for _ in range(2)))'],
      ["open(0)", "print(sum(map(int, open(0))))"],
      ["os.read", 'import os\nos.write(1, b"%d" % sum(map(int, os.read(0, 100).split())))'],
      ["a writer of its own, never closed", 'f = open(1, "w")\nf.write(str(int(input()) + int(input())))'],
      [
        "sys.stdin replaced",
        "import sys, io\nsys.stdin = io.StringIO(sys.stdin.read())\nprint(int(input()) + int(input()))",
      ],
      ["both streams mixed", "import sys\na = int(input())\nprint(a + int(sys.stdin.readline()))"],
      [
        "top-level global",
        "global total\ntotal = 0\ndef add(x):\n    global total\n    total += x\nadd(int(input()))\nadd(int(input()))\nprint(total)",
      ],
      [
        "a main guard that is not last",
        'def main():\n    print(int(input()) + late())\nif __name__ == "__main__":\n    late = lambda: int(input())\n    main()\nunused = 1',
      ],
      ["exit()", "print(int(input()) + int(input()))\nexit()\nprint(0)"],
      [
        "sys.exit(0) in a function",
        "import sys\ndef f():\n    print(int(input()) + int(input()))\n    sys.exit(0)\nf()\nprint(0)",
      ],
      ["stdout closed at its end", "import sys\nprint(int(input()) + int(input()))\nsys.stdout.close()"],
      ["stdout as a context", "import sys\nwith sys.stdout as out:\n    out.write(str(int(input()) + int(input())))"],
      ["no stdout at its end", "import sys\nprint(int(input()) + int(input()), flush=True)\nsys.stdout = None"],
      [
        "a stdout of its own, flushed by nobody",
        "import io, os, sys\nclass Fast(io.IOBase):\n    def __init__(self): self.parts = []\n    def write(self, text): self.parts.append(text)\n    def flush(self): os.write(1, ''.join(self.parts).encode()); self.parts.clear()\nsys.stdout = Fast()\nprint(int(input()) + int(input()))",
      ],
      ["a byte order mark", "\uFEFFprint(int(input()) + int(input()))"],
      [
        "calls as deep as python3 allows",
        "def f(n):\n    return 0 if n == 0 else f(n - 1)\nprint(f(990) + int(input()) + int(input()))",
      ],
      ["atexit", "import atexit\ntotal = int(input()) + int(input())\natexit.register(lambda: print(total))"],
    ])("runs a program with %s", async (_, program) => {
      expect(await outcomes(program, stdin("1\n2\n", "3\n"))).toStrictEqual(["passed"]);
    });

    it("takes nested tuples for lists", async () => {
      const program = "def f(n):\n    return ((n, [n]), {'k': (n,)})";
      expect(await outcomes(program, call("f", [1], [[1, [1]], { k: [1] }]))).toStrictEqual(["passed"]);
    });

    it("calls a method of Solution with what starter code may use without an import", async () => {
      const program =
        "class Solution:\n    def f(self, xs: List[int]) -> int:\n        print('noise')\n        return Counter(xs)[1] + sqrt(4)";
      expect(await outcomes(program, call("f", [[1, 1, 2]], 4))).toStrictEqual(["passed"]);
    });

    it("calls a function as deep as LiveCodeBench allows", async () => {
      const program = "class Solution:\n    def f(self, n):\n        return n and 1 + self.f(n - 1)";
      expect(await outcomes(program, call("f", [5000], 5000))).toStrictEqual(["passed"]);
    });

    it("takes an exit status beyond 64 bits for a failure, as python3 does", async () => {
      expect(await outcomes("import sys\nprint(3)\nsys.exit(10 ** 30)", stdin("", "3"))).toStrictEqual([
        "runtime_error",
      ]);
    });

    it("ends what is under way when it is closed, and begins nothing more", async () => {
      const other = await open();
      const running = other.run("while True: pass", [stdin("", ""), stdin("", "")], {
        ...defaultLimits,
        testMs: 60_000,
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await other.close();
      expect((await running)[1]?.outcome).toBe("grader_error");
      const [late] = await other.run("print(1)", [stdin("", "1")], defaultLimits);
      expect(late).toStrictEqual({ outcome: "grader_error", reason: "the sandbox is closed" });
    });

    it("keeps integers beyond 2^53 exact, in and out", async () => {
      const program = "def f(n):\n    return n + 1";
      expect(
        await outcomes(program, call("f", [2n ** 64n], 2n ** 64n + 1n), call("f", [2n ** 64n], 2n ** 64n)),
      ).toStrictEqual(["passed", "wrong"]);
    });

    it("does not believe a verdict that the program prints", async () => {
      const program = 'import os\nfor line in ("[True]", "passed", "done"): print(line)\nos._exit(0)';
      expect(await outcomes(program, stdin("", "3"), call("f", [], 3))).toStrictEqual(["wrong", "runtime_error"]);
    });

    it("makes one slow test a timeout and runs all the others", async () => {
      const program =
        "n = int(input())\nwhile n == 2:\n    try:\n        while True: pass\n    except:\n        pass\nprint(n)";
      const tests = [1, 2, 3, 4].map((n) => stdin(`${n}\n`, n === 4 ? "5" : `${n}`));
      const hasty = programScorer({ sandbox, limits: { ...defaultLimits, testMs: 5000 } });
      const score = await hasty.score(problem(...tests), program);
      expect(score.verdicts.map(({ outcome }) => outcome)).toStrictEqual(["passed", "timeout", "passed", "wrong"]);
      expect(score).toMatchObject({ quality: 0.5, solved: false, reason: null });
    });

    it("tells apart what stops a program", async () => {
      const program =
        "n = int(input())\nif n == 0: raise ValueError('no')\nif n == 1: x = [0] * 10**8\nwhile n == 2: print('x' * 999)\nif n == 3: exit(3)\nprint(n)";
      const score = await scorer.score(problem(...[0, 1, 2, 3, 4].map((n) => stdin(`${n}\n`, "4"))), program);
      expect(score.verdicts.map(({ outcome }) => outcome)).toStrictEqual([
        "runtime_error",
        "memory",
        "output_limit",
        "runtime_error",
        "passed",
      ]);
      expect(score.verdicts[0]?.error).toMatch(/line 2, in <module>\n(.*\n)*ValueError: no\n$/);
    });

    it("makes a program that does not compile fail every test, and says why", async () => {
      const score = await scorer.score(problem(stdin("", "1"), call("f", [], 1)), "print((1)");
      expect(score).toMatchObject({ quality: 0, solved: false });
      expect(score.verdicts[1]?.error).toContain("SyntaxError");
    });

    it("gives and takes long input and output", async () => {
      const long = Array.from({ length: 60_000 }, (_, i) => i).join("\n");
      expect(await outcomes("print(open(0).read(), end='')", stdin(long, long))).toStrictEqual(["passed"]);
      expect(await outcomes("print(len(input()))", stdin(`${"é".repeat(300_000)}\n`, "300000"))).toStrictEqual([
        "passed",
      ]);
    });

    it("starts every test afresh", async () => {
      const program =
        "import os, builtins\nprint(os.path.exists('mark'), hasattr(builtins, 'mark'))\nopen('mark', 'w').close()\nbuiltins.mark = 1";
      const tests = [stdin("", "False False"), stdin("", "False False")];
      expect(await outcomes(program, ...tests)).toStrictEqual(["passed", "passed"]);
    });

    it("gives the same answer every time", async () => {
      const program = "print(list({'a', 'b', 'c', 'd'}))";
      const [first] = await sandbox.run(program, [stdin("", "")], defaultLimits);
      const [second] = await sandbox.run(program, [stdin("", "")], defaultLimits);
      expect(first).toStrictEqual(second);
    });

    it("runs programs at once without mixing them up", async () => {
      const scores = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          scorer.score(problem(stdin("", `${i}`)), `print(${i % 2 === 0 ? i : "'no'"})`),
        ),
      );
      expect(scores.map(({ quality }) => quality)).toStrictEqual([1, 0, 1, 0, 1, 0]);
    });
  });
}
