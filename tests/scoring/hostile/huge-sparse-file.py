# outcome: wrong runtime_error memory
try:
    with open("sparse", "wb") as file:
        file.seek(1 << 40)
        file.write(b"z")
    print("ESCAPED")
except OSError as error:
    print("stopped", error.errno)
