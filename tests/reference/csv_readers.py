"""The CSVs of a run as others open them: Python's csv, pandas, R (where not installed, its rules), a spreadsheet.

    python csv_readers.py RUN_FOLDER [TRAJECTORIES]

With the options given here each reader must find every cell as it was written, and the ids as TRAJECTORIES has them.
What the reader's defaults would change is printed, by column, with an example.
"""

import csv
import math
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pandas as pd

from run_folder import TEXT, finish, plain, trajectories

BOOLEANS = ["success", "valid"]
CELL_END = re.compile(r"[,\n]")
FORMULA = tuple("=+-@\t\r")
R_SCRIPT = """
arguments <- commandArgs(TRUE)
options <- list(arguments[1], check.names = FALSE, encoding = "UTF-8")
text <- strsplit(arguments[4], " ")[[1]]
if (arguments[3] == "given")
  options <- c(options, list(na.strings = "", colClasses = setNames(rep("character", length(text)), text)))
frame <- do.call(read.csv, options)
shown <- lapply(frame, function(column) {
  text <- if (is.numeric(column)) sprintf("%.17g", column) else enc2utf8(as.character(column))
  ifelse(is.na(column), "", text)
})
connection <- file(arguments[2], "wb")
write.table(as.data.frame(shown, optional = TRUE), connection, sep = ",", qmethod = "double", row.names = FALSE)
close(connection)
"""


def raw_cells(text):
    """Columns by RFC 4180, as text: the truth here, sharing nothing with the readers."""
    rows, row, at = [], [], 0
    while at < len(text):
        if text[at] == '"':
            end = text.index('"', at + 1)
            while text[end + 1] == '"':
                end = text.index('"', end + 2)
            cell, at = text[at + 1 : end].replace('""', '"'), end + 1
        else:
            end = CELL_END.search(text, at).start()
            cell, at = text[at:end], end
        row.append(cell)
        if text[at] == "\n":
            rows.append(row)
            row = []
        at += 1
    return {name: list(cells) for name, *cells in zip(*rows, strict=True)}


def same(name, cell, value):
    """Whether a typed value is what its cell says: missing where empty, text as text, numbers to the last bit."""
    if cell == "":
        return value == "" or pd.isna(value)
    if name in TEXT:
        return isinstance(value, str) and value == cell
    if name in BOOLEANS:
        return isinstance(value, bool) and value == (cell == "true")
    return not isinstance(value, (str, bool)) and value == float(cell)


def same_text(name, cell, value):
    """The same of a value that the reader printed: numbers by 17 digits, which tell doubles apart."""
    if cell == "" or value == "" or name in TEXT:
        return value == cell
    if name in BOOLEANS:
        return value.lower() == cell
    return float(value) == float(cell)


def same_in_r(name, cell, value):
    """The same of R, whose own reading of decimals is off by one unit in the last place now and then."""
    if name in TEXT or name in BOOLEANS or "" in (cell, value):
        return same_text(name, cell, value)
    return abs(float(value) - float(cell)) <= math.ulp(float(cell))


def by_csv(path, truth, given):
    with open(path, encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines)
    return dict(zip(header, zip(*rows) if rows else [()] * len(header))), lambda name, cell, value: value == cell


def by_pandas(path, truth, given):
    options = {"keep_default_na": False, "na_values": [""], "dtype": dict.fromkeys(TEXT, str)} if given else {}
    frame = pd.read_csv(path, low_memory=False, **options)
    return {name: frame[name].tolist() for name in frame}, same


def by_r(path, truth, given):
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "out.csv")
        text = " ".join(name for name in truth if name in TEXT)
        command = ["Rscript", "-e", R_SCRIPT, str(path), str(out), "given" if given else "defaults", text]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"Rscript on {path}: {done.stderr.strip()}")
        return by_csv(out, truth, given)[0], same_in_r if given else same_text


