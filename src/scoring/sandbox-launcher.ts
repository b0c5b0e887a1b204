import { performSource } from "./sandbox-python.js";

/**
 * Python that runs the tests of one program as process 1 of a process space. `launch(request, limits)` forks a fresh
 * child a test, and writes to 1 a record a test: a line `outcome code stdout stderr value` (three lengths), and those
 * bytes. It holds inputs, never what is expected. A child has pipes of its own as 0 to 3 and no way to the launcher's.
 */
export const launcherSource = `${performSource}${String.raw`
import select, resource, _signal
from time import monotonic

# The warden, two hosts and two launchers count with the processes of a program.
OWN = 5
RESERVE, STACK, FILES, TICK_S, ERROR_TAIL, CHUNK = 1 << 30, 1 << 26, 64, 0.05, 1 << 14, 1 << 16

def caps(memory, processes, file):
    """Limits of a child, none above what this process has."""
    most = {"DATA": memory, "AS": memory + RESERVE, "STACK": STACK, "FSIZE": file, "NOFILE": FILES, "CORE": 0,
            "NPROC": processes + OWN, "MSGQUEUE": 0, "MEMLOCK": 0}
    kinds = {getattr(resource, "RLIMIT_" + name): value for name, value in most.items()}
    ceilings = {kind: resource.getrlimit(kind)[1] for kind in kinds}
    least = lambda value, ceiling: value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
    return [(kind, (least(value, ceilings[kind]),) * 2) for kind, value in kinds.items()]

def enter(ends, limits):
    """In a new child: pipes of its own as 0 to 3, and its limits."""
    for fd, end in enumerate(ends):
        os.dup2(end, fd)
    os.closerange(len(ends), 256)
    for kind, most in limits:
        resource.setrlimit(kind, most)
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    if "random" in sys.modules:
        sys.modules["random"].seed(0)
    gc.enable()

def emit(value):
    while value:
        value = value[os.write(3, value):]

def overgrown(memory):
    """Whether all processes together hold twice what one may."""
    pages = 0
    for name in os.listdir("/proc"):
        if name.isdigit() and name != "1":
            try:
                with open("/proc/" + name + "/statm", "rb") as file:
                    pages += int(file.read().split()[1])
            except OSError:
                pass
    return pages * resource.getpagesize() > 2 * memory

def drain(tap, got, most):
    """Takes a chunk; of what is above the most, the end. Whether more may come."""
    try:
        chunk = os.read(tap, CHUNK)
    except BlockingIOError:
        return False
    got += chunk
    if len(got) > most:
        del got[:len(got) - most]
    return len(chunk) > 0

def watch(pid, feed, data, taps, mosts, deadline, memory):
    """Feeds and drains a child until it ends or breaks a limit. Closes the feed. The outcome, and what each tap gave."""
    ended, poller, sent = os.pidfd_open(pid), select.poll(), 0
    gots = [bytearray() for _ in taps]
    for fd in (ended, *taps):
        poller.register(fd, select.POLLIN)
    poller.register(feed, select.POLLOUT)
    inspect, outcome = monotonic() + TICK_S, None
    while outcome is None:
        now = monotonic()
        if now >= inspect:
            inspect = now + TICK_S
            outcome = "memory" if overgrown(memory) else None
        if now >= deadline:
            outcome = "timeout"
        for fd, _ in [] if outcome else poller.poll(max(0, min(deadline, inspect) - now) * 1000 + 1):
            if fd == ended:
                outcome = "ended"
            elif fd == feed:
                try:
                    sent += os.write(feed, data[sent:sent + CHUNK])
                except BlockingIOError:
                    pass
                except OSError:
                    sent = len(data)
                if sent == len(data):
                    poller.unregister(feed)
                    os.close(feed)
                    feed = None
            else:
                tap = taps.index(fd)
                if not drain(fd, gots[tap], mosts[tap]):
                    poller.unregister(fd)
        # A limit on output is passed by one byte at most; errors keep their end and have no limit.
        if len(gots[0]) == mosts[0] or len(gots[2]) == mosts[2]:
            outcome = "output_limit"
    for fd in (ended, feed):
        if fd is not None:
            os.close(fd)
    return outcome, gots

def clear():
    """Ends every other process here and waits for all of them."""
    while True:
        try:
            os.kill(-1, 9)
        except ProcessLookupError:
            pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return

def settle(folder):
    """A folder of the test's own; where an earlier test left no room for one, what there is."""
    try:
        os.mkdir(folder)
        os.chdir(folder)
    except OSError:
        try:
            os.chdir("/tmp")
        except OSError:
            os.chdir("/")

def attempt(source, test, folder, names, limits, seconds, memory, end):
    settle(folder)
    pipes = [os.pipe() for _ in range(4)]
    feed, taps = pipes[0][1], [pipe[0] for pipe in pipes[1:]]
    pid = os.fork()
    if pid == 0:
        try:
            enter([pipes[0][0], *(pipe[1] for pipe in pipes[1:])], limits)
            perform(source, test, names, emit)
        finally:
            os._exit(1)
    for fd in (pipes[0][0], *(pipe[1] for pipe in pipes[1:])):
        os.close(fd)
    for fd in (feed, *taps):
        os.set_blocking(fd, False)
    mosts = (test[3] + 1, ERROR_TAIL, test[3] + 1)
    deadline = min(monotonic() + seconds, end)
    outcome, gots = watch(pid, feed, test[0].encode("utf-8", "surrogatepass"), taps, mosts, deadline, memory)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if outcome == "ended" else 0
    clear()
    for tap, got, most in zip(taps, gots, mosts):
        while drain(tap, got, most):
            pass
        os.close(tap)
    if len(gots[0]) == mosts[0] or len(gots[2]) == mosts[2]:
        outcome = "output_limit"
    return outcome, code, gots

def report(outcome, code, gots):
    record = ("%s %d %d %d %d\n" % (outcome, code, *map(len, gots))).encode() + b"".join(gots)
    while record:
        record = record[os.write(1, record):]

def launch(request):
    source, (total, seconds, memory, processes, file_bytes), tests = eval(request, {})
    names = preload(source, any(test[1] is not None for test in tests))
    with open(FILE, "wb") as file:  # for the lines of a traceback
        file.write(source.encode("utf-8", "surrogatepass"))
    limits = caps(memory, processes, file_bytes)
    gc.disable()
    gc.freeze()
    end = monotonic() + total
    for number, test in enumerate(tests):
        if monotonic() >= end:
            report("timeout", 0, [b"", b"", b""])
        else:
            report(*attempt(source, test, "/tmp/%d" % number, names, limits, seconds, memory, end))
`}`;
