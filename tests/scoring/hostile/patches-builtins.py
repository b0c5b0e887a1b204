# outcome: wrong runtime_error
import builtins, os, sys
for name in ("compile", "exec", "eval", "open", "print", "len", "map", "isinstance", "__import__"):
    setattr(builtins, name, lambda *args, **options: 42)
os._exit = lambda code: None
os.write = lambda fd, data: len(data)
sys.exit = lambda code=0: None
sys.excepthook = lambda *args: None
sys.modules.clear()
