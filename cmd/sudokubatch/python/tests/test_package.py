"""Tests of the installed package. wheel_test.go installs it into a fresh environment and runs them."""

from __future__ import annotations

import doctest
import importlib.metadata
import io
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
import warnings
from pathlib import Path
from typing import Any, List, Tuple

import numpy as np
import numpy.typing as npt
import pandas as pd  # type: ignore[import]

import sudokubatch
from sudokubatch import _rows, _run

Grids = npt.NDArray[np.uint8]

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SIX = "......35....4.......6.2.....1...14.6"
BLANK = "." * 81
NUMBER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
CONTRADICTION = "11" + "." * 79
NO_SOLUTION = "5168497323.76.....8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8"


def right(puzzles: npt.NDArray[Any], solutions: Grids, rows: int = 3) -> npt.NDArray[np.bool_]:
    """Say for each puzzle whether this is a solution of it, in boxes with so many rows."""
    size = int(puzzles.shape[1] ** 0.5)
    columns = size // rows
    grids = solutions.reshape(-1, size, size)
    boxes = grids.reshape(-1, columns, rows, rows, columns).swapaxes(2, 3).reshape(-1, size, size)
    good = ((puzzles == 0) | (puzzles == solutions)).all(1)
    for houses in grids, grids.swapaxes(1, 2), boxes:
        good &= (np.sort(houses, 2) == np.arange(1, size + 1)).all((1, 2))
    return np.asarray(good, bool)


