"""Every quality of a deepcoder-mt run again: the programs read from its replies, run, and compared by code of our own.

    python programs.py RUN_FOLDER PROBLEMS.jsonl

Programs run with a time limit in a scratch folder, without a sandbox: for policies whose programs do no harm.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np

from program_tests import Judge, program_of
from run_folder import finish, read

BAR = 1e-9
CELL = 200


def cell_of(text):
    """What a cell holds of a text: the text, or 16 digits of its hash when it is long or has more than one line."""
    if len(text.encode("utf-16-le")) // 2 <= CELL and not set(text) & set("\n\r\0"):
        return text
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def texts_aside(folder):
    """Text by state, policy and sample; of an injected action by state, None and None."""
    with open(Path(folder) / "actions.jsonl", encoding="utf-8") as lines:
        rows = list(map(json.loads, lines))
    return {(row["state_id"], row.get("policy"), row.get("sample_index")): row["action"] for row in rows}


def main(folder, file):
    judge, aside = Judge(file), texts_aside(folder)
    differences, problems = [], []

    def compare(where, theirs, ours):
        differences.append(abs(theirs - ours))
        if not differences[-1] <= BAR:
            problems.append(f"{where}: {theirs!r} in the run, {ours!r} here")

    def text_at(where, cell, *key):
        text = aside.pop(key, cell)
        if cell_of(text) != cell:
            problems.append(f"{where}: cell {cell!r} is not of {text!r}")
        return text

    instance_of = read(folder, "trajectories").set_index("trajectory_id").instance_id
    states = read(folder, "states").assign(instance=lambda rows: rows.trajectory_id.map(instance_of))
    errors = states[states.kind == "error"]
    injected = {
        row.state_id: text_at(row.state_id, row.injected_action, row.state_id, None, None)
        for row in errors.itertuples()
    }
    samples = read(folder, "samples").merge(states[["state_id", "instance", "best_quality"]], how="left")
    programs = [
        program_of(text_at(row.state_id, row.action, row.state_id, row.policy, row.sample_index))
        for row in samples.itertuples()
    ]
    judge.prepare(zip([*samples.instance, *errors.instance], [*programs, *injected.values()], strict=True))

    for row in errors.itertuples():
        program = injected[row.state_id]
        compare(f"{row.state_id} injected_regret", row.injected_regret, 1 - judge.quality(row.instance, program))
        if not judge.fails_in_public(row.instance, program):
            problems.append(f"{row.state_id}: the injected program passes every public test")
    for row, program in zip(samples.itertuples(), programs, strict=True):
        where = f"{row.state_id} {row.policy} {row.sample_index}"
        quality = judge.quality(row.instance, program)
        compare(f"{where} quality", row.quality, quality)
        compare(f"{where} regret", row.regret, 1 - quality)
        if (row.valid, row.parsed) != (program is not None, "" if program is None else cell_of(program)):
            problems.append(f"{where}: parsed as {row.parsed!r}, valid {row.valid}, here {program!r}")
    problems += [f"{key}: in actions.jsonl alone" for key in aside]
    if not (states.best_quality == 1).all():
        problems.append("best_quality is not 1 everywhere")
    finish("programs", len(differences), np.max(differences, initial=0.0), BAR, problems)


if __name__ == "__main__":
    main(*sys.argv[1:3])
