import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { promisify } from "node:util";
import { Fault } from "../core/fault.js";
import { wardenSource } from "./sandbox-warden.js";

/** A Python on this machine, and all of the machine that it needs. */
export interface Interpreter {
  readonly executable: string;
  readonly version: string;
  /** Folders of the standard library. */
  readonly folders: readonly string[];
  /** Folders in those that hold other packages. */
  readonly packages: readonly string[];
  /** Shared libraries. */
  readonly libraries: readonly string[];
  /** Other paths that a loader asks for them by. */
  readonly names: readonly (readonly [file: string, path: string])[];
  /** The warden, compiled by this very Python. */
  readonly warden: Buffer;
}

/** The libraries are those of these extension modules; one that a Python was built without is left out. */
const survey = String.raw`
import sys, os, sysconfig, json, marshal, base64, struct
if sys.version_info < (3, 9): sys.exit("Python " + sys.version.split()[0])
for name in "math _ctypes select resource zlib _decimal _json array _datetime _statistics _random _struct _bisect _heapq \
             unicodedata mmap fcntl".split():
    try: __import__(name)
    except ImportError: pass
folders = sorted({os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")})
def inside(path): return any(path.startswith(folder + "/") for folder in folders)
executable = os.path.realpath(sys.executable)
mapped = {line.split()[-1] for line in open("/proc/self/maps") if line.split()[-1].startswith("/")}
libraries, names = [], []
for file in sorted(mapped):
    if ".so" not in file or inside(file): continue
    home = os.path.dirname(file)
    libraries.append(file)
    names += [(file, os.path.join(home, name)) for name in os.listdir(home)
                  if name.split(".so")[0].split("-")[0] == os.path.basename(file).split(".so")[0].split("-")[0]
                  and os.path.realpath(os.path.join(home, name)) == file]
with open(executable, "rb") as file: elf = file.read()
start, size, count = struct.unpack_from("<Q", elf, 32) + struct.unpack_from("<HH", elf, 54)
for at in range(start, start + size * count, size):
    if struct.unpack_from("<I", elf, at)[0] == 3:  # PT_INTERP: the path that the kernel loads the loader by
        offset, = struct.unpack_from("<Q", elf, at + 8)
        loader = elf[offset:elf.index(0, offset)].decode()
        path = os.path.join(os.path.realpath(os.path.dirname(loader)), os.path.basename(loader))
        names.append((os.path.realpath(loader), path))
packages = [os.path.join(folder, name) for folder in folders for name in ("site-packages", "dist-packages")
            if os.path.isdir(os.path.join(folder, name))]
warden = marshal.dumps(compile(sys.argv[1], "<warden>", "exec", dont_inherit=True, optimize=0))
print(json.dumps({"executable": executable, "version": sys.version.split()[0], "folders": folders, "packages": packages,
                  "libraries": libraries, "names": [pair for pair in names if pair[0] != pair[1]], "warden": base64.b64encode(warden).decode()}))
`;

/** Asks a Python what it is. Throws a Fault when it cannot be asked or is older than 3.9. */
export async function askInterpreter(command: string): Promise<Interpreter> {
  try {
    const { stdout } = await promisify(execFile)(command, ["-I", "-S", "-c", survey, wardenSource]);
    const { warden, ...rest } = JSON.parse(stdout);
    return { ...rest, warden: Buffer.from(warden, "base64") };
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n").at(-1) : "";
    throw new Fault({ where: command, expected: "Python 3.9 or later", got: said || String(error) });
  }
}

/** The folders of PATH that hold the loader of shared libraries by another name: `/lib64` for `/usr/lib64`. */
export function linkedFolders(): readonly (readonly [target: string, path: string])[] {
  return ["/lib", "/lib64", "/bin"].flatMap((path) => {
    try {
      const real = realpathSync(path);
      return real === path ? [] : [[real, path] as const];
    } catch {
      return [];
    }
  });
}
