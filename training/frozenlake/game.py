"""FrozenLake rules on many maps at once (numpy, vectorised over games).

A map is a row of 16 bytes, row-major, letters S F H G. Cells are 0..15. Actions are Left 0, Down 1, Right 2, Up 3.
"""

import hashlib

import numpy as np

SIZE = 4
CELLS = SIZE * SIZE
FROZEN_PROBABILITY = 0.8
SUCCESS_RATE = 0.8
BUDGET_TURNS = 8
START, FROZEN, HOLE, GOAL = (ord(letter) for letter in "SFHG")


def _next_cells():
    """Shape [16, 4]: the cell reached from a cell by an executed direction; the wall keeps the player in place."""
    row, column = np.divmod(np.arange(CELLS), SIZE)
    return np.stack(
        [
            row * SIZE + np.maximum(column - 1, 0),
            np.minimum(row + 1, SIZE - 1) * SIZE + column,
            row * SIZE + np.minimum(column + 1, SIZE - 1),
            np.maximum(row - 1, 0) * SIZE + column,
        ],
        axis=1,
    )


NEXT = _next_cells()


def rows_of(board):
    """The map's description: four strings such as "SFFF"."""
    text = board.tobytes().decode("ascii")
    return [text[i : i + SIZE] for i in range(0, CELLS, SIZE)]


def is_held_out(board):
    """True for about a fifth of all maps: first byte of sha256 of the rows joined by newlines is below 51."""
    return hashlib.sha256("\n".join(rows_of(board)).encode()).digest()[0] < 51


def solvable(boards):
    """Shape [n]: whether the goal can be reached from the start around the holes. boards: [n, 16]."""
    open_cells = boards != HOLE
    reached = boards == START
    for _ in range(CELLS):
        spread = reached.copy()
        for action in range(4):
            for cell in range(CELLS):
                spread[:, NEXT[cell, action]] |= reached[:, cell]
        reached = spread & open_cells
    return (reached & (boards == GOAL)).any(axis=1)


def draw_maps(rng, count, held_out):
    """[count, 16] maps: each cell frozen with probability 0.8, S and G on random distinct cells, redrawn until solvable.

    held_out chooses which side of the split the maps come from. Maps may repeat.
    """
    kept = []
    while len(kept) < count:
        n = 512
        boards = np.where(rng.random((n, CELLS)) < FROZEN_PROBABILITY, FROZEN, HOLE).astype(np.uint8)
        ends = rng.random((n, CELLS)).argsort(axis=1)[:, :2]
        boards[np.arange(n), ends[:, 0]] = START
        boards[np.arange(n), ends[:, 1]] = GOAL
        boards = boards[solvable(boards)]
        kept.extend(board for board in boards if is_held_out(board) == held_out)
    return np.stack(kept[:count])


def start_cells(boards):
    """Shape [n]."""
    return (boards == START).argmax(axis=1)


def step(boards, cells, actions, uniforms):
    """One turn of n games. actions: [n], -1 is an invalid reply (stay). uniforms: [n] in [0, 1), one a step.

    Returns (cells after, won, lost), each [n]. The executed direction is one of [a-1, a, a+1], in that order.
    """
    side = (1 - SUCCESS_RATE) / 2
    turn = (uniforms >= side).astype(int) + (uniforms >= side + SUCCESS_RATE).astype(int) - 1
    moved = np.where(actions >= 0, NEXT[cells, (actions + turn) % 4], cells)
    letters = boards[np.arange(len(boards)), moved]
    return moved, letters == GOAL, letters == HOLE


def action_values(boards, turns=BUDGET_TURNS):
    """Exact values by backward induction: probability of reaching the goal within the turns left.

    Returns Q [n, turns + 1, 16, 4] indexed by map, turns left, cell, action (0 turns left: all zero).
    """
    side = (1 - SUCCESS_RATE) / 2
    value = (boards == GOAL).astype(np.float64)
    fixed = (boards == GOAL) | (boards == HOLE)
    quality = np.zeros((len(boards), turns + 1, CELLS, 4))
    for left in range(1, turns + 1):
        reached = value[:, NEXT]
        quality[:, left] = (
            SUCCESS_RATE * reached + side * np.roll(reached, 1, axis=2) + side * np.roll(reached, -1, axis=2)
        )
        value = np.where(fixed, value, quality[:, left].max(axis=2))
    return quality
