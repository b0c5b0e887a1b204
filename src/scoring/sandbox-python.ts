/**
 * Python that every sandbox runs a program by, so that a program means the same in each. `perform(source, test, names,
 * emit)` runs it the way python3 runs a file and never returns; a test is `(input, function, arguments, limit)` with
 * `function` None on standard input, and `emit` takes the bytes of the returned value as JSON.
 */
export const performSource = String.raw`
import os, sys, gc, builtins, atexit, _sitebuiltins

FILE = "/tmp/program.py"

# What a solution to starter code may use without importing it, as the sites it was written for allow.
PRELUDE = {
    "typing": "List Dict Set Tuple Optional Any Union Callable Deque DefaultDict Iterable Iterator Generator",
    "collections": "defaultdict Counter deque OrderedDict namedtuple ChainMap",
    "heapq": "heappush heappop heapify heappushpop heapreplace nlargest nsmallest merge",
    "bisect": "bisect bisect_left bisect_right insort insort_left insort_right",
    "functools": "lru_cache cache reduce cmp_to_key partial",
    "itertools": "accumulate permutations combinations combinations_with_replacement product chain groupby pairwise"
                 " zip_longest count cycle repeat islice starmap takewhile dropwhile",
    "operator": "itemgetter attrgetter xor or_ and_ add mul sub",
    "string": "ascii_lowercase ascii_uppercase ascii_letters digits punctuation",
    "math": "gcd lcm sqrt isqrt ceil floor inf log log2 log10 comb perm factorial prod pi hypot dist",
    "copy": "deepcopy copy", "random": "randint randrange choice shuffle", "fractions": "Fraction",
    "decimal": "Decimal", "re": "", "json": "", "datetime": "", "io": "", "time": "",
}

def preload(source, functional):
    """Imports what the source names, once for all its tests; gives what a function's program finds defined."""
    words = set(source.translate({code: 32 for code in range(128) if chr(code) != "_" and not chr(code).isalnum()}).split())
    names = {"os": os, "sys": sys}
    for module, members in PRELUDE.items():
        wanted = [name for name in members.split() if functional and name in words]
        if module in words or wanted:
            names[module] = loaded = __import__(module)
            names.update({name: getattr(loaded, name) for name in wanted if hasattr(loaded, name)})
    return names if functional else {}

def dump(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        text = float.__repr__(value)
        return {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(text, text)
    if isinstance(value, str):
        from _json import encode_basestring_ascii
        return encode_basestring_ascii(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([dump(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([dump(k if isinstance(k, str) else dump(k)) + ":" + dump(v) for k, v in value.items()]) + "}"
    return dump({"<" + type(value).__name__ + ">": repr(value)})

def prepare():
    """What python3 does at its start: standard streams on 0, 1 and 2, and the builtins that end a program."""
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", newline="\n", closefd=False)
    sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
    sys.argv = [FILE]
    builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D")
    builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D")
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)

def flush(streams):
    """Whether all that are open could be flushed."""
    whole = True
    for stream in streams:
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except BaseException:
            whole = False
    return whole

def depth():
    frame, frames = sys._getframe(), 0
    while frame is not None:
        frame, frames = frame.f_back, frames + 1
    return frames

def perform(source, test, names, emit):
    _, function, arguments, _ = test
    # A file of its own begins at no depth; what is called by tests gets the depth that LiveCodeBench gives.
    sys.setrecursionlimit((1000 if function is None else 50_000) + depth())
    name = "__main__" if function is None else "solution"
    module = sys.modules[name] = type(sys)(name)
    module.__dict__.update(names, __file__=FILE, __builtins__=builtins)
    code = 0
    try:
        exec(compile(source[source[:1] == "\ufeff":], FILE, "exec", dont_inherit=True), module.__dict__)
        if function is not None:
            holder = module.Solution() if hasattr(module, "Solution") else module
            emit(dump(getattr(holder, function)(*eval(arguments, {}))).encode())
    except SystemExit as leaving:
        code = 0 if leaving.code is None else leaving.code
        if not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException as error:
        error.__traceback__ = error.__traceback__.tb_next
        sys.excepthook(type(error), error, error.__traceback__)
        code = 1
    # What python3 does at its end, less the teardown of the interpreter, which takes longer than most programs.
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    atexit._run_exitfuncs()
    if not flush((sys.stdout, sys.stderr)):
        code = code or 120
    sys.modules[name] = holder = None
    module.__dict__.clear()
    gc.collect()
    flush((sys.stdout, sys.__stdout__, sys.stderr))
    os._exit(code & 255 if abs(code) < 1 << 63 else 255)
`;
