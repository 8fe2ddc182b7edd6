"""Sudoku puzzles by the million: solve, check, label, generate, read, write, clean, sample and split them.

The work is done by the command ``sudokubatch``, which this package contains, on every core.
Puzzles are 4×4, 6×6, 8×8, 9×9, 12×12, 16×16 or 25×25, with boxes of 2×3, 2×4 and 3×4 or as ``box="3x2"`` says. They may be

- arrays of integers ``(N, 81)`` or ``(N, 9, 9)``, for 16×16 ``(N, 256)`` or ``(N, 16, 16)`` and so on, with 0 for
  a blank, or a mask over the blanks; solutions are ``uint8`` arrays of the same shape;
- lists of strings, or a column of pandas, with 81 digits and 0 or a dot for a blank, for 16×16 with
  256 letters A to P; ``size=6`` is for strings of other sizes; columns of Arrow and Polars are read, too, and answered with lists;
- tensors with ``__array__`` or ``.numpy()``, which are answered with arrays;
- lists of lists of numbers, in the shapes of arrays, and lists or columns of arrays or tensors; answers are such lists;
- one puzzle: a string, or an array or list without the first dimension.

Answers are of the same kind. :func:`read`, :func:`clean`, :func:`convert`, :func:`sample` and :func:`split` take
names of files; all but the first take data frames, too. Options that are not named here are flags of the command: ``jobs=1``
stands for ``--jobs 1``, ``max_guesses=0`` for ``--max-guesses 0``, and ``minimal=True`` for ``--minimal``.

>>> import sudokubatch
>>> puzzles = sudokubatch.generate(2, clues=30, text=True)
>>> sudokubatch.label(puzzles, "clues", "tier")
{'clues': [30, 30], 'tier': ['easy', 'hard']}

If the command fails, :class:`SudokubatchError` has its message. If puzzles are malformed,
:class:`MalformedError` has the first 20 with their places.

>>> sudokubatch.solve(puzzles + ["53..7.x"])
Traceback (most recent call last):
...
sudokubatch.MalformedError: index 2, column 7: bad cell 'x'
"""

from __future__ import annotations

import itertools
import operator
import os
import re
import tempfile
from contextlib import closing
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple, Union, overload

from ._binary import find_binary
from ._data import expect, read_grids, read_lines, read_npz, read_table, wrap
from ._flags import Option, Path, Paths, file_name, file_names, flags
from ._rows import clean, convert, explain, sample, split
from ._run import EMPTY_REASON, MalformedError, Problem, SudokubatchError, run

if TYPE_CHECKING:
    from typing import Literal

    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.integer[Any]]
    Grids = npt.NDArray[np.uint8]

__all__ = [
    "MalformedError", "Problem", "SudokubatchError", "__version__", "check", "clean", "convert", "explain",
    "find_binary", "generate", "hint", "label", "read", "sample", "solve", "split", "write",
]
__version__ = "0.0.0.dev0"  # a wheel has its version here
# Flags for pairs of a puzzle and its solution, in which nothing needs to be guessed.
PAIR = ["--column=1", "--solution-column=2"]
MalformedError.__module__ = Problem.__module__ = SudokubatchError.__module__ = __name__


@overload
def solve(puzzles: str, *, unique: bool = False, **options: Option) -> str: ...
@overload
def solve(puzzles: List[str], *, unique: bool = False, **options: Option) -> List[str]: ...
@overload
def solve(puzzles: Integers, *, unique: bool = False, **options: Option) -> Grids: ...
@overload
def solve(puzzles: Any, *, unique: bool = False, **options: Option) -> Any: ...
def solve(puzzles: Any, *, unique: bool = False, **options: Option) -> Any:
    """Return the solution of each puzzle: zeros, or "" for strings, if none was found.

    With ``unique`` only a solution that is the only one counts. To see why there is none, ask
    :func:`label` for ``"status"``. Options are flags of ``sudokubatch solve``.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    """
    data = wrap(puzzles, options.get("size"))
    arguments = ["solve", "--limit", "2" if unique else "1", *data.source(options), "--to", "line"]
    with closing(run([*arguments, *flags(options)], data.pieces(), total=len(data))) as answers:
        return data.solutions(answers)


