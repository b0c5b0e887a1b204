# outcome: wrong runtime_error
import socket
for family in (40, 38, 16, 17):  # vsock, kernel crypto, netlink, packets
    try:
        socket.socket(family, socket.SOCK_RAW if family in (16, 17) else socket.SOCK_STREAM)
        print("ESCAPED", family)
    except (OSError, AttributeError) as error:
        print(type(error).__name__)
