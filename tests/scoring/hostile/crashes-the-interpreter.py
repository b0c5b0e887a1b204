# outcome: runtime_error memory timeout
import sys
code = (lambda: 0).__code__
crash = code.replace(co_code=b"\x64\xff" * 100, co_stacksize=0)
try:
    import ctypes
    ctypes.string_at(0)
except ImportError:
    sys.setrecursionlimit(10**9)
    def deep(value):
        return deep([value, deep])
    deep(0)
