"""A composition: operations in order with their constants, its program, its English and its family."""

import hashlib
from dataclasses import dataclass

from training.deepcoder.operations import BY_NAME, FINISHES, READ, READ_K, STEPS

STARTS = ("ints", "ints", "ints", "text", "words")
STEP_COUNTS, STEP_WEIGHTS = (1, 2, 3), (0.3, 0.45, 0.25)
K_RATE = 0.2
OPENINGS = {
    "ints": ("Given a list of integers, ", "Read a list of integers. First, ", "You get some integers. Please "),
    "text": ("Given a string, ", "Read a string. First, ", "You get a string. Please "),
    "words": ("Given a list of words, ", "Read a list of words. First, ", "You get some words. Please "),
}
LINKS = (", then ", ". Then ", ". Next, ", ". After that, ")
LAST_LINKS = (". Finally, ", ". At the end, ", ", and ")
INPUT_LINES = {
    "ints": ("Line 1: integers separated by spaces, maybe none.", "The integers are on line 1, separated by spaces; it may be empty."),
    "text": ("Line 1: lowercase letters, maybe none.", "The string is on line 1: lowercase letters; it may be empty."),
    "words": ("Line 1: lowercase words separated by spaces, maybe none.", "The words are on line 1, separated by spaces; it may be empty."),
}
K_LINES = (" Line 2: the integer k.", " The integer k is on line 2.")


@dataclass(frozen=True)
class Composition:
    """steps: (operation name, constant) in order, the last one the finish; a constant may be None or "k"."""

    start: str
    steps: tuple

    @property
    def family(self):
        return ">".join(name for name, _ in self.steps)

    @property
    def held_out(self):
        """True for about a fifth of all families: first byte of sha256 of the family's name is below 51."""
        return hashlib.sha256(self.family.encode()).digest()[0] < 51

    @property
    def k_operation(self):
        """The operation that uses the second input line, or None."""
        return next((BY_NAME[name] for name, n in self.steps if n == "k" or name == "count_k"), None)

    def program(self):
        lines = [READ[self.start]] + ([READ_K] if self.k_operation else [])
        return "\n".join(lines + [BY_NAME[name].code.format(n=n) for name, n in self.steps]) + "\n"


def constant_for(rng, operation, k_free):
    """A constant of the operation, or k where it may use the second line and no step has it yet."""
    if operation.constants and operation.k_values and k_free and rng.random() < K_RATE:
        return "k"
    return rng.choice(operation.constants) if operation.constants else None


def draw_composition(rng):
    """Any composition, of either split. rng: random.Random."""
    kind = start = rng.choice(STARTS)
    steps = []
    for _ in range(rng.choices(STEP_COUNTS, STEP_WEIGHTS)[0]):
        operation = rng.choice([o for o in STEPS if o.takes == kind and all(o.name != name for name, _ in steps)])
        k_free = all(n != "k" for _, n in steps)
        steps.append((operation.name, constant_for(rng, operation, k_free)))
        kind = operation.gives
    finishes = [o for o in FINISHES if o.takes == kind]
    if any(n == "k" for _, n in steps):
        finishes = [o for o in finishes if o.k_values is None]
    steps.append((rng.choice(finishes).name, None))
    return Composition(start, tuple(steps))


def draw_split(rng, held_out):
    """A composition of one split."""
    while True:
        composition = draw_composition(rng)
        if composition.held_out == held_out:
            return composition


def statement(rng, composition):
    """The problem in English: the steps in order, then the input and output format."""
    phrases = [rng.choice(BY_NAME[name].phrases).format(n=n) for name, n in composition.steps]
    text = rng.choice(OPENINGS[composition.start]) + phrases[0]
    for phrase in phrases[1:-1]:
        text += rng.choice(LINKS) + phrase
    text += rng.choice(LAST_LINKS) + phrases[-1] + "."
    lines = rng.choice(INPUT_LINES[composition.start]) + (rng.choice(K_LINES) if composition.k_operation else "")
    return f"{text}\n\nInput: {lines}\nOutput: {BY_NAME[composition.steps[-1][0]].gives}."
