"""Tests of arrays for neural networks, and of data frames. wheel_test.go runs them with test_package.py."""

from __future__ import annotations

import json
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Set, Tuple

import numpy as np
import pandas as pd  # type: ignore[import]

import sudokubatch


class Tensor:
    """A stand-in for the arrays of other libraries: it converts itself to an array of numpy."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, *_: Any) -> Any:
        return self.array


class Encoded(unittest.TestCase):
    """Masks are blanks. One-hot and scaled numbers are refused with the expression that makes digits of them."""

    def setUp(self) -> None:
        self.puzzles, self.solutions = sudokubatch.generate(9, solutions=True, seed=4)

    def test_masks(self) -> None:
        array: Any = np.ma.masked_array
        for shape, dtype in ((9, 81), "u1"), ((9, 9, 9), ">i4"):
            masked = array(self.solutions, self.puzzles == 0).reshape(shape).astype(dtype)
            self.assertEqual(list(sudokubatch.label(masked, "clues")["clues"]), list((self.puzzles > 0).sum(1)))
            self.assertTrue((sudokubatch.solve(masked, unique=True).reshape(9, 81) == self.solutions).all())
        hidden = array(self.solutions, np.repeat(np.arange(9) == 4, 81).reshape(9, 81))
        self.assertEqual(list(sudokubatch.check(self.puzzles, hidden)["detail"]), 4 * [""] + ["no solution given"] + 4 * [""])
        with self.assertRaisesRegex(TypeError, "index 1: want a string, not None"):
            sudokubatch.solve(array(["." * 81] * 2, [False, True]))

    def test_refused(self) -> None:
        hot = np.eye(10, dtype=int)[self.puzzles]
        small = np.eye(5, dtype=int)[sudokubatch.generate(3, size=4, clues=8)]
        refused: List[Tuple[Any, Any]] = [(x, self.puzzles) for dtype in ("f2", "f8") for x in (x.astype(dtype) for x in (
            self.puzzles, self.puzzles / 9, self.puzzles / 9 - 0.5, self.puzzles / 10, self.puzzles / 4.5 - 1, self.puzzles * 0.999,
            np.where(self.puzzles, self.puzzles / 9, np.nan)))]
        refused += [((self.puzzles / 9).tolist(), self.puzzles), (Tensor(self.puzzles / 9), self.puzzles), (list(hot), self.puzzles)]
        refused += [(np.where(self.puzzles, self.puzzles, -1.0), np.where(self.puzzles, self.puzzles.astype(int), -1))]
        refused += [(np.moveaxis(hot, 2, 1).reshape(-1, 10, *shape), self.puzzles) for shape in ((81,), (9, 9))]
        for x, shape in (hot[:, :, 1:], (-1, 9, 9, 9)), (hot, (-1, 9, 9, 10)), (hot[:1, :, 1:], (9, 9, 9)), (hot[0], (81, 10)), (small[:, :, 1:], (3, 4, 4, 4)):
            refused += [(x.reshape(shape).astype(dtype), x.argmax(-1) + (x.shape[-1] in (4, 9)) * x.any(-1)) for dtype in ("u1", "f4", "?")]
            refused += [(x.reshape(shape).tolist(), refused[-1][1])]
        for x, want in refused:
            with self.subTest(x=x), self.assertRaisesRegex((TypeError, ValueError), "convert (it|them|them to digits) with ") as caught:
                sudokubatch.solve(x)
            found = eval(str(caught.exception).rpartition(" with ")[2], {"numpy": np, "x": x})
            self.assertTrue((found.ravel() == want.ravel()).all())
        with self.assertRaisesRegex(ValueError, r"with x.argmax\(-3\) \+ x.any\(-3\) if the digits come first, and otherwise with x.argmax\(-1\)"):
            sudokubatch.solve(np.moveaxis(hot[:, :, 1:], 2, 1).reshape(-1, 9, 9, 9))
        for x in [[0.37] * 81], (self.puzzles - self.puzzles.mean()) / self.puzzles.std(), (hot + 1).reshape(9, 9, 9, 10).tolist():
            with self.assertRaisesRegex((TypeError, ValueError), "not whole: undo what scaled them|of strings$|want .N, 81. or"):
                sudokubatch.solve(x)

    def test_containers(self) -> None:
        """Tensors are answered with arrays, and arrays, tensors and lists in lists and columns with the same or with arrays."""
        grids, solved = self.puzzles.reshape(9, 9, 9), self.solutions.reshape(9, 9, 9)
        nested = np.empty(9, object)  # as pandas reads lists of lists in Parquet files
        nested[:] = [np.array([*map(np.array, [*grid, None])], object)[:9] for grid in grids.tolist()]
        index = list(range(20, 29))
        for data, kind in [
            (Tensor(grids), np.ndarray), (type("Eager", (), {"numpy": lambda self: grids})(), np.ndarray), (nested, np.ndarray),
            (self.puzzles.astype(object), np.ndarray), (self.puzzles.astype(str), np.ndarray),
            (list(grids), list), (tuple(self.puzzles), list), ([Tensor(grid) for grid in grids], list),
            (type("Column", (), {"to_list": lambda self: grids.tolist()})(), list),  # a stand-in for a column of Polars
            (pd.Series(list(grids), index), pd.Series), (pd.Series(self.puzzles.tolist(), index), pd.Series), (pd.Series(nested, index), pd.Series),
        ]:
            with self.subTest(data=data):
                answers = sudokubatch.solve(data, unique=True)
                self.assertIs(type(answers), kind)
                self.assertTrue((np.array(list(answers)).reshape(9, 9, 9) == solved).all())
                if kind is pd.Series:
                    self.assertEqual(list(sudokubatch.label(data, "clues").index), index)
        for shape in (9, 1, 9, 9), (9, 9, 9, 1), (9, 81, 1):
            self.assertTrue((sudokubatch.solve(grids.reshape(shape)) == solved.reshape(shape)).all())
        self.assertTrue((sudokubatch.solve(np.array(["." * 81, "." * 81], "S")) == sudokubatch.solve(["." * 81] * 2)).all())
        column = pd.Series([None, grids[0], grids[0, :8]])
        self.assertEqual(list(sudokubatch.check(column)["detail"]), ["malformed: no cells", "", "malformed: 72 of 81 cells"])
        for table in pd.DataFrame(self.puzzles), type("Frame", (), {"columns": ["puzzle"]})():
            with self.assertRaisesRegex(TypeError, r"a whole DataFrame: want .*, such as frame(.to_numpy\(\)|\['puzzle'\])$"):
                sudokubatch.solve(table)

    def test_nine(self) -> None:
        """Nine puzzles of nine rows are read as they are, and so is a puzzle of ones."""
        for puzzles in self.puzzles.reshape(9, 9, 9), np.zeros((9, 9, 9), int):
            self.assertEqual(sudokubatch.solve(puzzles).shape, (9, 9, 9))
            self.assertEqual(np.array(sudokubatch.solve(puzzles.tolist())).shape, (9, 9, 9))
        one = np.zeros((9, 9), int)
        one[4, 4] = 1
        self.assertEqual(sudokubatch.label(one.tolist(), "clues"), {"clues": 1})
        self.assertEqual(list(sudokubatch.label(np.array([one.ravel()] * 9), "clues")["clues"]), [1] * 9)


Frame = Any
DIGITS = {4: ".1234", 9: ".123456789", 16: ".ABCDEFGHIJKLMNOP"}


def text(grid: Any, size: int) -> str:
    """Return a grid as a text, whatever it is; "" if it is missing."""
    if np.ndim(grid) == 0:
        return "" if pd.isna(grid) else str(grid if isinstance(grid, str) else int(grid)).replace("0", ".")
    flat = np.array(grid, object).ravel()
    cells = "".join("." if pd.isna(c) or c in ("", "0") else c if isinstance(c, str) else DIGITS[size][int(c)] for c in flat)
    return cells if cells.strip(".") else ""


class Frames(unittest.TestCase):
    """A call returns a frame with what the command writes into a file, in the types of the columns; all else is as it was."""

    OTHERS: Dict[str, Any] = {
        "n": range(6), "kind": pd.Categorical(list("ababab")), "list": [[i] * i for i in range(6)], "part": np.arange(6) / 4,
        "some": pd.array([1, None] * 3, dtype="Int64"), "text": ["a\nb", 'c "d"\r'] * 3, "day": pd.date_range("2020", periods=6),
        "clues": "few", "rating": [None, np.nan, pd.NA, "x", 1, 2.5]}
    # How a kind of column has a grid, what a missing solution is, and the type of the column.
    KINDS: List[Tuple[Callable[[Any, int], Any], Any, Any]] = [
        (lambda row, n: text(row, n), np.nan, object), (lambda row, n: text(row, n), "", object), (lambda row, n: text(row, n), pd.NA, "string"),
        (lambda row, n: text(row, n), None, "category"), (lambda row, n: row.tolist(), None, object), (lambda row, n: list(row), np.nan, object),
        (lambda row, n: list(text(row, n)), None, object), (lambda row, n: [c or None for c in row.tolist()], None, object),
        (lambda row, n: row.reshape(n, n).tolist(), None, object), (lambda row, n: tuple(map(tuple, row.reshape(n, n))), None, object),
        (lambda row, n: row.copy(), None, object), (lambda row, n: row.reshape(n, n) * 1.0, None, object),
        (lambda row, n: list(row.reshape(n, n)), pd.NA, object)]
    NUMBERS: List[Tuple[Callable[[Any, int], Any], Any, Any]] = [
        (lambda row, n: int(text(row, n).replace(".", "0")), np.nan, dtype) for dtype in ("Int64", float, object)]
    CELLS = [("int64", 0), ("Int8", 0), ("Int8", pd.NA), (float, 0), (float, np.nan), (object, "")]

    def frames(self, size: int, puzzles: Any, solutions: Any) -> List[Frame]:
        index = [9, 9, 7, 6, 5, 4]
        found = []
        for write, missing, dtype in self.KINDS + (self.NUMBERS if size == 4 and puzzles[:, 0].all() else []):
            columns = {}
            for name, grids in ("puzzle", puzzles), ("solution", solutions):
                columns[name] = pd.Series(None, index, dtype=object)
                for i, row in enumerate(grids):
                    columns[name].iat[i] = write(row, size) if row.any() else missing
                columns[name] = columns[name].astype("int64" if dtype is float and name == "puzzle" else dtype)
            found.append(pd.DataFrame({**columns, **self.OTHERS}, index))
        for dtype, blank in self.CELLS if size == 9 else []:
            both = np.concatenate([puzzles, solutions], 1).astype(object)
            both[both == 0] = blank
            found.append(pd.DataFrame(both, index, [f"{letter}{i}" for letter in "ps" for i in range(81)]).astype(dtype).assign(n=range(6)))
        return found

    def test_as_files(self) -> None:
        calls: List[Tuple[Any, Any, List[str]]] = [
            (sudokubatch.clean, {"fix": "solution", "require": "valid"}, ["solution"]), (sudokubatch.convert, {"canonical": True}, ["puzzle", "solution"]),
            (sudokubatch.convert, {"unique": True}, []), (sudokubatch.sample, {"count": 5}, [])]
        for size, clues in (4, 8), (9, 30), (16, 150):
            puzzles, solutions = sudokubatch.generate(20, solutions=True, size=size, clues=clues, seed=3)
            first = np.argsort(puzzles[:, 0] == 0, kind="stable")[:6]
            puzzles, solutions = puzzles[first], solutions[first]
            solutions[1] = 0
            for call, options, changed in calls if size < 16 else calls[:1]:
                with tempfile.TemporaryDirectory() as folder:
                    before, after = Path(folder, "in.csv"), Path(folder, "out.csv")
                    sudokubatch.write(before, puzzles, solutions)
                    call(before, after, size=size, **options)
                    want = pd.read_csv(after, dtype=str, keep_default_na=False)
                for number, frame in enumerate(self.frames(size, puzzles, solutions)):
                    if "canonical" in options and frame.dtypes.get("solution") == float:
                        continue  # numbers such as 1234.0 are refused
                    with self.subTest(size=size, options=options, number=number):
                        copy = frame.copy()
                        self.compare(call(frame, size=size, **options), frame, want, size, changed)
                        pd.testing.assert_frame_equal(frame, copy)

    def compare(self, found: Frame, frame: Frame, want: Frame, size: int, changed: List[str]) -> None:
        """Compare the frame that a call returns with a file, and with the frame that it was given."""
        letters = {"puzzle": "^p[0-9]", "solution": "^s[0-9]"}
        cells = "p0" in frame
        for name, letter in letters.items():
            self.assertEqual([text(row, size) for row in (found.filter(regex=letter).values if cells else found[name])], list(want[name]))
        own = [name for name in frame if any(name == full or cells and re.match(letters[full], name) for full in changed)]
        pd.testing.assert_frame_equal(found.drop(columns=own), frame.drop(columns=own).iloc[list(found["n"])])
        for old, new in ((frame[name], found[name]) for name in own):
            if pd.api.types.is_numeric_dtype(old) and old.name == "puzzle":
                self.assertEqual(set(map(type, new)), {str})  # the first digits are 0
            elif isinstance(old.dtype, pd.CategoricalDtype):
                self.assertEqual(list(new.cat.categories[:len(old.cat.categories)]), list(old.cat.categories))
            else:
                self.assertEqual(old.dtype, new.dtype)
                if old.dtype == object and not (old.name == "puzzle" and isinstance(old.iloc[0], int)):
                    self.assertLessEqual(self.types(new), self.types(old))

    def types(self, column: Any) -> Set[Any]:
        """Return the types and shapes of the values of a column, and the types of their cells."""
        return {(type(value), np.shape(value), type(cell)) for value in column.dropna() for cell in (value if np.ndim(value) else [0])}

    def test_names(self) -> None:
        """Columns may have any names, also names of columns that the command knows; files have no others than frames."""
        names = ['say "p"', "", 1, 2.5, ("a", "b"), "two\nlines\t", "clues", "self"]
        puzzles, solutions = sudokubatch.generate(3, solutions=True, text=True)
        plain = pd.DataFrame({"puzzle": puzzles, "solution": solutions, 3: range(3)})
        frame = pd.DataFrame([[p, s, "few", 2.5, None, "x", pd.NA, 1] for p, s in zip(puzzles, [np.nan, *solutions[1:]])])
        frame.columns = pd.Index(names, tupleize_cols=False)
        fixed = sudokubatch.clean(frame, fix="solution", column='say "p"', solution_column=2)
        self.assertEqual(list(fixed.columns), names)
        self.assertEqual(list(fixed[""]), solutions)
        pd.testing.assert_frame_equal(fixed.drop(columns=""), frame.drop(columns=""))
        with tempfile.TemporaryDirectory() as folder:
            for call in sudokubatch.convert, sudokubatch.clean:
                path, stats = Path(folder, "rows.csv"), Path(folder, "stats.json")
                self.assertEqual(call(plain, path, force=True, stats_json=stats)["records"], 3)
                self.assertEqual(list(pd.read_csv(path)), ["puzzle", "solution", "3"])
                self.assertEqual(json.loads(stats.read_text())["changed_columns"], [])
            frame = plain.assign(solutions=0.5, rating="x")
            frame.to_csv(path, index=False)
            self.assertEqual(sudokubatch.convert(path)["solutions"], ["0.5"] * 3)


if __name__ == "__main__":
    unittest.main()
