"""The kinds of data that hold puzzles: how they become input of the command, and its output becomes them."""

from __future__ import annotations

import csv
import io
import re
import sys
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

from ._run import EMPTY, PIECE, Piece, SudokubatchError

Values = List[Any]
Table = Dict[str, Values]

# Types of columns; all others are text.
TYPES: Dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(["clues", "guesses", "solutions", "rating", "automorphisms", "steps"], int),
    **dict.fromkeys(["er", "ep", "ed"], float),
    **dict.fromkeys(["complete", "minimal"], "true".__eq__),
}

# Characters that end the cells of a line; within a string they are malformed cells.
_ENDS = str.maketrans(",;#", "!!!")

# Answers that are no solution. Only these have spaces.
_UNSOLVED = re.compile(rb"(?m)^[a-z].*$")


def wrap(data: Any) -> Union["Lines", "Arrays"]:
    """Return what the command needs to know about puzzles or solutions."""
    if isinstance(data, str):
        return Lines([data], lambda values: values[0], lambda table: {name: values[0] for name, values in table.items()})
    numpy: Any = sys.modules.get("numpy")  # data of a library comes from a program that imported it
    pandas: Any = sys.modules.get("pandas")
    if numpy is not None and isinstance(data, numpy.ndarray):
        if data.dtype.kind in "iu":
            return Arrays(data)
        if data.dtype.kind not in "OU" or data.ndim != 1:
            raise TypeError(f"array of type {data.dtype} and shape {data.shape}: want integers, or one dimension of strings")
        return Lines(data.tolist(), lambda values: numpy.array(values, data.dtype), array_table)
    if pandas is not None and isinstance(data, pandas.DataFrame):
        raise TypeError("a whole DataFrame: want a column of it, such as frame['puzzle']")
    if pandas is not None and isinstance(data, pandas.Series):
        return Lines(data.tolist(), lambda values: pandas.Series(values, data.index, dtype=data.dtype),
                     lambda table: pandas.DataFrame(table, data.index))
    for method in ("to_pylist", "to_list"):  # columns of Arrow and Polars
        if hasattr(data, method):
            return Lines(getattr(data, method)())
    return Lines(list(data))


class Lines:
    """Puzzles as strings of digits or letters. Blanks are 0 or a dot; spaces and line ends do not count."""

    form, cells = "line", 0

    def __init__(self, values: List[str], column: Callable[[Values], Any] = list, table: Callable[[Table], Any] = dict) -> None:
        self.values, self.column, self.table = values, column, table

    def __len__(self) -> int:
        return len(self.values)

    def pieces(self, solutions: Optional["Lines"] = None) -> Iterator[bytes]:
        """Yield a line for each puzzle: its cells, or ``puzzle,solution``."""
        for first in range(0, len(self.values), 1024):
            part = clean(self.values, first)
            if solutions is not None:
                part = map(",".join, zip(part, clean(solutions.values, first)))
            yield ("\n".join(part) + "\n").encode()

    def solutions(self, answers: Iterable[bytes]) -> Any:
        """Return the solutions; "" where there is none."""
        values = read_lines(answers)[0]
        expect(len(values), len(self))
        return self.column(values)


def clean(values: List[str], first: int) -> Iterable[str]:
    """Return 1024 strings as the command wants them, each on one line without spaces."""
    part = values[first:first + 1024]
    try:
        text = "".join(part)
    except TypeError:
        wrong = next(i for i, value in enumerate(part) if not isinstance(value, str))
        hint = "; read the column with dtype=str" if isinstance(part[wrong], (int, float)) else ""
        raise TypeError(f"index {first + wrong}: want a string, not {part[wrong]!r}{hint}") from None
    if text.isascii() and all(part) and not any(c in text for c in " \t\r\n\v\f,;#"):
        return part
    return map(one_line, part)


def one_line(text: str) -> str:
    """Return a string without spaces, so that it stays one line, and malformed if it is no puzzle."""
    return "".join(text.split()).translate(_ENDS) or EMPTY


