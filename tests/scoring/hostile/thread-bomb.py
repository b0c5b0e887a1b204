# outcome: wrong runtime_error
import threading, time
started = 0
try:
    for _ in range(5000):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        started += 1
except RuntimeError:
    pass
print("ESCAPED" if started > 100 else started)
