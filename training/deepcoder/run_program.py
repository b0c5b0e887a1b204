"""Runs one program on one input inside this process: standard streams replaced, few builtins, a limit on processor time.

Not a sandbox: used for programs of our own generator, and inside limited worker processes (pool.py) for sampled ones.
"""

import builtins
import io
import signal
import sys
import traceback

TIME_LIMIT_SECONDS = 0.5
TIME_LIMIT = "time limit"
ALLOWED = (
    "abs all any bool chr dict divmod enumerate filter float int iter len list map max min next ord pow print range repr "
    "reversed round set slice sorted str sum tuple zip ArithmeticError AssertionError AttributeError EOFError Exception "
    "IndexError KeyError LookupError NameError StopIteration TypeError ValueError ZeroDivisionError True False None"
).split()


class OutOfTime(BaseException):
    pass


def compiled(program):
    """(code, None) or (None, last line of the error)."""
    try:
        return compile(program, "program.py", "exec"), None
    except (SyntaxError, ValueError) as error:
        return None, traceback.format_exception_only(error)[-1].strip()


def run(code, text):
    """(standard output, error or None). error: the last line of the traceback, or "time limit"."""
    allowed = {name: getattr(builtins, name) for name in ALLOWED}
    stdin, out = io.StringIO(text), io.StringIO()

    def read_line(prompt=""):
        line = stdin.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line.rstrip("\n")

    allowed |= {"input": read_line, "__build_class__": builtins.__build_class__}
    kept, sys.stdout = sys.stdout, out
    error = None
    try:
        exec(code, {"__name__": "__main__", "__builtins__": allowed})
    except OutOfTime:
        error = TIME_LIMIT
    except BaseException as raised:
        error = traceback.format_exception_only(raised)[-1].strip()
    finally:
        sys.stdout = kept
    return out.getvalue(), error


def run_all(program, inputs):
    """[(output, error)] of a program on every input, under one alarm an input (main thread only)."""

    def alarm(_signal, _frame):
        raise OutOfTime

    code, error = compiled(program)
    if error is not None:
        return [("", error) for _ in inputs]
    kept = signal.signal(signal.SIGVTALRM, alarm)
    results = []
    try:
        for text in inputs:
            try:
                # Processor time: a busy machine must not turn a quick program into a slow one.
                signal.setitimer(signal.ITIMER_VIRTUAL, TIME_LIMIT_SECONDS)
                results.append(run(code, text))
            except OutOfTime:
                results.append(("", TIME_LIMIT))
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, kept)
    return results


def passes(output, error, expected):
    """Whether a test is passed: no error, and the same tokens between blanks."""
    return error is None and output.split() == expected.split()
