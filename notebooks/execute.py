"""Executes the notebooks headless on a run folder; fails at the first error or text on stderr.

    python execute.py [--write] [RUN_FOLDER]

RUN_FOLDER is runs/frozenlake by default. With --write the outputs are kept in the notebooks, without times or paths.
"""

import argparse
import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent


def executed(path):
    notebook = nbformat.read(path, as_version=4)
    options = {"timeout": 600, "resources": {"metadata": {"path": HERE}}, "extra_arguments": ["--log-level=ERROR"]}
    NotebookClient(notebook, record_timing=False, coalesce_streams=True, **options).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                raise RuntimeError(f"{path.name}, cell {cell.id}: expected nothing on stderr, got {output.text}")
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("run_folder", nargs="?", type=Path, default=HERE.parent / "runs/frozenlake")
    given = parser.parse_args()
    os.environ["RUN"] = str(given.run_folder.resolve())
    for path in sorted(HERE.glob("*.ipynb")):
        notebook = executed(path)
        if given.write:
            nbformat.write(notebook, path)
        print(f"{path.name}: {len(notebook.cells)} cells executed", flush=True)


if __name__ == "__main__":
    main()
