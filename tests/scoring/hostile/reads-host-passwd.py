# outcome: wrong runtime_error
try:
    print("ESCAPED", open("/etc/passwd").read())
except OSError:
    print("no passwd")
