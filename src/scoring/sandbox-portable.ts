import { type ChildProcess, fork, type StdioOptions } from "node:child_process";
import type { ProgramTest } from "./problem-shape.js";
import { checkSandbox } from "./sandbox-check.js";
import type { RawResult, Sandbox, SandboxLimits } from "./sandbox-contract.js";
import type { HostMessage, HostQuestion } from "./sandbox-host-messages.js";
import { killGroup } from "./sandbox-kill.js";
import { ended } from "./sandbox-records.js";
import { outputLimit, testLiteral } from "./sandbox-request.js";

/** Time a new host gets to compile Python. */
const START_MS = 60_000;
const EMPTY = new Uint8Array();
const DESCRIPTION =
  "CPython in WebAssembly, a fresh instance a test: no host files, no network, no processes, no environment, no " +
  "JavaScript; limits on time, memory, output and files";

/** A process that is ready for a test; its instances have a limit on memory. */
interface Host {
  readonly child: ChildProcess;
  readonly memoryBytes: number;
  readonly gone: Promise<string>;
}

/** The next thing that a host says: `late` when it does not within the time, else why it cannot. A late host is ended. */
function hear({ child, gone }: Host, mostMs: number): Promise<HostMessage | "late"> {
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killGroup(child);
    }, mostMs);
    const settle = (message: HostMessage | "late") => {
      clearTimeout(timer);
      child.off("message", settle);
      resolve(message);
    };
    child.on("message", settle);
    gone.then((failure) => settle(isLate ? "late" : { failure }));
  });
}

/** Processes of Node, each with one limit on memory, that run one test at a time. */
function hostPool(script: URL) {
  const alive = new Set<Host>();
  const idle = new Set<Host>();
  let isClosed = false;

  const hire = (memoryBytes: number): Host => {
    const stdio: StdioOptions = ["ignore", "ignore", "pipe", "ipc"];
    // Detached: a Ctrl-C at the terminal is for this process, not for programs under way. They end with this process.
    const options = { env: {}, execArgv: [], serialization: "advanced" as const, stdio, detached: true };
    const child = fork(script, [String(memoryBytes)], options);
    let complaint = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk).slice(-4096);
    });
    const gone = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => {
        resolve(complaint.trim().split("\n").at(-1) || `the host process ended by ${signal ?? `exit ${code}`}`);
      });
    });
    const host: Host = { child, memoryBytes, gone };
    alive.add(host);
    gone.then(() => {
      alive.delete(host);
      idle.delete(host);
    });
    return host;
  };

  const ask = async (question: HostQuestion, { testMs, memoryBytes }: SandboxLimits): Promise<RawResult> => {
    if (isClosed) return { outcome: "grader_error", reason: "the sandbox is closed" };
    let host = [...idle].find((one) => one.memoryBytes === memoryBytes);
    if (!host) {
      host = hire(memoryBytes);
      const first = await hear(host, START_MS);
      if (first === "late" || !("ready" in first)) {
        const reason =
          first !== "late" && "failure" in first ? first.failure : "the host process did not start in time";
        return { outcome: "grader_error", reason };
      }
    }
    idle.delete(host);
    const heard = hear(host, testMs);
    host.child.send(question, () => {});
    const answer = await heard;
    if (answer === "late") return { outcome: "timeout", stdout: EMPTY, stderr: EMPTY };
    if (!("outcome" in answer)) {
      return { outcome: "grader_error", reason: "failure" in answer ? answer.failure : "no answer" };
    }
    if (alive.has(host)) idle.add(host);
    const { outcome, code, stdout, stderr, value } = answer;
    return outcome === "ended" ? ended(code, stdout, stderr, value) : { outcome, stdout, stderr };
  };

  const close = async () => {
    isClosed = true;
    const all = [...alive];
    for (const { child } of all) killGroup(child);
    await Promise.all(all.map(({ gone }) => gone));
  };
  return { ask, close };
}

/** Programs in WebAssembly, in processes that hold nothing else. Needs no installation. Throws a Fault. */
export async function portableSandbox(
  host: URL = new URL("./sandbox-portable-host.js", import.meta.url),
): Promise<Sandbox> {
  const { ask, close } = hostPool(host);
  const run = async (program: string, tests: readonly ProgramTest[], limits: SandboxLimits) => {
    const results: RawResult[] = [];
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
    }, limits.programMs);
    for (const test of tests) {
      const request = `(${JSON.stringify(program)},${testLiteral(test, limits)})`;
      const input = test.kind === "stdin" ? test.input : "";
      const question = { request, input, outputBytes: outputLimit(test, limits), fileBytes: limits.fileBytes };
      results.push(isOver ? { outcome: "timeout", stdout: EMPTY, stderr: EMPTY } : await ask(question, limits));
    }
    clearTimeout(timer);
    return results;
  };
  const sandbox = { name: "portable", description: DESCRIPTION, run, close };
  try {
    await checkSandbox(sandbox);
  } catch (error) {
    await close();
    throw error;
  }
  return sandbox;
}
