"""What policies of a deepcoder-mt run were shown, again from the tests: the first public test that fails, no more.

    python feedback.py RUN_FOLDER TRAJECTORIES.jsonl PROBLEMS.jsonl NAME=FOLDER...

Saved turns are compared word for word, but for what follows the class of an error: Pythons word it differently.
No file holds the prompt of an error state, but what was drawn there has an NLL: it is computed again after the prompt
that the injected program must have led to.
"""

import json
import re
import sys
from pathlib import Path

import numpy as np

from nll import Policy, messages_at
from program_tests import Judge, program_of
from programs import texts_aside
from run_folder import finish, read, trajectories

BAR = 1e-4
SHOWN = 200
SAMPLES = 120
SYSTEM = (
    "Write a Python program that solves the problem. It reads standard input and writes standard output. "
    "Reply with the program in a python block. When a test fails, you are shown it and may send another program."
)


def cut(text):
    line = text.removesuffix("\n")
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"


def feedback(judge, instance, program):
    """The words on a program that fails a public test; None for one that passes them all."""
    if program is None:
        return "That was not a program."
    problem = judge.problems[instance]
    passed = judge.passed(instance, program)[: problem["public"]]
    if all(passed):
        return None
    place = passed.index(False)
    code, said, errors = judge.results(instance, program)[place]
    seen = f"Got:\n{cut(said.strip())}"
    if code != 0:
        seen = f"Error:\n{cut('time limit' if code is None else errors.rstrip().split(chr(10))[-1])}"
    given, wanted = cut(problem["inputs"][place]), cut(problem["expected"][place])
    return f"Test {place + 1} failed.\nInput:\n{given}\nExpected:\n{wanted}\n{seen}"


def user(turns_left, text):
    return {"role": "user", "content": f"Turns left: {turns_left}\n\n{text}"}


def opening(judge, trajectory):
    statement = judge.problems[trajectory["instance"]["instance_id"]]["statement"]
    return [{"role": "system", "content": SYSTEM}, user(trajectory["budget"], statement)]


def unworded(messages):
    return [{**one, "content": re.sub(r"(\nError:\n\w+):.*", r"\1", one["content"])} for one in messages]


def check_saved(judge, played):
    """Places compared, and what is wrong with them."""
    compared, problems = 0, []
    for name, trajectory in played.items():
        instance, turns = trajectory["instance"]["instance_id"], trajectory["turns"]
        shown = opening(judge, trajectory)
        for turn, one in enumerate(turns):
            compared += 1
            if unworded(one["messages"]) != unworded(shown):
                problems.append(f"{name}:{turn}: {one['messages']} saved, {shown} here")
            words = feedback(judge, instance, program_of(one["action"]["text"]))
            shown = [user(trajectory["budget"] - turn - 1, words)]
        program = program_of(turns[-1]["action"]["text"])
        ours = (judge.quality(instance, program) == 1, "public_tests" if words is None else "budget")
        theirs = (trajectory["outcome"]["success"], trajectory["outcome"]["termination"])
        if ours != theirs:
            problems.append(f"{name}: outcome {theirs} saved, {ours} here")
    return compared, problems


def drawn_at_errors(folder):
    """Samples at error states, spread over all of them, with the state's columns."""
    states = read(folder, "states")
    rows = read(folder, "samples").merge(states[states.kind == "error"].drop(columns="kind"), on="state_id")
    return rows.iloc[np.unique(np.linspace(0, len(rows) - 1, min(SAMPLES, len(rows))).round().astype(int))]


def main(folder, file, tests, *named):
    judge, played, aside = Judge(tests), trajectories(file), texts_aside(folder)
    policies = {name: Policy(place) for name, place in (one.split("=", 1) for one in named)}
    judge.prepare(
        (one["instance"]["instance_id"], program_of(turn["action"]["text"]))
        for one in played.values()
        for turn in one["turns"]
    )
    compared, problems = check_saved(judge, played)
    sandbox = json.loads((Path(folder) / "manifest.json").read_text())["scorer"]["name"]
    is_our_python = "portable" not in sandbox
    largest, scored, passed_over = 0.0, 0, 0
    for row in drawn_at_errors(folder).itertuples():
        trajectory, policy = played[row.trajectory_id], policies[row.policy]
        program = aside.get((row.state_id, None, None), row.injected_action)
        words = feedback(judge, trajectory["instance"]["instance_id"], program)
        parent = messages_at(trajectory, row.turn - 1)
        injected = {"role": "assistant", "content": f"```python\n{program}```"}
        messages = [*parent, injected, user(row.turns_left, words)]
        ids = policy.reply_ids(messages, aside.get((row.state_id, row.policy, row.sample_index), row.action))
        # Other ids of a reply cut at the limit or drawn in other tokens; another Python words errors differently.
        if len(ids) != row.tokens or (not is_our_python and "\nError:\n" in words):
            passed_over += 1
            continue
        difference = abs(policy.nll(messages, ids).sum() - row.nll_nats) / len(ids)
        largest, scored = max(largest, difference), scored + 1
        if not difference <= BAR:
            problems.append(f"{row.state_id} {row.policy} {row.sample_index}: {difference} nats a token apart")
    if scored < passed_over:
        problems.append(f"only {scored} samples at error states could be scored, not {passed_over}")
    finish(f"feedback, with {scored} samples at error states", compared + scored, largest, BAR, problems)


if __name__ == "__main__":
    main(*sys.argv[1:])
