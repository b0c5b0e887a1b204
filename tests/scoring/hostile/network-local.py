# outcome: wrong runtime_error
import socket
for host in ("127.0.0.1", "::1", "localhost"):
    try:
        socket.create_connection((host, {{PORT}}), timeout=0.3)
        print("ESCAPED")
    except Exception as error:
        print(type(error).__name__)