class Solve(unittest.TestCase):
    def test_right(self) -> None:
        puzzles = sudokubatch.read("@demo")
        self.assertEqual((puzzles.shape, puzzles.dtype), ((20000, 81), np.uint8))
        solutions: Grids = sudokubatch.solve(puzzles, unique=True)
        self.assertEqual((solutions.shape, solutions.dtype), ((20000, 81), np.uint8))
        self.assertTrue(right(puzzles, solutions).all())
        lines = sudokubatch.read("@demo", text=True)
        answers: List[str] = sudokubatch.solve(lines)
        self.assertEqual("".join(answers).encode(), (solutions + ord("0")).tobytes())

    def test_sizes(self) -> None:
        """Puzzles of each size and shape of boxes go in and out as arrays, lists and text."""
        for size, rows, box in [(4, 2, None), (6, 2, None), (6, 3, "3x2"), (8, 2, "2x4"), (8, 4, "4x2"), (12, 3, None), (12, 4, "4x3"),
                                (16, 4, None), (25, 5, None)]:
            with self.subTest(size=size, rows=rows), tempfile.TemporaryDirectory() as folder:
                cells = size * size
                puzzles, answers = sudokubatch.generate(6, solutions=True, size=size, box=box, clues=cells * 7 // 20 * 2, symmetry="rotational")
                self.assertEqual((puzzles.shape, puzzles.max()), ((6, cells), size))
                self.assertTrue(right(puzzles, answers, rows).all())
                lines = sudokubatch.generate(6, text=True, size=size, box=box, clues=cells * 7 // 20 * 2, symmetry="rotational")
                for shape in (6, cells), (6, size, size):
                    solved = sudokubatch.solve(puzzles.reshape(shape), unique=True, box=box)
                    self.assertEqual(solved.shape, shape)
                    self.assertTrue((solved.reshape(-1, cells) == answers).all())
                    lists = sudokubatch.solve(puzzles.reshape(shape).tolist(), box=box)
                    self.assertEqual(lists, solved.tolist())
                many = np.concatenate([puzzles] * cells)[:cells].tolist()  # as many puzzles as cells
                self.assertEqual(sudokubatch.solve(many, box=box, size=size)[:6], answers.tolist())
                one = sudokubatch.solve(puzzles[0].reshape(size, size), box=box)
                self.assertTrue((one.ravel() == answers[0]).all())
                self.assertEqual(sudokubatch.solve(puzzles[0].reshape(size, size).tolist(), box=box), one.tolist())
                texts = sudokubatch.solve(lines, size=size, box=box)
                self.assertTrue(sudokubatch.check(lines, texts, size=size, box=box)["ok"] == [True] * 6)
                self.assertTrue(sudokubatch.check(puzzles, answers, box=box, against=answers)["ok"].all())
                self.assertEqual(list(sudokubatch.label(puzzles, "clues", "status", box=box)["status"]), ["unique"] * 6)
                for ending in "csv", "npz", "parquet":
                    path = Path(folder, "puzzles." + ending)
                    sudokubatch.write(path, puzzles, answers)
                    again, solutions = sudokubatch.read(path, solutions=True, size=size)
                    self.assertTrue((again == puzzles).all() and (solutions == answers).all())
                    self.assertEqual(sudokubatch.read(path, text=True, size=size), lines)

    def test_sizes_mixed(self) -> None:
        """16 rows of 16 are what their numbers or the size say; files of several sizes are no array."""
        small, large = sudokubatch.generate(16, size=4, clues=9), sudokubatch.generate(1, size=16, clues=150).reshape(16, 16)
        self.assertTrue((sudokubatch.solve(large) == sudokubatch.solve(large, size=16)).all())
        for data in small, small.tolist():
            with self.assertRaisesRegex(ValueError, "add size=4 for 16 puzzles of 4×4"):
                sudokubatch.solve(data)
            self.assertTrue((np.array(sudokubatch.solve(data, size=4)) == sudokubatch.solve(small[:15].tolist() + small[15:].tolist(), size="4")).all())
        self.assertEqual(sudokubatch.solve(np.zeros((16, 16), int), size=16).max(), 16)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "mixed.txt")
            texts = [*sudokubatch.generate(17, text=True), *sudokubatch.generate(82, text=True, size=4)]
            path.write_text("\n".join(texts) + "\n")
            self.assertEqual(sudokubatch.read(path, text=True, size=[4, 9]), texts)
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, r"a 4x4 puzzle has 16 \(read both with size 4,9\)"):
                sudokubatch.solve(texts[20])
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, "an array holds puzzles of one size"):
                sudokubatch.read(path, size="4,9")

    def test_kinds(self) -> None:
        one: str = sudokubatch.solve(EASY)
        self.assertEqual(one, EASY_SOLVED)
        cells = np.array([int(c) for c in EASY.replace(".", "0")])
        solved = np.array([int(c) for c in EASY_SOLVED])
        for shape in (81,), (9, 9), (1, 81), (1, 9, 9):
            for kind in "u1", "i1", "i8", ">i4":
                answer = sudokubatch.solve(cells.reshape(shape).astype(kind))
                self.assertEqual((answer.shape, answer.dtype), (shape, np.uint8))
                self.assertTrue((answer.ravel() == solved).all())
        strided = np.stack([cells, cells, cells, cells], 1).T[::2]
        self.assertTrue((sudokubatch.solve(strided) == solved).all())
        self.assertTrue((sudokubatch.solve(np.array([EASY, EASY])) == EASY_SOLVED).all())
        self.assertEqual(sudokubatch.solve(tuple([EASY])), [EASY_SOLVED])
        self.assertEqual(sudokubatch.solve(iter([EASY])), [EASY_SOLVED])
        for dtype in "object", "string":
            column = pd.Series([EASY, BLANK], [7, 3], dtype=dtype)
            answers = sudokubatch.solve(column, unique=True)
            pd.testing.assert_series_equal(answers, pd.Series([EASY_SOLVED, ""], [7, 3], dtype=dtype))
        column = pd.Series([EASY, BLANK], dtype="category")
        self.assertEqual(list(sudokubatch.solve(column, unique=True)), [EASY_SOLVED, ""])
        for method in "to_list", "to_pylist":  # stand-ins for columns of Polars and Arrow
            other = type("Column", (), {method: lambda self: [EASY]})()
            self.assertEqual(sudokubatch.solve(other), [EASY_SOLVED])

    def test_lists(self) -> None:
        """Lists of numbers are answered with lists of numbers, in their shape."""
        cells, solved = ([int(c) for c in text.replace(".", "0")] for text in (EASY, EASY_SOLVED))
        rows, answer = ([text[i:i + 9] for i in range(0, 81, 9)] for text in (cells, solved))
        blank = [[None] * 9] * 9
        for puzzles, want in (cells, solved), (rows, answer), ([cells, cells], [solved, solved]), ([rows], [answer]):
            self.assertEqual(sudokubatch.solve(puzzles), want)
        self.assertEqual(sudokubatch.solve([rows, blank], unique=True), [answer, [[0] * 9] * 9])
        self.assertEqual(sudokubatch.label(rows, "clues"), {"clues": 30})
        self.assertEqual(sudokubatch.solve([list(EASY)]), [solved])
        large = sudokubatch.read("@demo16", take=2)
        self.assertEqual(sudokubatch.solve(large.tolist()), sudokubatch.solve(large).tolist())
        self.assertEqual(sudokubatch.solve(large.reshape(-1, 16, 16).tolist()), sudokubatch.solve(large.reshape(-1, 16, 16)).tolist())
        with self.assertRaisesRegex(sudokubatch.MalformedError, "index 1, column 2: bad cell '!'"):
            sudokubatch.solve([cells, [0, 10] + cells[2:]])
        with self.assertRaisesRegex(sudokubatch.MalformedError, "index 0, column 73: 72 of 81 cells"):
            sudokubatch.solve([rows[:8]])

    def test_spaces(self) -> None:
        grid = "\n".join(" ".join(EASY[i:i + 9]) for i in range(0, 81, 9))
        self.assertEqual(sudokubatch.solve([grid, EASY, grid]), 3 * [EASY_SOLVED])

    def test_unsolved(self) -> None:
        puzzles = [EASY, NO_SOLUTION, CONTRADICTION, BLANK]
        self.assertEqual(sudokubatch.solve(puzzles, unique=True), [EASY_SOLVED, "", "", ""])
        self.assertEqual([bool(text) for text in sudokubatch.solve(puzzles)], [True, False, False, True])
        cells = np.array([[int(c) for c in text.replace(".", "0")] for text in puzzles])
        self.assertEqual(list(sudokubatch.solve(cells, unique=True).any(1)), [True, False, False, False])
        self.assertEqual(sudokubatch.solve([BLANK], unique=True, max_guesses=1), [""])

    def test_none(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(sudokubatch.solve([]), [])
            self.assertEqual(sudokubatch.solve(np.zeros((0, 9, 9), int)).shape, (0, 9, 9))
            self.assertEqual(sudokubatch.check([]), {"ok": [], "status": [], "flags": [], "detail": []})
            self.assertEqual(sudokubatch.label([], "clues"), {"clues": []})


class Errors(unittest.TestCase):
    def problems(self, puzzles: Any) -> List[Tuple[Any, Any, str]]:
        with self.assertRaises(sudokubatch.MalformedError) as caught:
            sudokubatch.solve(puzzles)
        return [(p.index, p.column, p.reason) for p in caught.exception.problems]

    def test_positions(self) -> None:
        self.assertEqual(self.problems([EASY, "53x"]), [(1, 3, "bad cell 'x'")])
        self.assertEqual(self.problems([EASY, "", EASY, "# no", "\n"]),
                         [(1, 1, "no cells"), (3, 1, "bad cell '!'"), (4, 1, "no cells")])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(sudokubatch.check([EASY] + [" "] * 25)["detail"], [""] + ["malformed: no cells"] * 25)
        self.assertEqual(self.problems([EASY[:-2] + ",79"]), [(0, 80, "bad cell '!'")])
        self.assertEqual(self.problems([EASY + EASY]), [(0, 82, "more than 81 cells")])
        cells = np.zeros((5, 9, 9), int)
        cells[3, 1, 2] = 77
        self.assertEqual(self.problems(cells), [(3, 12, "bad cell 77")])
        self.assertEqual(self.problems(["x"] * 25)[-1], (None, None, "… and 5 more malformed"))
        with self.assertRaisesRegex(ValueError, "and 5 more malformed"):
            sudokubatch.label(["x"] * 25, "clues")

    def test_pickle(self) -> None:
        error = sudokubatch.MalformedError([sudokubatch.Problem(3, 4, "bad cell 'x'")])
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again), again.problems), (type(error), str(error), error.problems))

    def test_skip(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "some.csv")
            path.write_text(f"puzzle,solution\n{EASY},{EASY_SOLVED}\n53x,{EASY_SOLVED}\n{BLANK},\n")
            for options in {"text": True}, {"text": False}, {"solutions": True}:
                with self.assertWarnsRegex(UserWarning, r"^left out: .*some\.csv:3:\d+: .*bad cell 'x'$"):
                    found = sudokubatch.read(path, on_bad="skip", **options)  # type: ignore[call-overload]
                self.assertEqual(len(found[0] if "solutions" in options else found), 2)
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, "missing"), warnings.catch_warnings():
                warnings.simplefilter("error")
                sudokubatch.read([path, Path(folder, "missing")], on_bad="skip")

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "bad.txt")
            path.write_text(f"{EASY}\n53x\n")
            with self.assertRaisesRegex(sudokubatch.MalformedError, r"bad\.txt:2:3: bad cell 'x'"):
                sudokubatch.read(path)
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, "bad.txt: file already exists"):
                sudokubatch.write(path, [EASY])
            sudokubatch.write(path, [EASY], force=True)
            for wrong, error in ("x", "index 3001, column 1: .*bad cell 'x'"), (3, "index 3001: want a string"):
                for pair in None, [EASY_SOLVED] * 3002:
                    with self.assertRaisesRegex((TypeError, ValueError), error):
                        sudokubatch.write(Path(folder, "new.csv"), [*[EASY] * 3001, wrong], pair)
            self.assertEqual(os.listdir(folder), ["bad.txt"])
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, "no solutions"):
                sudokubatch.read(path, solutions=True)

    def test_types(self) -> None:
        with self.assertRaisesRegex(TypeError, "index 1500: want a string, not nan"):
            sudokubatch.solve(pd.Series([EASY] * 1500 + [np.nan]))
        for wrong in np.zeros((2, 80), int), np.zeros((2, 3, 81), int), np.zeros(3, int):
            with self.assertRaisesRegex(ValueError, r"want \(N, 81\)"):
                sudokubatch.solve(wrong)
        for data in np.zeros((2, 81)), np.array([[EASY]]), pd.DataFrame({"puzzle": [EASY]}):
            with self.assertRaises(TypeError):
                sudokubatch.solve(data)
        for data, error in [
            (b"53", "bytes: want strings"), ([EASY.encode()], "bytes: want strings"),
            ({"puzzle": [EASY]}, r"a dict: want the puzzles in it, such as data\['puzzle'\]"), ([{"puzzle": EASY}], "a dict"),
            ("train.csv", "'train.csv' is the name of a file"), (Path("train"), "name of a file"), (["a.txt.gz"], "name of a file"),
            (None, "None: want puzzles"), (7, "7: want puzzles"),
        ]:
            for call in sudokubatch.solve, sudokubatch.check, sudokubatch.explain:
                with self.subTest(data=data, call=call), self.assertRaisesRegex(TypeError, error):
                    call(data)  # type: ignore[operator]
        for names in 5, None, b"a.csv", io.StringIO("a.csv"):
            with self.subTest(names=names), self.assertRaisesRegex(TypeError, "want the name of a file, or several names"):
                sudokubatch.read(names)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "index 1: want a string, not b''; decode it"):
            sudokubatch.solve([EASY, b""])
        with self.assertRaisesRegex(ValueError, "2 puzzles and 1 solutions"):
            sudokubatch.check([EASY, EASY], [EASY_SOLVED])

    def test_records(self) -> None:
        """No string is taken for a heading, a comment or the end of a list, and no None for a puzzle in a list of cells."""
        for text in "Grid 1", "puzzle", "1", "[Puzzle]", "// x", "% x", "# x", "``" + "`", "end", "!x", "\x1a", "quizzes,solutions":
            for at, texts in enumerate([[text, EASY], [EASY, text, EASY]]):
                with self.subTest(text=text, at=at), tempfile.TemporaryDirectory() as folder:
                    self.assertEqual(sudokubatch.check(texts)["ok"], [one == EASY for one in texts])
                    with self.assertRaisesRegex(sudokubatch.MalformedError, f"^index {at}, column [^;]*$"):
                        sudokubatch.write(Path(folder, "new.csv"), texts)
        cells = [int(c) or None for c in EASY.replace(".", "0")]
        broken: List[Any] = [[[]], [[], []], [EASY, "\ud800"]]
        for data in broken:
            self.assertEqual(sudokubatch.check(data)["status"], ["unique" if one == EASY else "malformed" for one in data])
        small = [int(c) or None for c in sudokubatch.generate(1, text=True, size=6, clues=16)[0].replace(".", "0")]
        for one in cells, cells[2:] + cells[:2], [None] * 35 + [1], small:
            self.assertEqual(sudokubatch.label(one, "clues", "status"), sudokubatch.label([cell or 0 for cell in one], "clues", "status"))

    def test_command(self) -> None:
        """Messages have the names of arguments, and command lines as they are."""
        for wrong, said in [
            ({"no_such": 1}, "there is no flag no_such"), ({"limit": 2}, "limit is given twice"), ({"size": 5}, 'size: "5": sizes are'),
            ({"where": "clues > 3"}, "there is no flag where: use sudokubatch convert FILE --where EXPR | sudokubatch solve"),
        ]:
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, f"^solve: {re.escape(said)}"):
                sudokubatch.solve([EASY], **wrong)  # type: ignore[arg-type]
        with self.assertRaisesRegex(sudokubatch.SudokubatchError, 'gen: count: "-1" is not a number'):
            sudokubatch.generate(-1)
        self.assertEqual(len(sudokubatch.generate(per="clues=2", clues="24..26", text=True)), 6)
        with self.assertRaisesRegex(sudokubatch.SudokubatchError, "1 answers to 2 puzzles"):
            sudokubatch.solve([EASY, EASY], take=1)


