"""The first trajectories of a file under ids that readers of CSV take for something else.

    python odd_ids.py TRAJECTORIES OUT
"""

import json
import sys
from itertools import islice

IDS = ["007", "NA", "null", "=1+1", "'=1+1", "1e5", "TRUE", "None", "nan", 'a,"b', "-1", "@x", "12e4567890123456"]


def main(file, out):
    with open(file, encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as found:
        for name, line in zip(IDS, islice(lines, len(IDS))):
            found.write(json.dumps(json.loads(line) | {"trajectory_id": name}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
