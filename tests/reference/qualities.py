"""Every FrozenLake quality of a run again, from Gymnasium's transition table and a finite-horizon DP of our own.

    python qualities.py RUN_FOLDER TRAJECTORIES.jsonl
"""

import json
import sys
from functools import cache

import numpy as np
from gymnasium.envs.toy_text.frozen_lake import FrozenLakeEnv

from run_folder import finish, read, trajectories

MOVES = ["Left", "Down", "Right", "Up"]
BAR = 1e-9


@cache
def transitions(desc, success_rate):
    """Shapes [4, cells, cells] and [4, cells]: chance to move on to a cell, and to step on the goal. Absorbing cells: 0."""
    env = FrozenLakeEnv(desc=list(desc), is_slippery=success_rate < 1, success_rate=success_rate)
    cells = env.observation_space.n
    move, goal = np.zeros((4, cells, cells)), np.zeros((4, cells))
    for cell in range(cells):
        for action in range(4):
            for probability, after, reward, terminated in env.P[cell][action]:
                goal[action, cell] += probability * reward
                if not terminated:
                    move[action, cell, after] += probability
    return move, goal


@cache
def values(desc, success_rate, turns):
    """Shape [cells]: best chance to reach the goal within `turns` turns of one move."""
    move, goal = transitions(desc, success_rate)
    best = np.zeros(goal.shape[1])
    for _ in range(turns):
        best = (goal + move @ best).max(axis=0)
    return best


def quality(instance, snapshot, parsed):
    """Chance to reach the goal when this turn plays all moves of `parsed` (none when it is empty), the rest optimally."""
    desc, success_rate = tuple(instance["desc"]), instance["success_rate"]
    move, goal = transitions(desc, success_rate)
    value = values(desc, success_rate, snapshot["turns_left"] - 1)
    for name in reversed(parsed.split(",") if parsed else []):
        action = MOVES.index(name)
        value = goal[action] + move[action] @ value
    row, column = snapshot["position"]
    return value[row * len(desc[0]) + column]


def best(instance, snapshot):
    return max(quality(instance, snapshot, move) for move in MOVES)


def main(folder, file):
    played = trajectories(file)
    states = {}
    for state in read(folder, "states").itertuples():
        states[state.state_id] = (played[state.trajectory_id]["instance"], json.loads(state.snapshot), state)
    differences, problems = [], []

    def compare(where, theirs, ours):
        difference = abs(theirs - ours)
        differences.append(difference)
        if not difference <= BAR:
            problems.append(f"{where}: {theirs!r} in the run, {ours!r} here")

    for state_id, (instance, snapshot, state) in states.items():
        compare(f"{state_id} best_quality", state.best_quality, best(instance, snapshot))
        if state.kind == "error":
            parent, before, _ = states[state.parent_state_id]
            regret = best(parent, before) - quality(parent, before, state.injected_action)
            compare(f"{state_id} injected_regret", state.injected_regret, regret)
    known = {}
    for sample in read(folder, "samples").itertuples():
        instance, snapshot, state = states[sample.state_id]
        key = (sample.state_id, sample.parsed)
        if key not in known:
            known[key] = quality(instance, snapshot, sample.parsed)
        where = f"{sample.state_id} {sample.policy} {sample.sample_index} {sample.parsed!r}"
        compare(f"{where} quality", sample.quality, known[key])
        compare(f"{where} regret", sample.regret, state.best_quality - known[key])
        if sample.valid != (sample.parsed != ""):
            problems.append(f"{where}: valid is {sample.valid}")
    finish("qualities", len(differences), np.max(differences, initial=0.0), BAR, problems)


if __name__ == "__main__":
    main(*sys.argv[1:3])
