"""Limited worker processes that run sampled programs; a worker that does not answer is killed and replaced."""

import json
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from training.deepcoder.run_program import TIME_LIMIT, TIME_LIMIT_SECONDS

ROOT = Path(__file__).resolve().parents[2]
WORKER = [sys.executable, "-B", "-m", "training.deepcoder.worker"]
CRASHED = "worker died"


class _Worker:
    def __init__(self):
        self.start()

    def start(self):
        self.process = subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}, cwd=ROOT)

    def run(self, program, inputs):
        """[[output, error]] in the order of the inputs."""
        limit = 2 + len(inputs) * TIME_LIMIT_SECONDS
        try:
            self.process.stdin.write(json.dumps({"program": program, "inputs": inputs}).encode() + b"\n")
            self.process.stdin.flush()
            ready, _, _ = select.select([self.process.stdout], [], [], limit)
            line = self.process.stdout.readline() if ready else b""
        except BrokenPipeError:
            ready, line = True, b""
        if line.endswith(b"\n"):
            return json.loads(line)
        self.close()
        self.start()
        return [["", CRASHED if ready else TIME_LIMIT] for _ in inputs]

    def close(self):
        self.process.kill()
        self.process.wait()


class Pool:
    """Owns worker processes; use as a context manager."""

    def __init__(self, workers=2):
        self.free = Queue()
        for _ in range(workers):
            self.free.put(_Worker())
        self.threads = ThreadPoolExecutor(workers)

    def run_all(self, jobs):
        """jobs: [(program, inputs)] → results in the same order; equal jobs run once."""
        keys = [(program, tuple(inputs)) for program, inputs in jobs]
        distinct = list(dict.fromkeys(keys))
        done = dict(zip(distinct, self.threads.map(self._one, distinct)))
        return [done[key] for key in keys]

    def _one(self, key):
        worker = self.free.get()
        try:
            return worker.run(key[0], list(key[1]))
        finally:
            self.free.put(worker)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.threads.shutdown()
        while not self.free.empty():
            self.free.get().close()