class Arrays:
    """Puzzles as integers, 0 for a blank: an array (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16), or one puzzle."""

    form = "npy"

    def __init__(self, array: Any) -> None:
        self.numpy: Any = sys.modules["numpy"]
        self.shape = array.shape
        for self.cells, tail in (81, (81,)), (81, (9, 9)), (256, (256,)), (256, (16, 16)):
            if self.shape == tail or self.shape[1:] == tail:
                break
        else:
            raise ValueError(f"array of shape {self.shape}: want (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16)")
        self.rows = array.reshape(-1, self.cells).astype(array.dtype.newbyteorder("<"), copy=False)

    def __len__(self) -> int:
        return len(self.rows)

    def pieces(self, solutions: Optional["Arrays"] = None) -> Iterator[Piece]:
        """Yield a file in numpy's form: with the puzzles, or with the fields ``puzzle`` and ``solution``."""
        numpy, rows, header = self.numpy, self.rows, io.BytesIO()
        kind, shape = rows.dtype, rows.shape
        if solutions is not None:
            grid = (self.cells,)
            kind, shape = numpy.dtype([("puzzle", kind, grid), ("solution", solutions.rows.dtype, grid)]), shape[:1]
        numpy.lib.format.write_array_header_1_0(
            header, {"descr": numpy.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape})
        yield header.getvalue()
        step = max(PIECE // (self.cells * rows.dtype.itemsize), 1)
        for first in range(0, len(rows), step):
            part = numpy.ascontiguousarray(rows[first:first + step])
            if solutions is not None:
                pairs = numpy.empty(len(part), kind)
                pairs["puzzle"], pairs["solution"] = part, solutions.rows[first:first + step]
                part = pairs.view(numpy.uint8)
            yield memoryview(part)

    def solutions(self, answers: Iterable[bytes]) -> Any:
        """Return the solutions, in the same shape, as uint8; zeros where there is none."""
        return read_grids(answers, len(self), self.cells, 1)[0].reshape(self.shape)

    def table(self, columns: Table) -> Any:
        """Return a table with an array for each column."""
        return array_table(columns)


def read_lines(answers: Iterable[bytes], each: int = 1) -> List[List[str]]:
    """Return lists of the first, second and so on grid of each line; "" where there is none."""
    found: List[List[str]] = [[] for _ in range(each)]
    for piece in answers:
        if b" " in piece:
            piece = _UNSOLVED.sub(b"", piece)
        grids = piece.decode().replace(",", "\n").split("\n")
        for i, values in enumerate(found):
            values += grids[i:-1:each]
    return found


def read_grids(answers: Iterable[bytes], count: int, cells: int, each: int) -> List[Any]:
    """Return arrays of the first, second and so on grid of each line; zeros where there is none."""
    import numpy

    zero = b"0" if cells == 81 else b"@"  # one before the first digit
    width = (cells + 1) * each
    found = [numpy.empty((count, cells), numpy.uint8) for _ in range(each)]
    done = 0
    for piece in answers:
        if b" " in piece:
            piece = _UNSOLVED.sub(zero * cells, piece)
        text = numpy.frombuffer(piece.replace(b".", zero), numpy.uint8).reshape(-1, width)
        rows = slice(done, done + len(text))
        for i, array in enumerate(found):
            first = i * (cells + 1)
            numpy.subtract(text[:, first:first + cells], zero[0], out=array[rows])
        done += len(text)
    expect(done, count)
    return found


def array_table(columns: Table) -> Dict[str, Any]:
    """Return an array for each column: of int64, float64 or bool, float64 with NaN where values are missing, or of strings."""
    import numpy

    def array(name: str, values: Values) -> Any:
        if name in TYPES or name == "ok":
            return numpy.array(values, float if None in values else None)
        return numpy.array(values, object)

    return {name: array(name, values) for name, values in columns.items()}


def read_table(rows: Iterable[bytes], separator: str) -> Table:
    """Return the columns of a table in CSV or TSV, with values of the columns' types."""
    names: List[str] = []
    columns: List[List[str]] = []
    for piece in rows:
        text = piece.decode()
        if not names:
            header, text = text.split("\n", 1)
            names = header.split(separator)
            columns = [[] for _ in names]
        if '"' in text:
            for column, values in zip(columns, zip(*csv.reader(io.StringIO(text), delimiter=separator))):
                column += values
        elif text:
            fields = text.replace("\n", separator).split(separator)
            for i, column in enumerate(columns):
                column += fields[i:-1:len(columns)]
    return {name: typed(name, column) for name, column in zip(names, columns)}


def typed(name: str, texts: List[str]) -> Values:
    """Return the values of a column; None where a number is missing."""
    convert = TYPES.get(name)
    if convert is None:
        return texts
    return list(map(convert, texts)) if "" not in texts else [convert(text) if text else None for text in texts]


def expect(found: int, count: int) -> None:
    """Raise an error if there are more or fewer answers than puzzles."""
    if found != count:
        raise SudokubatchError(f"{found} answers to {count} puzzles: leave out options that choose puzzles")