class Tables(unittest.TestCase):
    def test_label(self) -> None:
        puzzles = [EASY, BLANK]
        self.assertEqual(sudokubatch.label(puzzles, "clues", "tier", "er", "minimal"),
                         {"clues": [30, 0], "tier": ["easy", ""], "er": [1.2, None], "minimal": [False, None]})
        self.assertEqual(sudokubatch.label(EASY, "clues", "status"), {"clues": 30, "status": "unique"})
        frame = sudokubatch.label(pd.Series(puzzles, ["a", "b"]), "clues", "rating")
        self.assertEqual((list(frame.index), list(frame.clues)), (["a", "b"], [30, 0]))
        self.assertEqual(sudokubatch.label(puzzles, ["clues", "er"]), sudokubatch.label(puzzles, "clues", "er"))
        with self.assertRaisesRegex(ValueError, "label: no columns"):
            sudokubatch.label(puzzles)
        arrays = sudokubatch.label(np.zeros((2, 81), int), "clues", "rating", "complete", "status")
        self.assertEqual([str(a.dtype) for a in arrays.values()], ["int64", "float64", "bool", "object"])

    def test_hint(self) -> None:
        """A state of each kind is judged, and a step has the digit of the solution."""
        first = {"wrong": "", "technique": "Hidden Single", "rating": 1.2, "cell": "r1c6", "digit": 8, "text": "Hidden Single in box 2: r1c6 is 8"}
        self.assertEqual(sudokubatch.hint(EASY), first)
        self.assertEqual(sudokubatch.hint(EASY, EASY), first)
        states = ["537" + EASY[3:], EASY_SOLVED, None, "534." + EASY_SOLVED[4:]]
        table = sudokubatch.hint(pd.Series([EASY] * 4, list("abcd")), pd.Series(states, list("abcd")))
        self.assertEqual(list(table.wrong), ["r1c3", "", "", ""])
        self.assertEqual(list(table.text[1:3]), ["solved", first["text"]])
        self.assertEqual((list(table.index), table.cell["d"], table.digit["d"], table.rating["d"]), (list("abcd"), "r1c4", 6, 1.0))
        cells, solved = (np.array([[int(c) for c in text.replace(".", "0")]] * 500) for text in (EASY, EASY_SOLVED))
        at = np.arange(500) % 81
        given, digits = cells[0][at] != 0, solved[0][at] % 9 + 1
        played = cells.copy()
        played[np.arange(500), at] = digits
        arrays = sudokubatch.hint(cells, played)
        self.assertEqual([str(a.dtype) for a in arrays.values()], ["object", "object", "float64", "object", "int64", "object"])
        self.assertEqual(list(arrays["wrong"]), [f"r{i // 9 + 1}c{i % 9 + 1}" for i in at])
        self.assertEqual([" (the clue is " in text for text in arrays["text"]], list(given))
        for cell, digit in zip(arrays["cell"], arrays["digit"]):
            self.assertEqual(digit, solved[0][9 * int(cell[1]) + int(cell[3]) - 10])
        six = {"wrong": "r1c1", "technique": "Hidden Single", "rating": None, "cell": "r4c6", "digit": 4, "text": "Wrong: r1c1=2. Next: Hidden Single in box 4: r4c6 is 4"}
        self.assertEqual(sudokubatch.hint(SIX, "2" + SIX[1:], size=6), six)
        with self.assertRaisesRegex(sudokubatch.MalformedError, "index 1, column .*: in \"state\": 3 of 81 cells"):
            sudokubatch.hint([EASY, EASY], [EASY, "534"])
        self.assertEqual(sudokubatch.hint(EASY, add=["digit", "cell"]), {"cell": "r1c6", "digit": 8})
        with self.assertRaisesRegex(ValueError, "2 puzzles and 1 states: "):
            sudokubatch.hint([EASY, EASY], [EASY])
        with self.assertRaisesRegex(ValueError, "marks: hint takes a state for each "):
            sudokubatch.hint([EASY, EASY], marks=EASY)

    def test_types(self) -> None:
        """Every column has the type that it has in JSON."""
        command = [sudokubatch.find_binary(), "label", "-q", "--to", "ndjson", "--replace", "--add"]
        known = subprocess.run([*command, "?"], input=EASY, capture_output=True, text=True).stderr
        names = known[known.index("known: ") + 7:known.index(")")].split(", ")
        out = subprocess.run([*command, ",".join(names)], input=EASY, stdout=subprocess.PIPE, text=True, check=True).stdout
        row = json.loads(out)
        table = sudokubatch.label([EASY], *names)
        self.assertGreater(len(names), 18)
        for name in names:
            value = table[name][0]
            self.assertEqual((name, type(row[name]), row[name]), (name, type(value), value))

    def test_check(self) -> None:
        puzzles, solutions = sudokubatch.generate(5000, solutions=True)
        wrong = solutions.copy()
        wrong[4000] = solutions[0]
        found = sudokubatch.check(puzzles, wrong)
        self.assertEqual(list(np.flatnonzero(~found["ok"])), [4000])
        self.assertRegex(found["detail"][4000], "wrong solution: r1c")
        wide = solutions.astype(int)
        wide[7, 0] += 256  # no cell, also if the puzzles have a narrower type
        self.assertEqual(list(np.flatnonzero(~sudokubatch.check(puzzles, wide)["ok"])), [7])
        lines, answers = sudokubatch.generate(5000, solutions=True, text=True)
        answers[4000] = answers[0]
        self.assertEqual(sudokubatch.check(lines, answers), {name: list(column) for name, column in found.items()})

    def test_missing(self) -> None:
        """Missing values are malformed puzzles and missing solutions."""
        self.assertEqual(sudokubatch.check([None, EASY])["status"], ["malformed", "unique"])
        column = pd.Series([EASY, np.nan, None, pd.NA, EASY], [9, 8, 7, 6, 5])
        self.assertEqual(list(sudokubatch.check(column)["detail"]), ["", *["malformed: no cells"] * 3, ""])
        found = sudokubatch.check(pd.Series([EASY] * 3), pd.Series([EASY_SOLVED, np.nan, ""]))
        self.assertEqual(list(found["detail"]), ["", "no solution given", "no solution given"])

    def test_patterns(self) -> None:
        """Flags with one value each are repeated for a list."""
        first, other = (re.sub("[1-9]", "x", puzzle) for puzzle in sudokubatch.generate(2, text=True, clues=36))
        made = sudokubatch.generate(3, text=True, pattern=[first, other])
        self.assertEqual([re.sub("[1-9]", "x", puzzle) for puzzle in made], [first, other, first])

    def test_compare(self) -> None:
        first, other = sudokubatch.generate(4, text=True), sudokubatch.generate(4, text=True, seed=2)
        twice = [*first, "", other[2], first[1]]
        found = sudokubatch.check(pd.Series(twice), duplicates=True, against=other)
        self.assertEqual(list(found["flags"]), ["", "", "", "", "malformed", "leak", "duplicate"])
        self.assertEqual(list(found["detail"][5:]), ["leak: equal to against index 2", "duplicate of index 1"])
        with self.assertWarnsRegex(UserWarning, r"against\.txt:2:1: bad cell 'x'"):
            sudokubatch.check(first, against=[other[0], "x"])
        cells = sudokubatch.generate(4)
        turned = np.concatenate([cells, cells.reshape(-1, 9, 9).swapaxes(1, 2).reshape(-1, 81)])
        found = sudokubatch.check(turned, isomorphs=True, against=turned[:1])
        self.assertEqual(list(found["ok"]), [False, True, True, True] + 4 * [False])
        self.assertEqual(found["detail"][7], "isomorphic to index 3")


