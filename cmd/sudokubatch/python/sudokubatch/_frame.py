"""Data frames: how their rows become input of the command, and what it changed becomes columns of their types."""

from __future__ import annotations

import re
import sys
from typing import Any, Collection, Iterator, List

from ._data import DIGITS, SIZES, Values
from ._encoded import cells, is_grid, is_missing, plain

# The column with the places of a frame's rows, and how many rows are sent at once.
PLACE, _ROWS = "sudokubatch_row", 1 << 16


def headings(frame: Any) -> List[str]:
    """Return the names of the columns as the command gets them. It raises an error if they do not tell the columns apart."""
    if frame.columns.nlevels > 1:
        raise ValueError("columns of several levels: give each one name, such as frame.columns = ['_'.join(map(str, name)) for name in frame.columns]")
    names = ["" if is_missing(name) else one_line(str(name)) for name in frame.columns]
    if not names:
        raise ValueError("a DataFrame without columns: want a column of puzzles")
    if PLACE in names:
        raise ValueError(f"column {PLACE!r}: this name is taken: rename the column")
    if len(set(names)) < len(names):
        raise ValueError(f"two columns are named {max(names, key=names.count)!r}: rename one")
    return names


def pieces(frame: Any, places: bool) -> Iterator[bytes]:
    """Yield a frame as CSV, with the places of its rows in the last column if they are wanted."""
    pandas: Any = sys.modules["pandas"]
    names = headings(frame)
    for first in range(0, max(len(frame), 1), _ROWS):
        part = frame.iloc[first:first + _ROWS]
        columns = {name: list(map(sent, column)) if column.dtype.kind == "O" else column.array for name, (_, column) in zip(names, part.items())}
        if places:
            columns[PLACE] = range(first, first + len(part))
        yield pandas.DataFrame(columns).to_csv(index=False, header=first == 0).encode()


def sent(value: Any) -> str:
    """Return a value as the command gets it: on one line, which keeps the numbers of rows in messages."""
    value = plain(value)
    return "" if value is None else one_line(str(value))


def one_line(text: str) -> str:
    """Return a text with a space for each end of a line."""
    return re.sub("\r?\n|\r", " ", text)


def answer(columns: List[Values], frame: Any, changed: Collection[str]) -> Any:
    """Return rows of a frame, given as texts by column, each after its name: with what the command changed; all else stays as it is."""
    found = frame.iloc[list(map(int, columns[-1][1:]))].copy()
    for number, (name, (heading, *texts)) in enumerate(zip(frame.columns, columns), 1):
        if (heading or str(number)) in changed:  # the command has a number for a column without a name
            found[name] = renewed(found[name], texts)
    return found


def renewed(own: Any, texts: List[str]) -> Any:
    """Return a changed column: in its own type if this can hold the new values, and otherwise as texts.

    A value that did not change is the old one.
    """
    pandas: Any = sys.modules["pandas"]
    values, kind = own.tolist(), own.dtype
    before = list(map(sent, values))
    example = next((value for value, old in zip(values, before) if old), None)
    if example is None and kind.kind != "O":
        if all(len(text) <= 2 for text in texts):  # cells without a clue
            example = 0
        else:
            kind = object
    try:
        new = [value if old == text else like(text, value if old else example) for value, old, text in zip(values, before, texts)]
        if isinstance(kind, pandas.CategoricalDtype):
            kind = pandas.CategoricalDtype(list(dict.fromkeys([*kind.categories, *(value for value in new if not is_missing(value))])), kind.ordered)
        return pandas.Series(new, own.index, dtype=kind)
    except (OverflowError, TypeError, ValueError):  # such as a first digit 0, or a missing value among integers
        return pandas.Series(texts, own.index, dtype=object)


def like(text: str, example: Any) -> Any:
    """Return a text as a value like the example. It raises a ValueError if this would say something else."""
    if not text:
        return None
    if is_grid(example):
        return grid(text, example)
    example = plain(example)
    if not isinstance(example, (int, float)):
        return text
    value = type(example)(text)
    if text != str(value) and not (isinstance(value, float) and text == f"{value:.0f}"):
        raise ValueError(text)
    return value


def grid(text: str, example: Any) -> Any:
    """Return a grid that is given as text in the shape of the example, with cells like its own."""
    own = list(cells(example))
    digits = DIGITS.get(SIZES.get(len(text), 0), "")
    if len(own) != len(text) or not set(text) <= {"0", *digits}:
        raise ValueError(text)
    clue = next((cell for cell in own if not is_blank(cell)), 1)
    blank = next(filter(is_blank, own), "." if isinstance(clue, str) else 0)
    known = {".": blank, "0": blank, **{c: c if isinstance(clue, str) else type(clue)(i) for i, c in enumerate(digits) if i > 0}}
    return filled(example, (known[c] for c in text))


def is_blank(cell: Any) -> bool:
    """Report whether a cell has no digit."""
    return is_missing(cell) or cell in ("", ".", "0", 0)


def filled(example: Any, new: Iterator[Any]) -> Any:
    """Return a grid like the example with new cells."""
    if hasattr(example, "ravel"):
        numpy: Any = sys.modules["numpy"]
        return numpy.array([next(new) for _ in range(example.size)], example.dtype).reshape(example.shape)
    return type(example)([filled(part, new) if is_grid(part) else next(new) for part in example])
