"""The kinds of data that hold puzzles: how they become input of the command, and its output becomes them."""

from __future__ import annotations

import csv
import io
import os
import re
import struct
import sys
import zipfile
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from . import _encoded as encoded
from ._encoded import is_missing
from ._run import EMPTY, PIECE, Piece, SudokubatchError

Values = List[Any]
Table = Dict[str, Values]

# Types of columns; all others are text.
TYPES: Dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(["clues", "guesses", "solutions", "automorphisms", "steps", "digit"], int),
    "rating": lambda text: float(text) if "." in text else int(text),  # of a step, or of a puzzle
    **dict.fromkeys(["er", "er_at_least", "ep", "ed"], float),
    **dict.fromkeys(["complete", "minimal"], "true".__eq__),
}

# Characters that end the cells of a line or begin a comment; within a string they are malformed cells.
_ENDS = str.maketrans(dict.fromkeys(",;#%`/\x1a", "!"))

# What no heading begins with, and what is often in a puzzle: digits and blanks, or letters in a row.
_BLANK = re.compile("[0-9]*[.0]")
_CELLS = re.compile("[0-9.*?_-]|[A-Za-z]{16}")

# Names of files end so; puzzles do not.
_ENDINGS = (".csv", ".tsv", ".txt", ".sdm", ".json", ".jsonl", ".ndjson", ".parquet", ".npy", ".npz", ".gz", ".zst", ".zip")

# The sizes of puzzles by the number of cells, and the digits of each size as lines have them, after the blank.
SIZES = {size * size: size for size in encoded.SIDES}
DIGITS = {size: ("." + ("123456789ABC" if size < 16 else "ABCDEFGHIJKLMNOPQRSTUVWXY"))[:size + 1] for size in SIZES.values()}

# The values of these digits by byte; blanks and all others are zeros.
_VALUES = {size: bytes(max(digits.find(chr(b)), 0) for b in range(256)) for size, digits in DIGITS.items()}

# Answers that are no solution. Only these have spaces.
_UNSOLVED = re.compile(rb"(?m)^[a-z].*$")


def wrap(data: Any, size: Any = None) -> Union["Lines", "Arrays"]:
    """Return what the command needs to know about puzzles or solutions. Their size, if it is known, decides what 16 rows of 16 are."""
    refuse(data)
    if isinstance(data, str):
        return Lines([data], lambda values: values[0], one_row)
    numpy: Any = sys.modules.get("numpy")  # data of a library comes from a program that imported it
    pandas: Any = sys.modules.get("pandas")
    if numpy is not None and isinstance(data, numpy.ndarray):
        return wrap_array(data, "x", size)
    if hasattr(data, "columns"):
        raise TypeError("a whole DataFrame: want " + (
            "an array of its cells, such as frame.to_numpy()" if len(data.columns) in SIZES else "a column of it, such as frame['puzzle']"))
    if pandas is not None and isinstance(data, pandas.Series):
        kind = object if isinstance(data.dtype, pandas.CategoricalDtype) else data.dtype
        return wrap_values(data.tolist(), size, lambda values: pandas.Series(values, data.index, dtype=kind),
                           lambda table: pandas.DataFrame(table, data.index))
    for method in ("to_pylist", "to_list"):  # columns of Arrow and Polars
        if hasattr(data, method):
            return wrap_values(getattr(data, method)(), size)
    if encoded.is_array(data):
        array = encoded.array_of(data)
        if array.dtype.kind in "biuf":
            return wrap_array(array, "x.numpy()" if hasattr(data, "numpy") else "numpy.asarray(x)", size)
    values = list(data)
    if isinstance(next((cell for cell in map(encoded.plain, values) if cell is not None), None), int):
        return wrap_lists(values, size)
    if values and not is_missing(values[0]):
        refuse(values[0])
    return wrap_values(values, size)


