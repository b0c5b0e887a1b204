import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Fault } from "../core/fault.js";
import { checkSandbox } from "./sandbox-check.js";
import { FILES_A_PROGRAM, type Sandbox } from "./sandbox-contract.js";
import { askInterpreter, type Interpreter, linkedFolders } from "./sandbox-interpreter.js";
import { wardenPool } from "./sandbox-pool.js";
import { seccompFilter } from "./sandbox-seccomp.js";

/** Reads and runs what follows on its input: a compiled warden. */
const BOOT = "import sys,marshal;f=sys.stdin.buffer;exec(marshal.loads(f.read(int(f.readline()))))";
const PYTHONS: readonly string[] = ["python3", "/usr/bin/python3", "/usr/local/bin/python3"];
const DESCRIPTION =
  "own user, process, network, IPC and mount namespaces; no host files but the interpreter's, read-only; no " +
  "environment; system calls filtered; limits on time, memory, processes, output and files";

/** The program of this name on the user's PATH, which a sandbox's own empty environment does not hold. */
function onPath(command: string): string {
  const files = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, command));
  return files.find((file) => existsSync(file)) ?? command;
}

function bubblewrapArguments({ executable, folders, packages, libraries, names }: Interpreter): readonly string[] {
  const bind = (file: string) => ["--ro-bind", file, file];
  const device = (name: string) => ["--dev-bind", `/dev/${name}`, `/dev/${name}`];
  const streams = ["stdin", "stdout", "stderr"].flatMap((name, fd) => [
    "--symlink",
    `/proc/self/fd/${fd}`,
    `/dev/${name}`,
  ]);
  return [
    ...["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--as-pid-1"],
    // What the warden needs to give each program spaces of its own; it gives this up before it runs one.
    ...["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"],
    ...["--hostname", "sandbox", "--clearenv", "--setenv", "PYTHONHASHSEED", "0"],
    ...bind(executable),
    ...folders.flatMap((folder) => bind(folder)),
    ...packages.flatMap((folder) => ["--tmpfs", folder, "--remount-ro", folder]),
    ...libraries.flatMap((file) => bind(file)),
    ...[...names, ...linkedFolders()].flatMap(([target, path]) => ["--symlink", target, path]),
    // Each mount costs time with every program: no more devices than Python opens.
    ...["null", "zero", "random", "urandom"].flatMap(device),
    ...streams,
    ...["--symlink", "/proc/self/fd", "/dev/fd", "--proc", "/proc", "--dir", "/tmp", "--remount-ro", "/"],
    ...["--chdir", "/", executable, "-S", "-s", "-B", "-c", BOOT],
  ];
}

/** Programs in namespaces of their own. Throws a Fault when bubblewrap, or a Python that it can run, is not there. */
export async function bubblewrapSandbox(command = "bwrap", pythons = PYTHONS): Promise<Sandbox> {
  const filter = seccompFilter(process.arch);
  const faults: unknown[] = [];
  for (const python of pythons) {
    try {
      const interpreter = await askInterpreter(python);
      const { warden } = interpreter;
      const preamble = (fileBytes: number): Buffer =>
        Buffer.concat([sized(warden), sized(filter), Buffer.from(`${FILES_A_PROGRAM * fileBytes}\n`)]);
      const pool = wardenPool(onPath(command), bubblewrapArguments(interpreter), preamble);
      const sandbox = { name: "bubblewrap", description: DESCRIPTION, ...pool };
      await checkSandbox(sandbox);
      return sandbox;
    } catch (error) {
      faults.push(error);
    }
  }
  const got = faults.map((error) => (error instanceof Error ? error.message : String(error))).join("; ");
  throw new Fault({
    where: "--sandbox bubblewrap",
    expected: `${command} that runs one of ${pythons.join(", ")}`,
    got,
  });
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes]);
}
