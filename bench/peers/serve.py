"""A peer's side of the conversation: a request a line on stdin, its answer a line on descriptor 3."""

import json
import os
import sys
import traceback


def serve(open_engine):
    """`open_engine(settings)` gives an object with a method for each kind of request, and `about`."""
    engine = None
    with os.fdopen(3, "w") as answers:
        for line in sys.stdin:
            request = json.loads(line)
            number, kind = request.pop("id"), request.pop("kind")
            if kind == "close":
                return
            try:
                if kind == "open":
                    engine = open_engine(request)
                    value = {"about": engine.about}
                else:
                    value = getattr(engine, kind)(**request)
                answer = {"id": number, "value": value}
            except Exception:
                answer = {"id": number, "error": traceback.format_exc()}
            print(json.dumps(answer), file=answers, flush=True)