def wrap_array(data: Any, name: str, size: Any) -> Union["Lines", "Arrays"]:
    """Return what the command needs to know about puzzles in an array of numpy, which an expression with this name makes."""
    numpy: Any = sys.modules["numpy"]
    if data.dtype.kind in "biuf":
        encoded.refuse_array(data, name)
        return Arrays(data.filled(0) if isinstance(data, numpy.ma.MaskedArray) else data, size)
    if data.dtype.kind not in "OSU" or data.ndim > 1 and data.shape[-1] not in (*DIGITS, *SIZES):
        raise TypeError(f"array of type {data.dtype} and shape {data.shape}: want integers, or one dimension of strings")
    data = data.astype(str) if data.dtype.kind == "S" else data
    return wrap_values(data.tolist(), size, lambda values: numpy.array(values, data.dtype if data.ndim == 1 else "u1"), array_table)


def wrap_values(
    values: List[Any], size: Any, column: Callable[[Values], Any] = list, table: Callable[[Table], Any] = dict,
) -> "Lines":
    """Return what the command needs to know about strings, or about grids in lists, arrays or tensors."""
    first = next((value for value in values if not is_missing(value)), "")
    if isinstance(first, (list, tuple)):
        return wrap_lists(values, size, column, table)
    if not isinstance(first, (str, int, float)) and encoded.is_array(first):
        return wrap_lists(values, size, lambda grids: column([import_numpy().array(grid, "u1") for grid in grids]), table)
    return Lines(values, column, table)


def refuse(data: Any) -> None:
    """Raise an error that helps if the data is no puzzles at all."""
    if isinstance(data, os.PathLike) or isinstance(data, str) and (data.lower().endswith(_ENDINGS) or os.path.isfile(data)):
        raise TypeError(f"{str(data)!r} is the name of a file: want puzzles, such as read(name) returns")
    if isinstance(data, (bytes, bytearray)):
        raise TypeError("bytes: want strings, such as data.decode()")
    if isinstance(data, dict):
        raise TypeError(f"a dict: want the puzzles in it, such as data[{next(iter(data), 'puzzle')!r}]")
    if data is None or isinstance(data, (int, float)):
        raise TypeError(f"{data!r}: want puzzles, such as a string of 81 digits, a list of strings or an array")


def wrap_lists(
    values: List[Any], size: Any, column: Callable[[Values], Any] = list, table: Callable[[Table], Any] = dict,
) -> "Lines":
    """Return what the command needs to know about puzzles in lists: of cells, or of rows of cells. A missing puzzle has no cells."""
    values = list(map(encoded.plain, values))
    first: Any = next((value for value in values if value not in (None, [])), [])
    one = not isinstance(first, (list, tuple))
    values = values if one else [[] if value is None else value for value in values]
    encoded.refuse_lists([value for value in values if value != []])
    if not one and len(first) == len(values) in DIGITS and not isinstance(first[0], (list, tuple)):
        one = is_one(len(first), size, lambda: max((cell for row in values for cell in row if isinstance(cell, int)), default=0))
    grids = [values] if one else values
    flat = [[cell for part in grid for cell in (part if isinstance(part, (list, tuple)) else [part])] for grid in grids]
    cells_of_one = next((len(cells) for cells in flat if len(cells) in SIZES), 81)
    digits = DIGITS[SIZES[cells_of_one]]
    letters: Dict[Any, str] = {**dict.fromkeys([None, "", "0"], "."), **dict(enumerate(digits)), **dict(zip(digits, digits))}

    def shaped(answers: Values) -> Any:
        found: Values = []
        for text, grid in zip(answers, grids):
            cells: Values = list(map(digits.index, text)) or [0] * cells_of_one
            width = cells_of_one // max(len(grid), 1)
            found.append(cells if width == 1 else [cells[i:i + width] for i in range(0, cells_of_one, width)])
        return column(found[0] if one else found)

    texts = ["".join(letters.get(cell, "!") for cell in cells) for cells in flat]
    lines = Lines(texts, shaped, one_row if one else table)
    lines.cells = cells_of_one
    return lines


def is_one(side: int, size: Any, greatest: Callable[[], int]) -> bool:
    """Report whether as many rows of as many cells as a size are one puzzle. 16 rows of 16 may be 16 puzzles of 4×4."""
    if side == 16 and str(size) not in ("4", "16") and greatest() <= 4:
        raise ValueError("16 rows of 16 cells with no number above 4: add size=4 for 16 puzzles of 4×4, or size=16 for one of 16×16")
    return str(size) != "4" or side == 4


