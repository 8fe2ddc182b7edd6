"""Checks each step from dirty files to a set, and fails at the first fault.

    check.py PER     where PER is the number of rows of each tier in balanced.csv

It reads what dirty.py and the commands of TestDataset wrote, and shares no code with them.
"""

import csv
import json
import sys
from itertools import permutations

import numpy as np

PER = int(sys.argv[1])
rows = np.load("rows.npz")
text, given, cls, kind, good = rows["text"], rows["solution"], rows["cls"], rows["kind"], rows["good"]


def read(name):
    with open(name, newline="") as f:
        all_rows = list(csv.reader(f))
    return {column: np.array(values) for column, values in zip(all_rows[0], zip(*all_rows[1:]))}


def cells(texts):
    grid = np.array(texts, "S81").view(np.uint8).reshape(-1, 81)
    return np.where((grid == ord(".")) | (grid == ord("0")), 0, grid - ord("0"))


def solve_rightly(puzzles, solutions):
    """Every solution is a solved grid with the clues of its puzzle."""
    p, s = cells(puzzles), cells(solutions)
    assert ((p == 0) | (p == s)).all(), "a solution lacks a clue"
    grids = s.reshape(-1, 9, 9)
    boxes = grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    for houses in (grids, grids.transpose(0, 2, 1), boxes):
        assert (np.sort(houses, axis=2) == np.arange(1, 10)).all(), "a grid is not solved"


# Clean: exactly the first good row of each class, as it came, and all others are counted and kept.
clean = read("clean.csv")
ids = clean["id"].astype(int)
first = {}
for i in np.flatnonzero(good):
    first.setdefault(cls[i], i)
assert sorted(first.values()) == list(ids), "other rows than the first good row of each class"
assert (clean["puzzle"] == text[ids].astype(str)).all() and (clean["solution"] == given[ids].astype(str)).all(), "a row was changed"
assert (clean["class"].astype(int) == cls[ids]).all()
stats = json.load(open("clean.json"))["clean"]
left = stats["left_out"]
names = ["plain", "isomorph", "extra_clue", "no_solution_given", "wrong_solution", "short", "bad_cell", "multiple", "contradiction"]
count = {name: int((kind == i).sum()) for i, name in enumerate(names)}
assert left["malformed"] == count["short"] + count["bad_cell"], left
assert left["no_solution_given"] == count["no_solution_given"], left
assert left["wrong_solution"] == count["wrong_solution"] and left["contradiction"] == count["contradiction"], left
assert left["multiple"] == count["multiple"] and stats["written"] == len(ids), left
assert sum(left.values()) + len(ids) == len(cls)
with open("rejects.jsonl") as f:
    rejects = [json.loads(line) for line in f]
assert len(rejects) == len(cls) - len(ids) and all(r["reason"] for r in rejects), "rejects are missing"
by_file = {}
for r in rejects:
    by_file.setdefault(r["file"], []).append(r["text"])
a_rejects = {int(t.split(",")[0]): t for t in by_file["dirty/a.csv"]}
for i in list(a_rejects)[:100_000]:
    assert a_rejects[i] == f"{i},{cls[i]},{text[i].decode()},{given[i].decode()}", "a reject was changed"


# An isomorph by brute force, which takes a minute: the class numbers above are right.
def least_form(puzzle):
    lines = np.array([[3 * b + i for b, inner in zip(bands, three) for i in inner]
                      for bands in permutations(range(3))
                      for three in [(x, y, z) for x in permutations(range(3)) for y in permutations(range(3)) for z in permutations(range(3))]])
    least = None
    for grid in (puzzle.reshape(9, 9), puzzle.reshape(9, 9).T):
        for order in lines:
            forms = grid[order][:, lines].transpose(1, 0, 2).reshape(len(lines), 81)
            # Digits are numbered as they come.
            come = np.stack([np.where((forms == d).any(axis=1), (forms == d).argmax(axis=1), 81) for d in range(1, 10)], axis=1)
            number = np.zeros((len(lines), 10), np.uint8)
            np.put_along_axis(number[:, 1:], come.argsort(axis=1), np.arange(1, 10, dtype=np.uint8)[None, :].repeat(len(lines), 0), axis=1)
            forms = np.take_along_axis(number, forms.astype(np.intp), axis=1)
            best = min(map(bytes, forms))
            least = best if least is None else min(least, best)
    return least


if len(cls) >= 100_000:
    repeated = np.flatnonzero((kind == 1) & ~np.isin(np.arange(len(cls)), ids))[0]
    assert least_form(cells([text[repeated]])[0]) == least_form(cells([text[first[cls[repeated]]]])[0]), "classes are wrong"

# Label: the same rows and columns, and new ones.
labelled = read("labelled.csv")
assert (labelled["id"] == clean["id"]).all() and (labelled["puzzle"] == clean["puzzle"]).all()
assert (labelled["clues"].astype(int) == (cells(labelled["puzzle"]) > 0).sum(axis=1)).all(), "clues are wrong"
rating = labelled["rating"].astype(int)
tier = labelled["tier"]
assert (tier != "").all() and ((rating >= 1) & (rating <= 110)).all(), "labels are missing"

# Sample: so many rows of each tier, in order.
balanced = read("balanced.csv")
at = balanced["id"].astype(int)
assert (np.diff(at) > 0).all() and np.isin(at, ids).all(), "other rows, or another order"
for name in set(tier):
    assert (balanced["tier"] == name).sum() == min(PER, (tier == name).sum()), name

# Split: all rows of the sample, each in one part, with right shares in each tier.
parts = {name: read(f"set/{name}.csv") for name in ("train", "val", "test")}
every = np.concatenate([p["id"].astype(int) for p in parts.values()])
assert len(every) == len(at) and set(every) == set(at), "rows were lost or repeated"
classes = np.concatenate([p["class"] for p in parts.values()])
assert len(set(classes)) == len(classes), "isomorphs are in the set twice"
for name, share in (("train", 0.8), ("val", 0.1), ("test", 0.1)):
    part = parts[name]
    solve_rightly(part["puzzle"], part["solution"])
    for t in set(tier):
        want = share * (balanced["tier"] == t).sum()
        assert abs((part["tier"] == t).sum() - want) <= 1, (name, t)
print("done")
