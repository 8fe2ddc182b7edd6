"""Makes dirty files of good puzzles, and what a clean set of them holds.

    dirty.py ROWS <base.csv

base.csv has the columns puzzle and solution; no two puzzles are isomorphic. The files go to the
folder dirty, and all rows to rows.npz. A class is a puzzle with its isomorphs.
"""

import sys
from pathlib import Path

import numpy as np

KINDS = ["plain", "isomorph", "extra_clue", "no_solution_given", "wrong_solution", "short", "bad_cell", "multiple", "contradiction"]
SHARES = [0.35, 0.25, 0.05, 0.05, 0.1, 0.05, 0.05, 0.05, 0.05]
GOOD = [KINDS.index(k) for k in KINDS[:3]]
BLANK = ord(".")


def table(lines):
    return np.frombuffer(b"".join(lines), np.uint8).reshape(-1, 81).copy()


def orders(rng, n):
    """Random orders of nine lines that keep bands together."""
    bands = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    lines = rng.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
    return (3 * bands[:, :, None] + lines).reshape(n, 9)


def isomorphs(rng, puzzles, solutions):
    n = len(puzzles)
    rows, columns = orders(rng, n), orders(rng, n)
    cells = 9 * rows[:, :, None] + columns[:, None, :]
    turned = rng.random(n) < 0.5
    cells[turned] = cells[turned].transpose(0, 2, 1)
    cells = cells.reshape(n, 81)
    digits = np.zeros((n, 256), np.uint8)
    digits[:, BLANK] = BLANK
    digits[:, ord("1") : ord("1") + 9] = rng.permuted(np.tile(np.arange(9), (n, 1)), axis=1) + ord("1")
    at = np.arange(n)[:, None]
    return digits[at, puzzles[at, cells]], digits[at, solutions[at, cells]]


def any_cell(rng, where):
    """One cell of each row in which where is true."""
    return np.where(where, rng.random(where.shape), -1).argmax(axis=1)


def main(n):
    rng = np.random.default_rng(7)
    base = [line.strip().split(b",") for line in sys.stdin.buffer][1:]
    base_puzzles, base_solutions = table([p for p, _ in base]), table([s for _, s in base])
    cls = rng.integers(0, len(base), n)
    kind = rng.choice(len(KINDS), n, p=SHARES)
    puzzles, solutions = base_puzzles[cls], base_solutions[cls]
    groups = {name: np.flatnonzero(kind == i) for i, name in enumerate(KINDS)}

    i = groups["isomorph"]
    puzzles[i], solutions[i] = isomorphs(rng, puzzles[i], solutions[i])
    i = groups["wrong_solution"]
    cell = any_cell(rng, puzzles[i] == BLANK)
    solutions[i, cell] = (solutions[i, cell] - ord("1") + rng.integers(1, 9, len(i))) % 9 + ord("1")
    i = groups["extra_clue"]
    cell = any_cell(rng, puzzles[i] == BLANK)
    puzzles[i, cell] = solutions[i, cell]
    cls[i] = -1 - (81 * cls[i] + cell)  # it is another puzzle
    i = groups["bad_cell"]
    puzzles[i, any_cell(rng, puzzles[i] == BLANK)] = ord("/")
    i = groups["multiple"]  # no puzzle with 16 clues has only one solution
    clues = puzzles[i] != BLANK
    puzzles[i] = np.where(np.cumsum(clues, axis=1) <= 16, puzzles[i], BLANK)
    i = groups["contradiction"]
    cell = any_cell(rng, puzzles[i] != BLANK)
    digit = puzzles[i, cell]
    blank = (puzzles[i] == BLANK) & (np.arange(81)[None, :] // 9 == cell[:, None] // 9)
    other = any_cell(rng, blank)
    fits = blank[np.arange(len(i)), other]  # a full row has no blank
    puzzles[i[fits], other[fits]] = digit[fits]
    kind[i[~fits]] = KINDS.index("plain")

    puzzle_text, solution_text = puzzles.view("S81").ravel(), solutions.view("S81").ravel()
    solution_text[groups["no_solution_given"]] = b""
    zeros = rng.random(n) < 0.3  # blanks are written in two ways
    text = [p.decode() for p in puzzle_text]
    for j in np.flatnonzero(zeros):
        text[j] = text[j].replace(".", "0")
    for j in groups["short"]:
        text[j] = text[j][:-1]
    half = n // 2
    Path("dirty/more").mkdir(parents=True)
    with open("dirty/a.csv", "w") as a, open("dirty/more/b.csv", "w") as b:
        a.write("id,class,puzzle,solution\n")
        b.write("note,puzzle,solution,id,class\n")
        for j in range(half):
            a.write(f"{j},{cls[j]},{text[j]},{solution_text[j].decode()}\n")
        for j in range(half, n):
            b.write(f'"a ""note"", with a comma",{text[j]},{solution_text[j].decode()},{j},{cls[j]}\n')
    np.savez("rows.npz", cls=cls, kind=kind, text=np.array(text, "S81"), solution=solution_text, good=np.isin(kind, GOOD))


main(int(sys.argv[1]))