class Files(unittest.TestCase):
    def test_round_trip(self) -> None:
        puzzles, solutions = sudokubatch.generate(3000, solutions=True)
        lines, answers = sudokubatch.generate(3000, solutions=True, text=True)
        with tempfile.TemporaryDirectory() as folder:
            for ending in "csv", "parquet", "jsonl.zst", "npz":
                path = Path(folder, "arrays." + ending)
                sudokubatch.write(path, puzzles, solutions)
                got = sudokubatch.read(path, solutions=True)
                self.assertTrue((got[0] == puzzles).all() and (got[1] == solutions).all())
                path = Path(folder, "lists." + ending)
                sudokubatch.write(path, lines, answers)
                self.assertEqual(sudokubatch.read(path, text=True), lines)
                self.assertTrue((sudokubatch.read(path, solutions=True)[1] == solutions).all())
            frame = pd.read_csv(Path(folder, "arrays.csv"), dtype=str)
            self.assertEqual((list(frame.columns), list(frame.solution)), (["puzzle", "solution"], answers))
            sudokubatch.write(Path(folder, "missing.csv"), [EASY] * 3, [EASY_SOLVED, "", " "])
            self.assertEqual(Path(folder, "missing.csv").read_text(), f"puzzle,solution\n{EASY},{EASY_SOLVED}\n{EASY},\n{EASY},\n")
            sudokubatch.write(Path(folder, "-lines.txt.gz"), lines)
            both = sudokubatch.read([Path(folder, "-lines.txt.gz"), Path(folder, "arrays.csv")])
            self.assertTrue((both == np.concatenate([puzzles, puzzles])).all())
            cwd = os.getcwd()
            try:
                os.chdir(folder)
                self.assertEqual(len(sudokubatch.read("-lines.txt.gz", where="clues >= 20")), 3000)
            finally:
                os.chdir(cwd)

    def test_missing(self) -> None:
        """Zeros stand for a missing solution, wherever it is."""
        for side in 9, 16:
            made = sudokubatch.generate(3, order=side).reshape(3, side, side)
            for missing in [0], [2], [0, 1, 2]:
                puzzles = made.copy()
                puzzles[missing] = 0
                solutions = sudokubatch.solve(puzzles, unique=True)
                self.assertEqual(list(np.flatnonzero(~solutions.any((1, 2)))), missing)
                for ending in "csv", "npz":
                    with tempfile.TemporaryDirectory() as folder:
                        path = Path(folder, "arrays." + ending)
                        sudokubatch.write(path, puzzles, solutions)
                        with self.assertWarnsRegex(UserWarning, f"^zeros stand for {len(missing)} missing solution"):
                            got = sudokubatch.read(path, solutions=True)
                    self.assertTrue((got[0].reshape(puzzles.shape) == puzzles).all(), (side, missing, ending))
                    self.assertTrue((got[1].reshape(puzzles.shape) == solutions).all(), (side, missing, ending))


