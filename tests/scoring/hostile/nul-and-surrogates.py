# outcome: wrong runtime_error
import sys
sys.stdout.buffer.write(b"\x00\xff\xfe42\n\xed\xa0\x80")