def one_row(table: Table) -> Table:
    """Return the row of a table with one row."""
    return {name: values[0] for name, values in table.items()}


class Puzzles:
    """What is common to all kinds of data."""

    form: str
    cells: int = 0  # of a puzzle, if the data tells
    missing = False  # whether missing values are malformed puzzles, not an error

    def source(self, options: Mapping[str, Any], form: str = "") -> List[str]:
        """Return the flags that tell the command what it reads: in which form, and of which size if no option does."""
        return ["--from", form or self.form, *([f"--size={SIZES[self.cells]}"] if self.cells and "size" not in options else [])]


class Lines(Puzzles):
    """Puzzles as strings of digits or letters. Blanks are 0 or a dot; spaces and line ends do not count."""

    form = "line"

    def __init__(self, values: List[str], column: Callable[[Values], Any] = list, table: Callable[[Table], Any] = dict) -> None:
        self.values, self.column, self.table = values, column, table

    def __len__(self) -> int:
        return len(self.values)

    def pieces(self, solutions: Optional["Lines"] = None) -> Iterator[bytes]:
        """Yield a line for each puzzle: its cells, or ``puzzle,solution``."""
        for first in range(0, len(self.values), 1024):
            part = clean(self.values, first, EMPTY if self.missing else None)
            if solutions is None:
                part = records(list(part), first)
            else:
                part = map(",".join, zip(part, clean(solutions.values, first, "")))
            yield ("\n".join(part) + "\n").encode(errors="replace")

    def solutions(self, answers: Iterable[bytes]) -> Any:
        """Return the solutions; "" where there is none."""
        values = read_lines(answers)[0]
        expect(len(values), len(self))
        return self.column(values)


def clean(values: List[str], first: int, missing: Optional[str]) -> Iterable[str]:
    """Return 1024 strings as the command wants them, each on one line without spaces.

    Missing values become the given string; None makes them an error. An empty string is EMPTY if missing is None.
    """
    part = values[first:first + 1024]
    if missing is not None:
        part = ["" if is_missing(value) else value for value in part]
    try:
        text = "".join(part)
    except TypeError:
        wrong = next(i for i, value in enumerate(part) if not isinstance(value, str))
        hint = "; read the column with dtype=str" if isinstance(part[wrong], (int, float)) else ""
        hint = "; decode it" if isinstance(part[wrong], bytes) else hint
        raise TypeError(f"index {first + wrong}: want a string, not {part[wrong]!r:.80}{hint}") from None
    if text.isascii() and all(part) and not any(c in text for c in " \t\r\n\v\f,;#%`/\x1a"):
        return part
    empty = EMPTY if missing is None else missing
    # without spaces a string stays one line, and malformed if it is no puzzle
    return ("".join(text.split()).translate(_ENDS) or empty for text in part)


def records(lines: List[str], first: int) -> List[str]:
    """Return lines that are all records: what would be a heading above a list, or its end, has no cells."""
    if first == 0 and not _BLANK.match(lines[0]) and len(_CELLS.findall(lines[0])) < 16:
        lines[0] = EMPTY
    return [EMPTY if line == "end" else line for line in lines] if "end" in lines else lines