class Rows(unittest.TestCase):
    """The verbs that choose, repair and divide rows, with files and frames."""

    def frame(self, count: int = 40) -> Any:
        lines, answers = sudokubatch.generate(count, solutions=True, text=True)
        note = ['a "b"\tc', "two\nlines", *["x"] * (count - 2)]
        return pd.DataFrame({"puzzle": lines, "solution": answers, 3: range(count), "note": note}, range(100, 100 + count))

    def test_frames(self) -> None:
        frame = self.frame()
        pd.testing.assert_frame_equal(sudokubatch.convert(frame), frame)
        some = sudokubatch.sample(frame, count=7, seed=3)
        self.assertEqual(len(some), 7)
        pd.testing.assert_frame_equal(some, frame.loc[some.index])
        some = sudokubatch.convert(frame, where="clues > 23")
        self.assertEqual(list(some["puzzle"]), [p for p in frame["puzzle"] if 81 - p.count(".") > 23])
        broken = pd.concat([frame, frame.iloc[:3]])
        broken.iloc[5, 1] = np.nan
        broken.iloc[6, 0] = "x"
        with self.assertRaisesRegex(sudokubatch.MalformedError, "^index 6, column 1: .*bad cell 'x'$"):
            sudokubatch.convert(broken)
        with self.assertWarnsRegex(UserWarning, "left out: index 6"):
            self.assertEqual(len(sudokubatch.convert(broken, on_bad="skip")), 42)
        with self.assertWarnsRegex(UserWarning, "39 written; left out: 1 malformed, 3 repeated"):
            fixed = sudokubatch.clean(broken, fix="solution")
        pd.testing.assert_frame_equal(fixed, frame.drop(106))
        parts = sudokubatch.split(frame, into={"train": 75, "test": 25}, exact=True)
        self.assertEqual({name: len(part) for name, part in parts.items()}, {"train": 30, "test": 10})
        pd.testing.assert_frame_equal(pd.concat(parts.values()).sort_index(), frame)
        self.assertEqual(len(sudokubatch.clean(frame.iloc[:0])), 0)

    def test_files(self) -> None:
        frame = self.frame()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rows.csv")
            pd.concat([frame, frame.iloc[:2]]).to_csv(path, index=False)
            with self.assertWarnsRegex(UserWarning, "2 repeated"):
                counts = sudokubatch.clean(path, Path(folder, "clean.parquet"))
            self.assertEqual((counts["records"], counts["written"], counts["left_out"]["duplicate"]), (42, 40, 2))
            table = sudokubatch.convert([path], take=40)
            pd.concat([frame.assign(solution=None)[:1]] * 2).to_csv(Path(folder, "none.csv"), index=False)
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                sudokubatch.clean(Path(folder, "none.csv"), Path(folder, "none.npz"), require="new", solutions_optional=True)
            self.assertRegex("\n".join(str(w.message) for w in said), r"^zeros stand for 1 missing solution: [^\0]*\n1 written; left out: 1 repeated")
            self.assertEqual((table["puzzle"], table["note"]), (list(frame["puzzle"]), list(frame["note"])))
            self.assertEqual(sudokubatch.sample(path, Path(folder, "few.csv"), count=5)["written"], 5)
            self.assertEqual(sudokubatch.convert(path, Path(folder, "all.txt"))["records"], 42)
            self.assertEqual(sudokubatch.split(path, Path(folder, "parts"), folds=2, to="csv").keys(), {"fold1", "fold2"})
            self.assertEqual(sorted(os.listdir(Path(folder, "parts"))), ["fold1.csv", "fold2.csv"])
            Path(folder, "lost.csv").write_text("puzzle\n" + NUMBER.lstrip("0") + "\n")
            self.assertEqual(sudokubatch.convert(Path(folder, "lost.csv"), pad_zeros=True), {"puzzle": [NUMBER]})
            lost = pd.DataFrame({"puzzle": [int(NUMBER)]})
            self.assertEqual(list(sudokubatch.convert(lost, pad_zeros=True)["puzzle"]), [NUMBER])

    def test_errors(self) -> None:
        frame = self.frame(3)
        for wrong in [EASY] * 3 + [5], np.zeros((2, 81), int), None, {"a": 1}:
            with self.assertRaisesRegex(TypeError, "want the name of a file"):
                sudokubatch.clean(wrong)
        levels = frame[["puzzle", "solution"]].set_axis(pd.MultiIndex.from_tuples([("a", "puzzle"), ("a", "solution")]), axis=1)
        calls: List[Any] = [sudokubatch.clean, sudokubatch.convert, sudokubatch.split]
        for call in calls:
            with self.assertRaisesRegex(ValueError, "columns of several levels: .* such as (.*)") as caught:
                call(levels)
            wrong_names: List[Tuple[List[Any], str]] = [
                (["a", "a"], "two columns are named 'a'"), (["1", 1], "two columns are named '1'"), (["sudokubatch_row", 1], "taken"), ([], "without columns")]
            for names, said in wrong_names:
                with self.assertRaisesRegex(ValueError, said):
                    call(pd.DataFrame([[EASY, 1][:len(names)]], columns=names))
        exec(str(caught.exception).partition("such as ")[2], {"frame": levels})
        self.assertEqual(list(sudokubatch.clean(levels, fix="solution")["a_solution"]), list(frame["solution"]))
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "two.csv").write_text(f"puzzle,a,a\n{EASY},1,2\n")
            with self.assertRaisesRegex(sudokubatch.SudokubatchError, "two columns have the same name"):
                sudokubatch.convert(Path(folder, "two.csv"))
        with self.assertRaisesRegex(ValueError, "2 puzzles: explain takes one"):
            sudokubatch.explain([EASY, EASY])
        with self.assertRaisesRegex(sudokubatch.SudokubatchError, "fewer|only"):
            sudokubatch.sample(frame, count=9)

    def test_explain(self) -> None:
        grid = np.array([int(c) for c in EASY.replace(".", "0")])
        self.assertEqual(sudokubatch.explain(grid), sudokubatch.explain(EASY))
        with self.assertRaisesRegex(sudokubatch.SudokubatchError, "solution"):
            sudokubatch.explain(BLANK)
        self.assertRegex(sudokubatch.explain(SIX, size=6), r"^31 steps; the hardest technique is Naked Pair\.\n")


