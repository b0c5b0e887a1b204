import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProgramTest } from "./problem-shape.js";
import { checkSandbox } from "./sandbox-check.js";
import type { RawResult, Sandbox, SandboxLimits } from "./sandbox-contract.js";
import { killGroup } from "./sandbox-kill.js";
import { performSource } from "./sandbox-python.js";
import { ended } from "./sandbox-records.js";
import { outputLimit, testLiteral } from "./sandbox-request.js";

const ERROR_BYTES = 1 << 14;
/** After a program has ended, how long another process may hold its output open. */
const GRACE_MS = 200;
const MAIN = `${performSource}
import resource
with open(4, "rb") as file:
    source, memory, seconds, test = eval(file.read(), {})
def emit(value):
    while value:
        value = value[os.write(3, value):]
FILE = "program.py"
with open(FILE, "wb") as file:
    file.write(source.encode("utf-8", "surrogatepass"))
resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
# Should the runner be gone by then, the kernel ends what does not end.
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
sys.path[:] = [path for path in sys.path if path]
prepare()
perform(source, test, preload(source, test[1] is not None), emit)
`;

/** Takes what a stream gives: all up to a limit, or the end. */
function tap(stream: NodeJS.ReadableStream, most: number, keepsEnd: boolean, onOverflow: () => void): () => Buffer {
  let bytes = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length > most && !keepsEnd) onOverflow();
    bytes = keepsEnd ? bytes.subarray(-most) : bytes.subarray(0, most);
  });
  stream.on("error", () => {});
  return () => bytes;
}

function runTest(
  python: string,
  folder: string,
  program: string,
  test: ProgramTest,
  limits: SandboxLimits,
  alive: Set<ChildProcess>,
) {
  return new Promise<RawResult>((resolve) => {
    const stdio = ["pipe", "pipe", "pipe", "pipe", "pipe"] as const;
    const args = ["-S", "-s", "-B", "-c", MAIN];
    const child = spawn(python, args, { cwd: folder, env: { PYTHONHASHSEED: "0" }, stdio: [...stdio], detached: true });
    alive.add(child);
    let broken: "timeout" | "output_limit" | null = null;
    const end = () => {
      killGroup(child);
      for (const stream of child.stdio) stream?.destroy();
    };
    const breakOff = (outcome: "timeout" | "output_limit") => {
      broken ??= outcome;
      end();
    };
    const most = outputLimit(test, limits);
    const [input, out, err, value, request] = child.stdio as unknown as [
      NodeJS.WritableStream,
      NodeJS.ReadableStream,
      NodeJS.ReadableStream,
      NodeJS.ReadableStream,
      NodeJS.WritableStream,
    ];
    const stdout = tap(out, most, false, () => breakOff("output_limit"));
    const stderr = tap(err, ERROR_BYTES, true, () => {});
    const returned = tap(value, most, false, () => breakOff("output_limit"));
    const timer = setTimeout(() => breakOff("timeout"), limits.testMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ outcome: "grader_error", reason: error.message });
    });
    child.once("exit", () => setTimeout(end, GRACE_MS).unref());
    child.once("close", (code, signal) => {
      alive.delete(child);
      clearTimeout(timer);
      end();
      if (broken !== null) resolve({ outcome: broken, stdout: stdout(), stderr: stderr() });
      else resolve(ended(signal === null ? (code ?? 1) : -1, stdout(), stderr(), returned()));
    });
    for (const stream of [input, request]) stream.on("error", () => {});
    const seconds = Math.ceil(limits.testMs / 1000) + 1;
    request.end(`(${JSON.stringify(program)},${limits.memoryBytes},${seconds},${testLiteral(test, limits)})`);
    input.end(test.kind === "stdin" ? test.input : "");
  });
}

/** One plain python3 process a test, with all that the user may do: for programs that are trusted. Throws a Fault. */
export async function plainSandbox(python = "python3"): Promise<Sandbox> {
  const alive = new Set<ChildProcess>();
  let isClosed = false;
  const sandbox: Sandbox = {
    name: "none",
    description: "no sandbox: programs may do all that the user may; limits on time, memory of a process and output",
    run: async (program, tests, limits) => {
      const results: RawResult[] = [];
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
      }, limits.programMs);
      for (const test of tests) {
        if (isClosed) {
          results.push({ outcome: "grader_error", reason: "the sandbox is closed" });
          continue;
        }
        if (isOver) {
          results.push({ outcome: "timeout", stdout: new Uint8Array(), stderr: new Uint8Array() });
          continue;
        }
        try {
          const folder = await mkdtemp(join(tmpdir(), "program-"));
          results.push(await runTest(python, folder, program, test, limits, alive));
          await rm(folder, { recursive: true, force: true });
        } catch (error) {
          results.push({ outcome: "grader_error", reason: error instanceof Error ? error.message : String(error) });
        }
      }
      clearTimeout(timer);
      return results;
    },
    close: async () => {
      isClosed = true;
      for (const child of alive) killGroup(child);
    },
  };
  await checkSandbox(sandbox);
  return sandbox;
}
