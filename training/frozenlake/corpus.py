"""Games of demonstrators of mixed skill, as rendered chat text.

    python -m training.frozenlake.corpus --count 2000 --seed 1 --out games.jsonl

writes one JSON string a line, one game a line. The first lines do not depend on the count.
"""


import numpy as np

from training.chat import message
from training.frozenlake.game import BUDGET_TURNS, action_values, draw_maps, start_cells, step
from training.frozenlake.text import PREFIX, reply_text, user_text
from training.texts import write_texts

RANDOM_MOVE_RATES = (0.15, 0.4, 0.7)
WEAK_FROM_RATE = 0.4
INVALID_RATE = 0.01
CHUNK_GAMES = 1000


def demonstrator_actions(rng, quality, rates):
    """[n] actions: a best one (ties broken at random), or any move at the game's rate; weak players err in form too.

    quality: [n, 4] exact values at the games' states. -1 is the invalid reply.
    """
    n = len(rates)
    best = quality >= quality.max(axis=1, keepdims=True) - 1e-12
    action = np.where(best, rng.random((n, 4)), -1.0).argmax(axis=1)
    action = np.where(rng.random(n) < rates, rng.integers(0, 4, n), action)
    invalid = (rng.random(n) < INVALID_RATE) & (rates >= WEAK_FROM_RATE)
    return np.where(invalid, -1, action)


def _chunk(seed, index):
    """1000 games' texts on training maps."""
    rng = np.random.default_rng([seed, index])
    boards = draw_maps(rng, CHUNK_GAMES, held_out=False)
    quality = action_values(boards)
    rates = rng.choice(RANDOM_MOVE_RATES, CHUNK_GAMES)
    cells = start_cells(boards)
    texts = [PREFIX] * CHUNK_GAMES
    alive = np.ones(CHUNK_GAMES, bool)
    after_invalid = np.zeros(CHUNK_GAMES, bool)
    for turn in range(BUDGET_TURNS):
        left = BUDGET_TURNS - turn
        actions = demonstrator_actions(rng, quality[np.arange(CHUNK_GAMES), left, cells], rates)
        for i in np.flatnonzero(alive):
            seen = user_text(boards[i], cells[i], left, after_invalid[i])
            texts[i] += message("user", seen) + message("assistant", reply_text(actions[i]))
        moved, won, lost = step(boards, cells, actions, rng.random(CHUNK_GAMES))
        cells = np.where(alive, moved, cells)
        alive &= ~(won | lost)
        after_invalid = actions < 0
    return texts


def games(seed, count):
    """count rendered games; the same seed gives the same games in the same order."""
    texts = []
    for index in range(-(-count // CHUNK_GAMES)):
        texts.extend(_chunk(seed, index))
    return texts[:count]


if __name__ == "__main__":
    write_texts(__doc__, games)
