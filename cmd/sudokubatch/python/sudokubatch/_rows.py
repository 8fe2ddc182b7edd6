"""The verbs that choose, repair, divide and convert rows of files and data frames."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import closing
from typing import Any, Dict, Mapping, Optional, Tuple, Union

from . import _frame as frames
from ._data import read_columns, wrap
from ._flags import Option, Path, file_name, file_names, flags
from ._run import SudokubatchError, run

Share = Union[int, float]
Stats = Dict[str, Any]


def convert(source: Any, output: Optional[Path] = None, **options: Option) -> Any:
    """Write the rows of files in another form, or return them as a table.

    ``source`` is the name of a file, several names, or a data frame with a column of puzzles. With ``output`` the
    rows are written to this file, whose name decides the form, and the answer is a dict of counts. Without it, the
    answer is a data frame for a frame, and a dict of lists of texts for files. In a frame only the columns change that
    the command changes, in their own types where these can hold the new values. Options are flags of
    ``sudokubatch convert``, such as ``canonical=True``, ``unique=True``, ``where="clues > 24"`` or ``pad_zeros=True``.

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
    frame = _frame(source)
    if output is not None:
        _, stats = _run("split", source, frame, {**options, "output": file_name(output)})
        return {part["name"]: part["rows"] for part in stats["split"]["parts"]}
    with tempfile.TemporaryDirectory(prefix="sudokubatch-") as folder:
        parts = os.path.join(folder, "parts")
        _, stats = _run("split", source, frame, {**options, "output": parts, "to": "tsv"}, places=True)
        return {
            part["name"]: _answer(_read(os.path.join(parts, part["name"] + ".tsv")), frame, stats)
            for part in stats["split"]["parts"]}


def explain(puzzle: Any, **options: Option) -> str:
    """Return the steps that solve a puzzle, with techniques and ratings of Sudoku Explainer, as text.

    Puzzles of 4×4 and 6×6 have steps without ratings, other sizes than 9×9 none. Options are flags of ``sudokubatch
    explain``, such as ``size=6`` or ``html="steps.html"``, which also writes a page.

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
    if output is None:
        if "to" in options:
            raise ValueError(f"to={options['to']!r}: this is the form of a file: name an output")
        text, stats = _run(verb, source, frame, {**options, "to": "tsv"}, places=True)
        return _answer(text, frame, stats)
    _, stats = _run(verb, source, frame, {**options, "output": file_name(output)})
    return {"records": stats["puzzles"], "malformed": stats["malformed"], **stats.get(verb, {})}


def _frame(source: Any) -> Any:
    """Return the source if it is a data frame, or None if it has names of files."""
    pandas: Any = sys.modules.get("pandas")  # a frame comes from a program that imported it
    if pandas is not None and isinstance(source, pandas.DataFrame):
        return source
    names = [source] if isinstance(source, (str, os.PathLike)) else source
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, (str, os.PathLike)) for name in names):
        raise TypeError(f"{type(source).__name__}: want the name of a file, several names, or a DataFrame with a column of puzzles")
    return None


def _run(verb: str, source: Any, frame: Any, options: Dict[str, Option], places: bool = False) -> Tuple[bytes, Stats]:
    """Run a verb with files or a frame as its input, and return its standard output and its statistics.

    ``places`` asks for the places of a frame's rows in a last column.
    """
    with tempfile.TemporaryDirectory(prefix="sudokubatch-") as folder:
        name = str(options.get("stats_json") or os.path.join(folder, "stats.json"))
        arguments = flags({**options, "stats_json": name})
        if frame is None:
            running = run([verb, *file_names(source), *arguments])
        else:
            running = run([verb, "--from", "csv", *arguments], frames.pieces(frame, places), whole=True, header=1)
        with closing(running):
            text = b"".join(running)
        return text, json.loads(_read(name))


def _read(name: str) -> bytes:
    """Return the content of a file."""
    with open(name, "rb") as file:
        return file.read()


def _answer(text: bytes, frame: Any, stats: Stats) -> Any:
    """Return rows as a dict of lists of texts, or as rows of a frame with what the command changed."""
    columns = read_columns([text], "\t")
    if frame is not None:
        return frames.answer(columns, frame, stats["changed_columns"])
    table = {name: texts for name, *texts in columns}
    if len(table) < len(columns):
        raise SudokubatchError("two columns have the same name: rename one, or name an output")
    return table
