"""The command line of a task's corpus: rendered chats, one JSON string a line."""

import argparse
import json
import sys


def write_texts(description, draw):
    """draw(seed, count): the chats; the first ones must not depend on the count."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="file to write; standard output when absent")
    options = parser.parse_args()
    with open(options.out, "w") if options.out else sys.stdout as out:
        for text in draw(options.seed, options.count):
            out.write(json.dumps(text) + "\n")
