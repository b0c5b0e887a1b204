# outcome: wrong runtime_error
import socket
try:
    socket.create_connection(("1.1.1.1", 53), timeout=0.3)
    print("ESCAPED")
except Exception as error:
    print(type(error).__name__)
try:
    print("ESCAPED", socket.getaddrinfo("example.com", 80))
except Exception as error:
    print(type(error).__name__)
