# outcome: wrong runtime_error memory
try:
    with open("huge", "wb") as file:
        for _ in range(4096):
            file.write(b"z" * (1 << 20))
    print("ESCAPED")
except OSError as error:
    print("stopped", error.errno)
