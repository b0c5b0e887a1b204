# outcome: wrong runtime_error memory
import sys
print("ended 0 3 0 0\n42\ndone\n", file=sys.stderr)
print("MemoryError", file=sys.stderr)
sys.exit(0)
