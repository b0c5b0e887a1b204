"""Episodes of authors of mixed skill, as rendered chat text: the supervised data of base.

    python -m training.deepcoder.corpus --count 2000 --seed 1 --out episodes.jsonl

writes one JSON string a line, one episode a line. The first lines do not depend on the count.
"""

import random
from concurrent.futures import ProcessPoolExecutor

from training.chat import message
from training.deepcoder.mutants import edit
from training.deepcoder.problems import PUBLIC_TESTS, draw_problem
from training.deepcoder.run_program import passes, run_all
from training.deepcoder.text import BUDGET_TURNS, NOT_A_PROGRAM, PREFIX, failure, reply_text, user_text
from training.texts import write_texts

SKILLS = (0.1, 0.25, 0.5)
REPEAT_RATE, DRIFT_RATE = 0.15, 0.25
NO_PROGRAM_RATE = 0.005
NO_PROGRAM = "I do not know."
HIDDEN_TESTS = 5
CHUNK_EPISODES = 500


def wrong_program(rng, problem, previous):
    """(program, edited composition or None): one edit from the reference, from the previous attempt, or the same again."""
    right = problem.composition
    if previous and rng.random() < REPEAT_RATE:
        return previous
    source = right
    if previous and previous[1] and len(previous[1].steps) > 1 and rng.random() < DRIFT_RATE:
        source = previous[1]
    return edit(rng, source)


def feedback(problem, program):
    """What the author is shown, or None when the public tests pass."""
    tests = problem.tests[:PUBLIC_TESTS]
    results = run_all(program, [text for text, _ in tests])
    for number, ((text, expected), (output, error)) in enumerate(zip(tests, results), start=1):
        if not passes(output, error, expected):
            return failure(number, text, expected, output, error)
    return None


def is_right(problem, program):
    results = run_all(program, [text for text, _ in problem.tests])
    return all(passes(*result, expected) for result, (_, expected) in zip(results, problem.tests))


def episode(rng):
    """One rendered episode on a training family. An edit that passes every test counts as right and is drawn again."""
    problem = draw_problem(rng, held_out=False, hidden_tests=HIDDEN_TESTS)
    skill = rng.choice(SKILLS)
    text, seen, previous = PREFIX, problem.text, None
    for turn in range(BUDGET_TURNS):
        text += message("user", user_text(BUDGET_TURNS - turn, seen))
        if rng.random() < NO_PROGRAM_RATE:
            text += message("assistant", NO_PROGRAM)
            seen = NOT_A_PROGRAM
            continue
        if rng.random() < skill:
            previous = problem.composition.program(), problem.composition
        else:
            previous = wrong_program(rng, problem, previous)
            while is_right(problem, previous[0]):
                previous = wrong_program(rng, problem, None)
        text += message("assistant", reply_text(previous[0]))
        seen = feedback(problem, previous[0])
        if seen is None:
            break
    return text


def _chunk(seed_and_index):
    rng = random.Random(repr(seed_and_index))
    return [episode(rng) for _ in range(CHUNK_EPISODES)]


def episodes(seed, count, processes=2):
    """count rendered episodes; the same seed gives the same episodes in the same order."""
    texts = []
    with ProcessPoolExecutor(processes) as pool:
        for chunk in pool.map(_chunk, [(seed, i) for i in range(-(-count // CHUNK_EPISODES))]):
            texts.extend(chunk)
    return texts[:count]


if __name__ == "__main__":
    write_texts(__doc__, episodes)
