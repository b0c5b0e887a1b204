"""Wrong programs near a right one: a confused operation, a constant off by one, a missing, extra or swapped step, a crash."""

from dataclasses import replace

from training.deepcoder.composition import constant_for
from training.deepcoder.operations import BY_NAME, STEPS

CRASHES = (
    ("list(map(int, input().split()))", "input().split()"),
    (", default=0", ""),
    ("(a)", "(b)"),
    ("(s)", "(t)"),
    (" in a]", " in b]"),
    ("int(input())", "input()"),
    ("))", ")"),
)
OPERATORS = ((" == ", " != "), (" > ", " < "), (" < ", " <= "), (" >= ", " > "), (" + ", " - "), (" - ", " + "), (" * ", " + "), ("::2", "1::2"))


def _confused(rng, composition):
    i = rng.randrange(len(composition.steps))
    name, n = composition.steps[i]
    siblings = BY_NAME[name].siblings
    if not siblings:
        return None
    other = BY_NAME[rng.choice(siblings)]
    wants = bool(other.constants)
    constant = n if wants and n is not None else constant_for(rng, other, False) if wants else None
    return _with_steps(composition, i, ((other.name, constant),))


def _off_by_one(rng, composition):
    places = [i for i, (_, n) in enumerate(composition.steps) if isinstance(n, int)]
    if not places:
        return None
    i = rng.choice(places)
    name, n = composition.steps[i]
    return _with_steps(composition, i, ((name, max(0, n + rng.choice((-1, 1)))),))


def _missing(rng, composition):
    i = rng.randrange(len(composition.steps) - 1)
    return _with_steps(composition, i, ())


def _extra(rng, composition):
    i = rng.randrange(len(composition.steps))
    kind = BY_NAME[composition.steps[i][0]].takes
    other = rng.choice([o for o in STEPS if o.takes == kind and o.gives == kind])
    return _with_steps(composition, i, ((other.name, constant_for(rng, other, False)), composition.steps[i]))


def _swapped(rng, composition):
    steps = list(composition.steps)
    places = [i for i in range(len(steps) - 2) if BY_NAME[steps[i][0]].takes == BY_NAME[steps[i + 1][0]].gives]
    if not places:
        return None
    i = rng.choice(places)
    steps[i], steps[i + 1] = steps[i + 1], steps[i]
    return replace(composition, steps=tuple(steps))


def _with_steps(composition, i, new):
    steps = composition.steps
    return replace(composition, steps=steps[:i] + new + steps[i + 1 :])


def _reworded(rng, program, pairs):
    pairs = [pair for pair in pairs if pair[0] in program]
    if not pairs:
        return None
    old, new = rng.choice(pairs)
    parts = program.split(old)
    at = rng.randrange(1, len(parts))
    return old.join(parts[:at]) + new + old.join(parts[at:])


KINDS = (_confused, _off_by_one, _missing, _extra, _swapped, "operator", "crash")
KIND_WEIGHTS = (5, 3, 2, 1, 1, 2, 1)


def edit(rng, composition):
    """A program one edit away from the composition's (it may still be right), and the edited composition or None."""
    while True:
        kind = rng.choices(KINDS, KIND_WEIGHTS)[0]
        if kind in ("operator", "crash"):
            program = _reworded(rng, composition.program(), OPERATORS if kind == "operator" else CRASHES)
            if program:
                return program, None
        else:
            edited = kind(rng, composition)
            if edited and edited != composition:
                # Half of the edits that lose the second line are drawn again: they are too easy to tell.
                if composition.k_operation and not edited.k_operation and rng.random() < 0.5:
                    continue
                return edited.program(), edited