def check(puzzles: Any, solutions: Any = None, *, against: Any = None, **options: Option) -> Any:
    """Check that each puzzle is well-formed and has exactly one solution.

    The answer is a table: a dict of lists or arrays, or a data frame with the index of the puzzles.

    - ``ok``: whether the puzzle passed;
    - ``status``: ``unique``, ``multiple``, ``no_solution``, ``contradiction``, ``gave_up`` or ``malformed``;
    - ``flags``: what failed, in one word each;
    - ``detail``: why it failed.

    ``solutions``, of the same kind as the puzzles, must be right. ``minimal=True``, ``duplicates=True`` and
    ``isomorphs=True`` ask for more. ``against``, the name of a file or other puzzles, may not contain
    a puzzle, or with ``isomorphs=True`` an isomorph. Missing values, such as None and NaN, are malformed puzzles
    or missing solutions. Other options are flags of ``sudokubatch check``.

    >>> check(["...", "1" + 80 * "."])["detail"]
    ['malformed: 3 of 81 cells', 'multiple solutions']
    """
    data, pair = wrap_pair(puzzles, solutions, options)
    data.missing = True
    with tempfile.TemporaryDirectory(prefix="sudokubatch-") as folder:
        arguments = ["check", *data.source(options), "--format", "csv", "--columns", "status,flags,detail"]
        if pair is not None:
            arguments += ["--solutions", *(PAIR if data.form == "npy" else [])]
        if isinstance(against, (str, os.PathLike)):
            arguments.append("--against=" + os.fspath(against))
        elif against is not None:
            other = wrap(against, options.get("size"))
            name = os.path.join(folder, "against." + {"npy": "npy", "line": "txt"}[other.form])
            with open(name, "wb") as file:
                file.writelines(other.pieces())
            arguments.append("--against=" + name)
        with closing(run([*arguments, *flags(options)], data.pieces(pair), total=len(data), malformed=True)) as rows:
            table = read_table((with_indexes(piece, folder) for piece in rows), ",")
    passed = list(map(operator.not_, table["flags"]))
    expect(len(passed), len(data))
    return data.table({"ok": passed, **table})


def label(puzzles: Any, *columns: Union[str, Sequence[str]], **options: Option) -> Any:
    """Return a table with these columns: a dict of lists or arrays, or a data frame with the index of the puzzles.

    The columns are names, or lists of names: ``label(puzzles, "clues", "er")`` or ``label(puzzles, ["clues", "er"])``.

    ``sudokubatch label -h`` lists the columns, among them clues, status, guesses, tier, rating, er and
    canonical. Numbers are int, float or bool; where one is missing it is None, or NaN in arrays.

    >>> label(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"], "clues", "er")
    {'clues': [30], 'er': [1.2]}
    """
    names = [name for group in columns for name in ([group] if isinstance(group, str) else group)]
    if not names:
        raise ValueError("label: no columns: name some, such as label(puzzles, 'clues', 'er')")
    data = wrap(puzzles, options.get("size"))
    arguments = ["label", *data.source(options), "--to", "tsv", "--replace", "--add", ",".join(names)]
    with closing(run([*arguments, *flags(options)], data.pieces(), total=len(data))) as rows:
        table = read_table(rows, "\t")
    expect(len(table[names[0]]), len(data))
    return data.table({name: table[name] for name in names})


def hint(puzzles: Any, states: Any = None, **options: Option) -> Any:
    """Return what is wrong in the states of puzzles, and the next step: a table as from :func:`label`.

    A state has the clues and a player's entries; without states the clues are all. Columns are ``wrong`` (names of
    cells such as r4c7), ``technique``, ``rating``, ``cell`` and ``digit`` of the easiest next step, and ``text``, which
    says it in words. A step that only removes candidates has neither cell nor digit. Puzzles of 4×4 and 6×6 have
    no ``rating``, other sizes than 9×9 no steps. Options are flags of ``sudokubatch hint``, such as ``scale="se121"``.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> hint(puzzle, "537" + puzzle[3:])["text"]
    'Wrong: r1c3=7. Next: Hidden Single in box 2: r1c6 is 8'
    """
    for name in ("record", "state", "marks"):
        if name in options:
            raise ValueError(f"{name}: hint takes a state for each puzzle as its second argument; explain has this option")
    data, pair = wrap_pair(puzzles, states, options, "states")
    pieces, form = data.pieces(pair), data.form
    names: List[str] = []
    if pair is not None:
        names = ["--column=1", "--state-column=2"]
        if form == "line":
            pieces, form = itertools.chain([b"puzzle,state\n"], pieces), "csv"
    arguments = ["hint", *data.source(options, form), "--to", "tsv", *names, *flags(options)]
    with closing(run(arguments, pieces, header=int(form == "csv"), total=len(data))) as rows:
        table = read_table(rows, "\t")
    table = {name: table[name] for name in ("wrong", "technique", "rating", "cell", "digit", "text") if name in table}
    expect(len(next(iter(table.values()))), len(data))
    return data.table(table)


@overload
def generate(count: Optional[int] = None, *, text: Literal[False] = False, solutions: Literal[False] = False, **options: Option) -> Grids: ...
@overload
def generate(count: Optional[int] = None, *, text: Literal[False] = False, solutions: Literal[True], **options: Option) -> Tuple[Grids, Grids]: ...
@overload
def generate(count: Optional[int] = None, *, text: Literal[True], solutions: Literal[False] = False, **options: Option) -> List[str]: ...
@overload
def generate(count: Optional[int] = None, *, text: Literal[True], solutions: Literal[True], **options: Option) -> Tuple[List[str], List[str]]: ...
def generate(count: Optional[int] = None, *, text: bool = False, solutions: bool = False, **options: Option) -> Any:
    """Return new puzzles with one solution, as an array ``(count, 81)`` or with ``text`` as strings.

    With ``solutions`` it returns a pair, puzzles and solutions. ``per="tier=20"`` takes the place of the count. Options
    are flags of ``sudokubatch gen``, such as ``seed=7``, ``size=16``, ``tier="hard"`` or ``symmetry="rotational"``.

    >>> generate(1000, tier="easy", seed=7).shape
    (1000, 81)
    """
    arguments = ["gen", *([] if count is None else [f"--count={count}"]), "--to", "line", *(["--solutions"] if solutions else [])]
    each = 2 if solutions else 1
    with closing(run([*arguments, *flags(options)], total=count)) as lines:
        if text:
            found: List[Any] = read_lines(lines, each)
        else:
            found = read_grids(lines, each)
    return tuple(found) if solutions else found[0]