def by_rules_of_r(path, truth, given):
    """type.convert of base R: a column is logical, else numeric, else text; the word NA is missing in all of them."""
    number = re.compile(r"\s*[+-]?((\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?|0[xX][0-9a-fA-F]+|NaN|[iI]nf)\s*")
    found = {}
    for name, cells in truth.items():
        known = [cell for cell in cells if cell not in ("", "NA")]
        if given and name in TEXT:
            found[name] = cells
        elif all(cell in ("T", "F", "TRUE", "FALSE", "true", "false") for cell in known):
            found[name] = [str(cell[0] in "Tt").lower() if cell in known else "" for cell in cells]
        elif all(number.fullmatch(cell) for cell in known):
            value = lambda cell: float.fromhex(cell) if "x" in cell.lower() else float(re.sub("[dD]", "e", cell))
            found[name] = [repr(value(cell)) if cell in known else "" for cell in cells]
        else:
            found[name] = ["" if cell == "NA" and not given else cell for cell in cells]
    return found, same_text


def by_spreadsheet(path, truth, given):
    """Columns imported as text, or opened by double click: numbers of 15 digits, dates and truth values are guessed."""
    number = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
    date = re.compile(r"\d{1,4}[-/]\d{1,2}([-/]\d{1,4})?")

    def opened(name, cell):
        if cell.startswith(FORMULA) and not number.fullmatch(cell):
            return f"runs {cell}"
        if given:
            return cell
        if number.fullmatch(cell):
            return f"{float(cell):.15g}"
        return cell.upper() if cell.lower() in ("true", "false") else f"date {cell}" if date.fullmatch(cell) else cell

    return {name: [opened(name, cell) for cell in cells] for name, cells in truth.items()}, same_text


READERS = {
    "Python's csv": (by_csv, 'newline=""'),
    "pandas": (by_pandas, 'dtype=str for text, keep_default_na=False, na_values=[""]; before pandas 3 float_precision'),
    "R": (by_r if shutil.which("Rscript") else by_rules_of_r, 'colClasses="character" for text, na.strings=""'),
    "a spreadsheet": (by_spreadsheet, "columns imported as text"),
}


def changes(truth, read, is_same):
    """By column: what came out otherwise."""
    for name in sorted(truth.keys() ^ read.keys()):
        yield name, "column", "in one of the two alone"
    for name in filter(read.get, truth):
        if len(truth[name]) != len(read[name]):
            yield name, f"{len(truth[name])} rows", f"{len(read[name])} rows"
        for cell, value in zip(truth[name], read[name]):
            if not is_same(name, cell, value):
                yield name, cell, value


def form_problems(name, text, truth):
    if not text.endswith("\n") or text.startswith("\ufeff"):
        yield f"{name}: expected no byte-order mark and a line break at the end"
    for column in truth:
        if not re.fullmatch("[a-z0-9_]+", column):
            yield f"{name}: column {column!r}: expected lower_snake_case"


def id_problems(truth, saved):
    ids, wanted = {plain(cell) for cell in truth["trajectory_id"]}, set(trajectories(saved))
    for one in sorted(wanted - ids):
        yield f"trajectory {one!r}: not in trajectories.csv, once the quote before formulas is taken off"
    for one in sorted(ids - wanted):
        yield f"trajectory {one!r}: in trajectories.csv alone"


def main(folder, saved=None):
    compared, problems = 0, []
    for path in sorted(Path(folder).glob("*.csv")):
        text = path.read_bytes().decode("utf-8")
        truth = raw_cells(text)
        problems += form_problems(path.name, text, truth)
        if saved and path.stem == "trajectories":
            problems += id_problems(truth, saved)
        for reader, (read, _) in READERS.items():
            found = changes(truth, *read(path, truth, True))
            problems += [f"{path.name}, {reader}: {name}: {cell!r} became {value!r}" for name, cell, value in found]
            compared += sum(map(len, truth.values()))
            by_default = {}
            for name, cell, value in changes(truth, *read(path, truth, False)):
                by_default.setdefault(name if name in TEXT else "numbers", []).append(f"{cell!r} → {value!r}")
            for name, cells in by_default.items():
                print(f"  {path.name}, {reader} by default: {name}: {len(cells)} cells, {cells[0]}")
    for reader, (_, options) in READERS.items():
        print(f"  {reader}: held to {options}")
    finish("cells opened by other readers", compared, 0.0, 0.0, problems)


if __name__ == "__main__":
    main(*sys.argv[1:])
