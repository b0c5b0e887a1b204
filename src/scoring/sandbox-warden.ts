import { launcherSource } from "./sandbox-launcher.js";

/**
 * The Python that stays inside bubblewrap. Its input is the call filter, then programs, each `length`, a line feed, and
 * a request. It runs no program: for each it forks a process with process, mount and IPC spaces of its own, whose
 * process 1 gets a fresh folder, gives up every capability and takes the filter before it reads the request. `done` ends its
 * records. When that process ends, the kernel ends whatever is left in its spaces.
 */
export const wardenSource = `${launcherSource}${String.raw`
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
NEWNS, NEWIPC, NEWPID = 0x20000, 0x8000000, 0x20000000
NOSUID, NODEV, NOEXEC, REC, PRIVATE = 2, 4, 8, 0x4000, 1 << 18
SET_DUMPABLE, SET_SECCOMP, FILTER, AMBIENT, CLEAR_ALL, PDEATHSIG = 4, 22, 2, 47, 4, 1
CAPABILITIES_V3 = 0x20080522

class Rules(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("rules", ctypes.c_char_p)]

def call(name, *args):
    if getattr(libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, name + ": " + os.strerror(number))

def prctl(option, *args):
    call("prctl", option, *[ctypes.c_ulong(arg) if isinstance(arg, int) else arg for arg in (*args, 0, 0, 0, 0)[:4]])

def mount(kind, folder, flags, options):
    call("mount", kind, folder, kind, ctypes.c_ulong(flags), options)

def confine(rules, folder_bytes):
    mount(b"tmpfs", b"/tmp", NOSUID | NODEV, b"size=%d,nr_inodes=10000,mode=700" % folder_bytes)
    try:
        mount(b"proc", b"/proc", NOSUID | NODEV | NOEXEC, b"subset=pid")
    except OSError:
        mount(b"proc", b"/proc", NOSUID | NODEV | NOEXEC, None)
    prctl(AMBIENT, CLEAR_ALL)
    call("capset", (ctypes.c_uint32 * 2)(CAPABILITIES_V3, 0), (ctypes.c_uint32 * 6)())
    prctl(SET_DUMPABLE, 0)
    prctl(SET_SECCOMP, FILTER, ctypes.byref(rules))

def guarded(work):
    """Forks; the child does the work and ends, whatever happens. Its number."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = work()
        except BaseException as error:
            os.write(2, ("%s: %s\n" % (type(error).__name__, error)).encode())
        finally:
            os._exit(code)
    return pid

def wait(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255

def stage(rules, folder_bytes):
    """A process with spaces of its own whose process 1 waits for a request: its number, and where to write that."""
    inlet, outlet = os.pipe()
    def first():
        confine(rules, folder_bytes)
        with open(inlet, "rb") as requests:
            launch(requests.read())
        os.write(1, b"done\n")
        return 0
    def host():
        os.close(outlet)
        call("unshare", NEWNS | NEWIPC | NEWPID)
        call("mount", None, b"/", None, ctypes.c_ulong(REC | PRIVATE), None)
        return wait(guarded(first))
    pid = guarded(host)
    os.close(inlet)
    return pid, outlet

def serve():
    requests = sys.stdin
    source = requests.buffer
    read = lambda: source.read(int(source.readline()))
    filter = read()
    folder_bytes = int(source.readline())
    rules = Rules(len(filter) // 8, filter)
    prctl(SET_DUMPABLE, 0)
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    os.environ.clear()
    sys.path[:] = [path for path in sys.path if path]
    warm()
    following = stage(rules, folder_bytes)
    while line := source.readline():
        pid, outlet = following
        with open(outlet, "wb") as request:
            request.write(source.read(int(line)))
        # The next one gets ready while this one runs.
        following = stage(rules, folder_bytes)
        if wait(pid) != 0:
            os.write(1, b"done\n")

def warm():
    """What every child would else do for itself: common imports, streams, and the first use of the compiler."""
    for module in PRELUDE:
        if module != "random":
            __import__(module)
    exec(compile("import sys\nclass A:\n    def f(self, x): return [y for y in (x, 1) if y]\nfor i in A().f(2):\n"
                 "    try: a = f'{i}'\n    except E: pass\nlambda: {1: 2}", "warm", "exec"), {})
    prepare()
    gc.collect()
    gc.freeze()

serve()
`}`;
