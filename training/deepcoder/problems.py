"""The problem set in DeepCoder-Preview's schema, one JSON object a line. Seeded; one command writes the shipped file:

    python -m training.deepcoder.problems
"""

import argparse
import json
import random
from dataclasses import dataclass
from pathlib import Path

from training.deepcoder.composition import draw_split, statement
from training.deepcoder.paths import FIXTURES
from training.deepcoder.run_program import passes, run_all

SHIPPED = FIXTURES / "problems.jsonl"
SEED, TRAIN, HELD_OUT = 20260, 160, 160
PUBLIC_TESTS, HIDDEN_TESTS = 2, 12
WORDS = "sun moon river stone tree bird apple sea wind rain fire cloud leaf gold ice a to level noon deer banana".split()


@dataclass
class Problem:
    """tests: [(input, output)], the first two public."""

    composition: object
    text: str
    tests: list


def ints(rng, n, low=-9, high=20):
    return [rng.randint(low, high) for _ in range(n)]


def line_for(rng, start, shape):
    """The first input line. shape: a name of SHAPES."""
    if start == "ints":
        values = {
            "empty": lambda: [],
            "one": lambda: ints(rng, 1),
            "zero": lambda: [0, 0, rng.randint(1, 5)],
            "negative": lambda: ints(rng, rng.randint(3, 6), -12, -1),
            "ties": lambda: [rng.randint(-5, 9)] * rng.randint(2, 5),
            "repeats": lambda: rng.choices(ints(rng, 3, -3, 8), k=rng.randint(5, 9)),
            "sorted": lambda: sorted(ints(rng, rng.randint(4, 7))),
            "mirror": lambda: (half := ints(rng, rng.randint(2, 3), 0, 9)) + half[::-1],
            "long": lambda: ints(rng, rng.randint(12, 18), -30, 60),
        }.get(shape, lambda: ints(rng, rng.randint(4, 6)))()
        return " ".join(map(str, values))
    if start == "text":
        few, many = "abcde", "abcdefghilmnoprstu"
        letters = {
            "empty": lambda: "",
            "one": lambda: rng.choice(few),
            "ties": lambda: rng.choice(few) * rng.randint(2, 5),
            "mirror": lambda: (half := "".join(rng.choices(few, k=3))) + half[::-1],
            "long": lambda: "".join(rng.choices(many, k=rng.randint(15, 22))),
            "sorted": lambda: "".join(sorted(rng.choices(many, k=6))),
            "negative": lambda: rng.choice(WORDS),
            "zero": lambda: rng.choice(WORDS) + rng.choice(few),
        }.get(shape, lambda: "".join(rng.choices(few + rng.choice((few, many)), k=rng.randint(5, 8))))
        return letters()
    words = {
        "empty": lambda: [],
        "one": lambda: [rng.choice(WORDS)],
        "ties": lambda: [rng.choice(WORDS)] * rng.randint(2, 4),
        "repeats": lambda: rng.choices(rng.sample(WORDS, 3), k=rng.randint(4, 7)),
        "sorted": lambda: sorted(rng.sample(WORDS, 4)),
        "long": lambda: rng.choices(WORDS, k=rng.randint(9, 12)),
    }.get(shape, lambda: rng.choices(WORDS, k=rng.randint(3, 5)))
    return " ".join(words())


HIDDEN_SHAPES = ("empty", "one", "negative", "ties", "repeats", "zero", "sorted", "mirror", "long", "plain", "plain", "repeats")


def input_for(rng, composition, shape):
    line = line_for(rng, composition.start, shape)
    k = composition.k_operation
    return f"{line}\n{rng.choice(k.k_values)}\n" if k else f"{line}\n"


def draw_problem(rng, held_out, hidden_tests=HIDDEN_TESTS):
    """A problem of one split with its tests; the two public ones have different outputs, neither of them trivial."""
    while True:
        composition = draw_split(rng, held_out)
        inputs = [input_for(rng, composition, shape) for shape in ["plain"] * 6 + list(HIDDEN_SHAPES[:hidden_tests])]
        results = run_all(composition.program(), inputs)
        if any(error for _, error in results):
            raise ValueError(f"{composition.family}: reference program failed: {results}")
        tests = [(text, output.strip()) for text, (output, _) in zip(inputs, results)]
        telling = [test for test in tests[:6] if test[1] not in ("", "0")]
        first = telling[0] if telling else None
        second = next((test for test in telling[1:] if test[1] != first[1]), None)
        if second:
            return Problem(composition, statement(rng, composition), [first, second, *tests[6:]])


def record(instance_id, problem):
    """The problem as a row of DeepCoder-Preview's schema."""
    tests = [{"input": text, "output": output, "testtype": "stdin"} for text, output in problem.tests]
    return {
        "instance_id": instance_id,
        "split": "held_out" if problem.composition.held_out else "train",
        "family": problem.composition.family,
        "problem": problem.text,
        "solutions": [problem.composition.program()],
        "tests": json.dumps(tests),
    }


def shipped_problems(seed=SEED, train=TRAIN, held_out=HELD_OUT):
    """Records of the shipped set, each family once: train ones first."""
    rng, seen, rows = random.Random(seed), set(), []
    for is_held_out, count in ((False, train), (True, held_out)):
        while count:
            problem = draw_problem(rng, is_held_out)
            if problem.composition.family not in seen:
                seen.add(problem.composition.family)
                rows.append(record(f"compose-{len(rows):04d}", problem))
                count -= 1
    return rows


def read_problems(path=SHIPPED):
    """Rows of a problem file, tests parsed."""
    with open(path) as file:
        rows = [json.loads(line) for line in file]
    return [row | {"tests": [(test["input"], test["output"]) for test in json.loads(row["tests"])]} for row in rows]


def check(rows):
    """Throws unless every solution passes every test and every operation of a held-out problem is met in training."""
    for row in rows:
        for solution in row["solutions"]:
            results = run_all(solution, [text for text, _ in row["tests"]])
            if not all(passes(*result, expected) for result, (_, expected) in zip(results, row["tests"])):
                raise ValueError(f"{row['instance_id']}: a solution fails a test")
    names = {split: {n for row in rows if row["split"] == split for n in row["family"].split(">")} for split in ("train", "held_out")}
    if names["held_out"] - names["train"]:
        raise ValueError(f"operations never seen in training: {names['held_out'] - names['train']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()
    lines = [json.dumps(row) for row in shipped_problems(options.seed)]
    options.out.write_text("\n".join(lines) + "\n")
    rows = read_problems(options.out)
    check(rows)
    tests = sum(len(row["tests"]) for row in rows)
    print(f"{len(rows)} problems ({TRAIN} train, {HELD_OUT} held out), {tests} tests, every solution passes")
