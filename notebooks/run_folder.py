"""What the notebooks share: a run folder read exactly, figures held against summary.csv, panels a column wide."""

import hashlib
import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

TEXT = """state_id trajectory_id instance_id parent_state_id task policy kind stage termination snapshot injected_action
action parsed sample_set unscored baseline candidate outcome exact_outcome placebo_outcome source_policy scored_by probe
slice metric method note test""".split()


def run_at(path):
    """A run folder, named from where the notebook stands or from the repository's root."""
    places = Path(path), Path(__file__).resolve().parent.parent / path
    for place in places:
        if (place / "manifest.json").exists():
            return place
    raise FileNotFoundError(f"RUN: expected a run folder, got {path}: no manifest.json in it")


def checked_manifest(folder):
    """The manifest of a complete run; raises where a file is not, byte for byte, the one that the run wrote."""
    manifest = json.loads(Path(folder, "manifest.json").read_text("utf-8"))
    if manifest["status"] != "complete":
        raise ValueError(f"{folder}/manifest.json: status: expected complete, got {manifest['status']}")
    for file in manifest["files"]:
        found = hashlib.sha256(Path(folder, file["name"]).read_bytes()).hexdigest()
        if found != file["sha256"]:
            raise ValueError(f"{folder}/{file['name']}: sha256: expected {file['sha256']}, got {found}")
    return manifest


def read(folder, name):
    """One CSV: text as it was (missing: ""), without the quote put before formulas; pandas 3 reads doubles exactly."""
    types = dict.fromkeys(TEXT, str)
    frame = pd.read_csv(Path(folder, f"{name}.csv"), dtype=types, keep_default_na=False, na_values=[""])
    for column in frame.columns.intersection(TEXT):
        frame[column] = frame[column].fillna("").str.replace(r"^'(?='*[=+\-@\t\r])", "", regex=True)
    return frame


def reported(summary, probe, metric):
    """Rows of summary.csv by candidate and slice, with the lengths of both arms of the interval."""
    rows = summary[(summary.probe == probe) & (summary.metric == metric)].set_index(["candidate", "slice"]).sort_index()
    return rows.assign(below=(rows.estimate - rows.ci_low).clip(0), above=(rows.ci_high - rows.estimate).clip(0))


def agrees(figure_values, rows, bar=1e-9):
    """Raises unless these rows of summary.csv have every value of the figure, to within the bar."""
    apart = figure_values.index[~(np.abs(figure_values - rows.estimate.reindex(figure_values.index)) <= bar)]
    if len(apart) or not len(figure_values):
        raise ValueError(f"{len(apart)} of {len(figure_values)} values differ from summary.csv: {list(apart)[:5]}")
    print(f"{len(figure_values)} × {rows.metric.iloc[0]} equal summary.csv")


def panels(names, height=2.2, share=True):
    """A panel for each name, at most two a row, each as wide as a column of a paper."""
    across = min(len(names), 2)
    down = -(-len(names) // across)
    size = (3.4 * across, height * down)
    figure, grid = plt.subplots(down, across, figsize=size, squeeze=False, sharex=share, sharey=share)
    for axis in grid.flat[len(names) :]:
        axis.remove()
    return figure, dict(zip(names, grid.flat))