@overload
def read(path: Paths, *, solutions: Literal[False] = False, text: Literal[False] = False, **options: Option) -> Grids: ...
@overload
def read(path: Paths, *, solutions: Literal[True], text: Literal[False] = False, **options: Option) -> Tuple[Grids, Grids]: ...
@overload
def read(path: Paths, *, solutions: Literal[False] = False, text: Literal[True], **options: Option) -> List[str]: ...
def read(path: Paths, *, solutions: bool = False, text: bool = False, **options: Option) -> Any:
    """Return the puzzles of files, as an array such as ``(N, 81)`` or with ``text`` as a list of strings.

    A file may have any form that the command knows, such as CSV, JSON, Parquet or plain lines, and may
    be compressed. A folder or pattern stands for its files. With ``solutions`` the answer is a pair of
    arrays, puzzles and solutions. Zeros stand for missing solutions, and a warning counts these. Options are flags of ``sudokubatch convert``, such as
    ``column="quizzes"`` or ``where="clues > 24"``. With ``on_bad="skip"`` malformed puzzles are left out, with
    a warning that has their places; otherwise they raise :class:`MalformedError`.

    >>> read("@demo", take=3).shape
    (3, 81)
    """
    if text and solutions:
        raise ValueError("read: solutions are arrays: leave out text, or read the file with pandas")
    names = file_names(path)
    arguments = ["convert", *names, *flags(options)]
    if not solutions:
        with closing(run([*arguments, "--to", "line"], lossy=True)) as lines:
            return read_lines(lines)[0] if text else read_grids(lines)[0]
    with tempfile.TemporaryDirectory(prefix="sudokubatch-") as folder:
        name = os.path.join(folder, "puzzles.npz")
        for _ in run([*arguments, "--output", name], lossy=True):
            pass
        arrays = read_npz(name)
    if "solutions" not in arrays:
        raise SudokubatchError(f"{', '.join(names)}: no solutions: name their column with solution_column")
    return arrays["puzzles"], arrays["solutions"]


def write(path: Path, puzzles: Any, solutions: Any = None, **options: Option) -> None:
    """Write puzzles to a file, with their solutions if they are given.

    The name decides the form: ``.csv``, ``.parquet``, ``.jsonl``, ``.npz``, ``.txt`` and so on, also with
    ``.zst`` or ``.gz`` behind. The file appears when it is complete. A file that exists is an error unless
    ``force=True``. Solutions are written as they are; :func:`check` checks them. Other options are flags of
    ``sudokubatch convert``.
    """
    data, pair = wrap_pair(puzzles, solutions, options)
    pieces, form, header = data.pieces(pair), data.form, 0
    if pair is not None and form == "line":
        pieces, form, header = itertools.chain([b"puzzle,solution\n"], pieces), "csv", 1
    arguments = ["convert", "--on-bad", "stop", *data.source(options, form), "--output", file_name(path), *([] if pair is None else PAIR)]
    for _ in run([*arguments, *flags(options)], pieces, whole=True, header=header):
        pass


def wrap_pair(puzzles: Any, solutions: Any, options: Mapping[str, Option], what: str = "solutions") -> Tuple[Any, Any]:
    """Return what the command needs to know about puzzles and their solutions, or None for these."""
    size = options.get("size")
    data, pair = wrap(puzzles, size), None if solutions is None else wrap(solutions, size)
    if pair is not None and (type(pair) is not type(data) or (len(pair), pair.cells) != (len(data), data.cells)):
        raise ValueError(f"{len(data)} puzzles and {len(pair)} {what}: want as many, of the same kind")
    return data, pair


def with_indexes(rows: bytes, folder: str) -> bytes:
    """Replace the places of other puzzles in the details of a check by their indexes, from 0."""

    def index(match: "re.Match[bytes]") -> bytes:
        where = b"" if match[1] == b"<stdin>" else b"against "
        return where + b"index %d" % (int(match[3] or match[2]) - 1)

    file = re.escape(os.path.join(folder, "against.").encode())
    rows = rows.replace(EMPTY_REASON[0].encode(), EMPTY_REASON[1].encode())
    return re.sub(rb"(<stdin>|" + file + rb"(?:npy|txt))(?::(\d+))?(?: \(record (\d+)\))?", index, rows)
