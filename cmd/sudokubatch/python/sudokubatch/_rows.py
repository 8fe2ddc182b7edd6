"""The verbs that choose, repair, divide and convert rows of files and data frames."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import closing
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

from ._data import is_missing, read_table, typed, wrap
from ._flags import Option, Path, file_name, file_names, flags
from ._run import run

Share = Union[int, float]
# The column with the places of a frame's rows, and how many rows of a frame are sent at once.
_PLACE, _ROWS = "sudokubatch_row", 1 << 16


def convert(source: Any, output: Optional[Path] = None, **options: Option) -> Any:
    """Write the rows of files in another form, or return them as a table.

    ``source`` is the name of a file, several names, or a data frame with a column of puzzles. With ``output`` the
    rows are written to this file, whose name decides the form, and the answer is a dict of counts. Without it, the
    answer is a data frame for a frame, and a dict of lists for files. Options are flags of ``sudokubatch convert``,
    such as ``canonical=True``, ``unique=True``, ``where="clues > 24"`` or ``pad_zeros=True``.

    >>> len(convert("@demo", take=3)["puzzle"])
    3
    """
    return _rows("convert", source, output, options)


def clean(source: Any, output: Optional[Path] = None, **options: Option) -> Any:
    """Keep the rows whose puzzles are valid, unique and new.

    Source, output and answer are as for :func:`convert`; the counts say what was left out. Options are flags of
    ``sudokubatch clean``, such as ``fix="solution"``, ``against="test.csv"`` or ``rejects="bad.csv"``.

    >>> len(clean("@hiho")["puzzle"])
    1
    """
    return _rows("clean", source, output, options)


def sample(source: Any, output: Optional[Path] = None, **options: Option) -> Any:
    """Choose rows at random, the same ones each time.

    Source, output and answer are as for :func:`convert`. Options are flags of ``sudokubatch sample``, such as
    ``count=20``, ``fraction=0.1``, ``per="tier=20"``, ``shuffle=True`` or ``seed=7``.

    >>> sample("@demo", count=2, seed=7)["puzzle"] == sample("@demo", count=2, seed=7)["puzzle"]
    True
    """
    return _rows("sample", source, output, options)


def split(source: Any, output: Optional[Path] = None, *, into: Optional[Mapping[str, Share]] = None, **options: Option) -> Any:
    """Divide rows into parts, with all isomorphs of a puzzle in one part.

    ``into`` has the names of the parts and their shares. With ``output`` the parts are written into this folder, and
    the answer is a dict with the number of rows in each part. Without it, the answer is a dict with a table for each
    part, as :func:`convert` returns them. Options are flags of ``sudokubatch split``, such as ``folds=5``,
    ``stratify="tier"``, ``to="parquet"`` or ``seed=7``.

    >>> parts = split("@demo", into={"train": 90, "test": 10}, exact=True)
    >>> {name: len(table["puzzle"]) for name, table in parts.items()}
    {'train': 18000, 'test': 2000}
    """
    options["into"] = into
    with tempfile.TemporaryDirectory(prefix="sudokubatch-") as folder:
        frame = _frame(source)
        parts = os.path.join(folder, "parts")
        if output is None:
            options["to"] = "tsv"
        counts = _write("split", source, frame, parts if output is None else output, options)
        rows = {part["name"]: part["rows"] for part in counts["parts"]}
        if output is not None:
            return rows
        tables = {}
        for name in rows:
            with open(os.path.join(parts, name + ".tsv"), "rb") as file:
                tables[name] = _answer(file.read(), frame)
        return tables


def explain(puzzle: Any, **options: Option) -> str:
    """Return the steps that solve a puzzle, with techniques and ratings of Sudoku Explainer, as text.

    Options are flags of ``sudokubatch explain``, such as ``html="steps.html"``, which also writes a page.

    >>> print(explain("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").splitlines()[0])
    ER 1.2, EP 1.2, ED 1.2. 51 steps; the hardest technique is Hidden Single.
    """
    data = wrap(puzzle, options.get("size"))
    if len(data) != 1:
        raise ValueError(f"{len(data)} puzzles: explain takes one; label has the ratings of many")
    with closing(run(["explain", *data.source(options), *flags(options)], data.pieces(), quiet=False)) as text:
        return b"".join(text).decode()


def _rows(verb: str, source: Any, output: Optional[Path], options: Dict[str, Option]) -> Any:
    """Run a verb whose output is one file. Return its counts or, without the name of an output, its rows."""
    frame = _frame(source)
    if output is not None:
        return _write(verb, source, frame, output, options)
    with closing(_run(verb, source, frame, ["--to", "tsv", *flags(options)])) as rows:
        return _answer(b"".join(rows), frame)


def _frame(source: Any) -> Any:
    """Return the source if it is a data frame, or None if it has names of files."""
    pandas: Any = sys.modules.get("pandas")  # a frame comes from a program that imported it
    if pandas is not None and isinstance(source, pandas.DataFrame):
        return source
    names = [source] if isinstance(source, (str, os.PathLike)) else source
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, (str, os.PathLike)) for name in names):
        raise TypeError(f"{type(source).__name__}: want the name of a file, several names, or a DataFrame with a column of puzzles")
    return None


def _run(verb: str, source: Any, frame: Any, arguments: List[str]) -> Any:
    """Run a verb with files or a frame as its input."""
    if frame is None:
        return run([verb, *file_names(source), *arguments])
    if _PLACE in frame.columns:
        raise ValueError(f"column {_PLACE!r}: this name is taken: rename the column")
    if not frame.columns.is_unique:
        raise ValueError(f"two columns are named {frame.columns[frame.columns.duplicated()][0]!r}: rename one")
    return run([verb, "--from", "csv", *arguments], _pieces(frame), whole=True, header=1)


def _pieces(frame: Any) -> Iterator[bytes]:
    """Yield a frame as CSV, with the places of its rows in the last column."""
    for first in range(0, max(len(frame), 1), _ROWS):
        part = frame.iloc[first:first + _ROWS]
        part = part.assign(**{_PLACE: range(first, first + len(part))})
        text = part.to_csv(index=False, header=first == 0)
        if text.count("\n") != len(part) + (first == 0):  # texts of several lines would shift places in messages
            text = part.replace("\n", " ", regex=True).to_csv(index=False, header=first == 0)
        yield text.encode()


def _write(verb: str, source: Any, frame: Any, output: Path, options: Dict[str, Option]) -> Dict[str, Any]:
    """Run a verb with an output, and return its counts."""
    with tempfile.TemporaryDirectory(prefix="sudokubatch-") as folder:
        name = os.path.join(folder, "stats.json")
        for _ in _run(verb, source, frame, ["--output", file_name(output), "--stats-json", name, *flags(options)]):
            pass
        with open(name, encoding="utf-8") as file:
            stats = json.load(file)
    return {"records": stats["puzzles"], "malformed": stats["malformed"], **stats.get(verb, {})}


def _answer(text: bytes, frame: Any) -> Any:
    """Return rows as a dict of lists, or as rows of a frame, with values that the command changed or added."""
    table = read_table([text], "\t")
    if frame is None:
        return table
    found = frame.iloc[list(map(int, table.pop(_PLACE)))].copy()
    names = {str(name): name for name in frame.columns}
    for column, values in table.items():
        if column not in names:
            found[column] = typed(column, values)
        elif found[names[column]].dtype.kind == "O":  # texts; numbers are no puzzles
            own = found[names[column]].tolist()
            sent = ["" if is_missing(old) else str(old).replace("\n", " ") for old in own]
            new = [old if value == text else value for old, text, value in zip(own, sent, values)]
            if any(old is not value for old, value in zip(own, new)):
                found[names[column]] = new
    return found