class Arrays(Puzzles):
    """Puzzles as integers, 0 for a blank: an array (N, 81), (N, 9, 9) and so on for each size, or one puzzle."""

    form = "npy"

    def __init__(self, array: Any, size: Any) -> None:
        self.numpy: Any = sys.modules["numpy"]
        self.shape = shape = array.shape
        shape = (*shape[:1], *(length for length in shape[1:] if length != 1))  # without the channel of a network
        square = len(shape) in (2, 3) and shape[-1] == shape[-2] and shape[-1] in DIGITS
        if square and (len(shape) == 3 or is_one(shape[-1], size, lambda: int(array.max()))):
            self.cells: int = shape[-1] ** 2
        elif len(shape) in (1, 2) and shape[-1] in SIZES:
            self.cells = shape[-1]
        else:
            raise ValueError(f"array of shape {shape}: want (N, 81), (N, 9, 9), or as many cells as another size has: {', '.join(map(str, SIZES))}")
        self.rows = array.reshape(-1, self.cells).astype(array.dtype.newbyteorder("<"), copy=False)

    def __len__(self) -> int:
        return len(self.rows)

    def pieces(self, solutions: Optional["Arrays"] = None) -> Iterator[Piece]:
        """Yield a file in numpy's form: with the puzzles, or with pairs of a puzzle and its solution."""
        numpy, rows, header = self.numpy, self.rows, io.BytesIO()
        kind, shape = rows.dtype, rows.shape
        if solutions is not None:
            kind, shape = numpy.result_type(kind, solutions.rows.dtype), (len(rows), 2, self.cells)
        numpy.lib.format.write_array_header_1_0(
            header, {"descr": numpy.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape})
        yield header.getvalue()
        step = max(PIECE // (self.cells * kind.itemsize), 1)
        for first in range(0, len(rows), step):
            part = numpy.ascontiguousarray(rows[first:first + step])
            if solutions is not None:
                pairs = numpy.empty((len(part), 2, self.cells), kind)
                pairs[:, 0], pairs[:, 1] = part, solutions.rows[first:first + step]
                part = pairs
            yield memoryview(part)

    def solutions(self, answers: Iterable[bytes]) -> Any:
        """Return the solutions, in the same shape, as uint8; zeros where there is none."""
        found = read_grids(answers, 1, self.cells)[0]
        expect(len(found), len(self))
        return found.reshape(self.shape)

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


def read_grids(answers: Iterable[bytes], each: int = 1, cells: int = 0) -> List[Any]:
    """Return arrays of the first, second and so on grid of each line; zeros where there is none.

    If the number of cells is 0, the first grid says it.
    """
    numpy = import_numpy()
    parts: List[List[Any]] = [[] for _ in range(each)]
    for piece in answers:
        cells = cells or min(piece.find(b"\n"), piece.find(b",") if each > 1 else len(piece))
        if b" " in piece:
            piece = _UNSOLVED.sub(b"." * cells, piece)
        width = (cells + 1) * each
        if piece.count(b"\n") * width != len(piece) or piece[width - 1::width].strip(b"\n"):
            raise SudokubatchError("an array holds puzzles of one size: read them with text=True, or name one size, such as size=9")
        grids = numpy.frombuffer(piece.translate(_VALUES[SIZES[cells]]), numpy.uint8).reshape(-1, width)
        for i, found in enumerate(parts):
            first = i * (cells + 1)
            found.append(grids[:, first:first + cells])
    return [numpy.concatenate(found or [numpy.empty((0, cells or 81), numpy.uint8)]) for found in parts]


def read_npz(name: str) -> Dict[str, Any]:
    """Return the arrays puzzles and solutions of an .npz file, if it has them.

    The file is the command's own and not compressed. Reading it through zipfile would compute all checksums again,
    which takes four times as long.
    """
    numpy = import_numpy()
    arrays = {}
    with open(name, "rb") as file, zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            key = info.filename[:-len(".npy")]
            if key in ("puzzles", "solutions") and info.compress_type == zipfile.ZIP_STORED:
                file.seek(info.header_offset + 26)  # the lengths of the name and of what follows it
                file.seek(info.header_offset + 30 + sum(struct.unpack("<HH", file.read(4))))
                arrays[key] = numpy.lib.format.read_array(file)
    return arrays


def import_numpy() -> Any:
    """Return numpy, or raise an error that says what to do without it."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays need numpy: install it, or pass text=True") from error
    return numpy


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
    return {name: typed(name, texts) for name, *texts in read_columns(rows, separator)}


def read_columns(rows: Iterable[bytes], separator: str) -> List[List[str]]:
    """Return the columns of a table in CSV or TSV as texts, each after its name."""
    columns: List[List[str]] = []
    for piece in rows:
        text = piece.decode()
        if not columns:
            columns = [[] for _ in next(csv.reader(io.StringIO(text), delimiter=separator), [])]
        if '"' in text:
            for column, values in zip(columns, zip(*csv.reader(io.StringIO(text), delimiter=separator))):
                column += values
        else:
            fields = text.replace("\n", separator).split(separator)
            for i, column in enumerate(columns):
                column += fields[i:-1:len(columns)]
    return columns


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