class Bar:
    """Counts as a bar of tqdm does."""

    n = 0

    def update(self, n: int) -> None:
        self.n += n

    def close(self) -> None:
        pass


class Process(unittest.TestCase):
    def test_interrupt(self) -> None:
        """Ctrl-C in a notebook reaches Python alone. The command ends, and nothing stays behind."""
        slow = {
            "solve": "sudokubatch.solve(np.zeros((10**7, 9, 9), np.uint8))",
            "write": f"sudokubatch.write('big.csv', np.zeros((10**7, 81), np.uint8), canonical=True)",
            "check": f"sudokubatch.check(['{EASY}'] * 10**6, against=['{EASY}'], isomorphs=True)",
        }
        program = "import sys, numpy as np, sudokubatch; print(flush=True);"
        with tempfile.TemporaryDirectory() as top:
            started = {}
            for name, call in slow.items():
                folder = Path(top, name)
                folder.mkdir()
                started[name] = subprocess.Popen(
                    [sys.executable, "-c", program + call], cwd=folder, env={**os.environ, "TMPDIR": str(folder)},
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
            for process in started.values():
                assert process.stdout is not None
                process.stdout.readline()
            time.sleep(0.3)
            for name, process in started.items():
                with self.subTest(name):
                    process.send_signal(signal.SIGINT)
                    errors = process.communicate(timeout=60)[1]
                    self.assertRegex(errors, r"KeyboardInterrupt\n$")
                    self.assertNotIn("During handling", errors)
                    self.assertEqual(os.listdir(Path(top, name)), [])
                    with self.assertRaises(ProcessLookupError):
                        os.killpg(process.pid, 0)

    def test_command(self) -> None:
        self.assertEqual(sudokubatch.__version__, importlib.metadata.version("sudokubatch"))
        version = subprocess.check_output([sudokubatch.find_binary(), "version"])
        self.assertEqual(subprocess.check_output([sys.executable, "-m", "sudokubatch", "version"]), version)
        solved = subprocess.run([sys.executable, "-m", "sudokubatch", "solve", "-q", "x"], capture_output=True)
        self.assertEqual(solved.returncode, 1)

    def test_without_numpy(self) -> None:
        program = f"""
import sys
sys.modules["numpy"] = sys.modules["pandas"] = sys.modules["tqdm"] = None
import sudokubatch as s
assert s.solve(["{EASY}"]) == ["{EASY_SOLVED}"] and s.label("{EASY}", "clues") == {{"clues": 30}}
assert len(s.read("@demo", text=True)) == 20000 and len(s.generate(10, text=True)) == 10
for call in lambda: s.generate(10), lambda: s.read("@demo"), lambda: s.read("@demo", solutions=True):
    try:
        call()
    except ImportError as error:
        print(error)
"""
        said = subprocess.check_output([sys.executable, "-c", program], text=True)
        self.assertEqual(said, "arrays need numpy: install it, or pass text=True\n" * 3)

    def test_progress(self) -> None:
        bar = Bar()
        module, after = types.ModuleType("tqdm.auto"), _run.BAR_AFTER
        module.tqdm = lambda **options: bar  # type: ignore[attr-defined]
        sys.modules["tqdm.auto"], _run.BAR_AFTER = module, -1
        try:
            sudokubatch.solve(["." * 81] * 30000)
        finally:
            del sys.modules["tqdm.auto"]
            _run.BAR_AFTER = after
        self.assertEqual(bar.n, 30000)


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: Any) -> unittest.TestSuite:
    tests.addTests(doctest.DocTestSuite(sudokubatch))
    tests.addTests(doctest.DocTestSuite(_rows))
    return tests


if __name__ == "__main__":
    unittest.main()
