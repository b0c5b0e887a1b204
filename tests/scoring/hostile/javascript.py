# outcome: wrong runtime_error
for name in ("js", "pyodide", "pyodide_js", "pyodide.code", "_pyodide_core", "deno", "node", "micropip", "pyodide.ffi"):
    try:
        module = __import__(name)
        print("ESCAPED", name, dir(module))
    except ImportError:
        print("none")
