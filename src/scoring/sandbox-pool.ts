import { type ChildProcess, spawn } from "node:child_process";
import type { ProgramTest } from "./problem-shape.js";
import type { RawResult, Sandbox, SandboxLimits } from "./sandbox-contract.js";
import { killGroup } from "./sandbox-kill.js";
import { readRecords } from "./sandbox-records.js";
import { launcherRequest } from "./sandbox-request.js";

/** Whoever this is outside: no file is his, and the kernel counts his processes, which it does not root's. */
const NOBODY = 65534;
const GRACE_MS = 2000;
/** Enough for the reason that the last line of a complaint gives. */
const COMPLAINT = 4096;
const EMPTY = new Uint8Array();

/** A warden with no program. */
interface Warden {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
  /** Its folders are made for files of this size. */
  readonly fileBytes: number;
  complaint: string;
}

/** Wardens of one command; each takes one program at a time, and there are as many as programs at once. */
export function wardenPool(
  command: string,
  args: readonly string[],
  preamble: (fileBytes: number) => Buffer,
): Pick<Sandbox, "run" | "close"> {
  const alive = new Set<Warden>();
  const idle: Warden[] = [];
  let isClosed = false;

  const hire = (fileBytes: number): Warden => {
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    // Detached: a Ctrl-C at the terminal is for this process, not for programs under way. They end with this process.
    const child = spawn(command, args, { ...identity, cwd: "/", env: {}, stdio: "pipe", detached: true });
    const gone = new Promise<void>((resolve) => {
      child.once("error", (error) => {
        warden.complaint ||= error.message;
        if (child.pid === undefined) resolve();
      });
      child.once("close", () => resolve());
    });
    const warden: Warden = { child, gone, fileBytes, complaint: "" };
    alive.add(warden);
    gone.then(() => {
      alive.delete(warden);
      if (idle.includes(warden)) idle.splice(idle.indexOf(warden), 1);
    });
    child.stdin.on("error", () => {});
    child.stderr.on("data", (chunk: Buffer) => {
      warden.complaint = (warden.complaint + chunk).slice(-COMPLAINT);
    });
    child.stdin.write(preamble(fileBytes));
    return warden;
  };

  /** The whole of what a warden says of a program; ends early when it dies or the time is over. */
  const listen = (warden: Warden, request: Buffer, mostMs: number) =>
    new Promise<{ readonly results: readonly RawResult[]; readonly late: boolean }>((resolve) => {
      let heard: Buffer = Buffer.alloc(0);
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        killGroup(warden.child);
      }, mostMs);
      const end = (done: boolean) => {
        clearTimeout(timer);
        warden.child.stdout?.off("data", hear);
        if (done) idle.push(warden);
        resolve({ results: readRecords(heard).results, late });
      };
      const hear = (chunk: Buffer) => {
        heard = Buffer.concat([heard, chunk]);
        // Records are read again only when their end may have come.
        if (heard.subarray(-5).toString("latin1") === "done\n" && readRecords(heard).done) end(true);
      };
      warden.child.stdout?.on("data", hear);
      warden.gone.then(() => end(false));
      warden.child.stdin?.write(`${request.length}\n`);
      warden.child.stdin?.write(request);
    });

  return {
    run: async (program: string, tests: readonly ProgramTest[], limits: SandboxLimits) => {
      if (isClosed) return tests.map(() => ({ outcome: "grader_error", reason: "the sandbox is closed" }));
      const place = idle.findIndex(({ fileBytes }) => fileBytes === limits.fileBytes);
      const warden = idle.splice(place, place < 0 ? 0 : 1)[0] ?? hire(limits.fileBytes);
      warden.complaint = "";
      const request = Buffer.from(launcherRequest(program, tests, limits));
      const { results, late } = await listen(warden, request, limits.programMs + limits.testMs + GRACE_MS);
      const reason = warden.complaint.trim().split("\n").at(-1) || "the sandbox ended before the test did";
      const missing: RawResult = late
        ? { outcome: "timeout", stdout: EMPTY, stderr: EMPTY }
        : { outcome: "grader_error", reason };
      return tests.map((_, i) => results[i] ?? missing);
    },
    close: async () => {
      isClosed = true;
      const all = [...alive];
      for (const { child } of all) killGroup(child);
      await Promise.all(all.map(({ gone }) => gone));
    },
  };
}
