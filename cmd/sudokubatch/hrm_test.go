package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// numpy returns a command that runs a Python script. It skips the test if NumPy is missing.
func numpy(t *testing.T, script string, args ...string) *exec.Cmd {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return exec.CommandContext(t.Context(), python, append([]string{"-c", script}, args...)...)
		}
	}
	t.Skip("no python3 with numpy (Debian: python3-numpy) to read arrays with")
	return nil
}

// loaders is a script that reads a dataset like the loaders of HRM and TRM. It takes the keys of
// dataset.json that each requires, maps the arrays, draws a puzzle of each group for training, and
// reads all examples for testing.
const loaders = `
import json, os, sys
import numpy as np

root, batch = sys.argv[1], 4
IGNORED = -100
HRM = dict(pad_id=int, ignore_label_id=int, blank_identifier_id=int, vocab_size=int, seq_len=int,
           num_puzzle_identifiers=int, total_groups=int, mean_puzzle_examples=(int, float), sets=list)
TRM = dict(HRM, total_puzzles=int)

def collate(m, d, examples, puzzles):
    x, y = (d[name][examples].astype(np.int32) for name in ("inputs", "labels"))
    ids = d["puzzle_identifiers"][puzzles].astype(np.int32)
    y[y == m["ignore_label_id"]] = IGNORED
    assert x.shape == y.shape == (len(ids), m["seq_len"])
    assert ids.min() >= 0 and ids.max() < m["num_puzzle_identifiers"]
    assert x.min() > m["pad_id"] and x.max() < m["vocab_size"] and y.min() > 1 and y.max() < m["vocab_size"]
    clues = x > 1
    assert clues.any(axis=1).all() and (x[clues] == y[clues]).all()
    n = int(m["seq_len"] ** 0.5)
    grids = y.reshape(-1, n, n)
    for grid in grids:
        assert all(len(set(house)) == n for house in [*grid, *grid.T])
    return len(ids)

sizes = []
for split in ("train", "val", "test"):
    where = os.path.join(root, split)
    m = json.load(open(os.path.join(where, "dataset.json")))
    assert set(m) == set(TRM), set(m) ^ set(TRM)
    for key, kind in TRM.items():
        assert isinstance(m[key], kind), key
    mean = m["mean_puzzle_examples"] * m["total_puzzles"] / m["total_puzzles"]
    for name in m["sets"]:
        fields = dict(inputs="r", labels="r", puzzle_identifiers=None, puzzle_indices=None, group_indices=None)
        d = {f: np.load(os.path.join(where, f"{name}__{f}.npy"), mmap_mode=mode) for f, mode in fields.items()}
        assert d["inputs"].dtype == d["labels"].dtype == np.uint8
        puzzles, groups = d["puzzle_indices"], d["group_indices"]
        assert d["puzzle_identifiers"].dtype == puzzles.dtype == groups.dtype == np.int32
        n = len(d["inputs"])
        assert len(d["labels"]) == n and len(d["puzzle_identifiers"]) == len(puzzles) - 1
        assert puzzles[0] == groups[0] == 0 and puzzles[-1] == n and groups[-1] == len(puzzles) - 1
        assert (np.diff(puzzles) > 0).all() and (np.diff(groups) > 0).all()
        assert m["total_groups"] == m["total_puzzles"] == len(groups) - 1
        # Training: groups in random order, of each a puzzle, of that an example.
        rng = np.random.Generator(np.random.Philox(seed=1))
        order, drawn = rng.permutation(len(groups) - 1), []
        for g in order:
            p = rng.integers(groups[g], groups[g + 1])
            drawn.append((puzzles[p] + rng.integers(puzzles[p + 1] - puzzles[p]), p))
        for i in range(0, len(drawn), batch):
            collate(m, d, *map(list, zip(*drawn[i:i + batch])))
        assert len(drawn) * mean == m["total_groups"]
        # Tests: all examples in turn, and which puzzles they are of.
        seen = 0
        for i in range(0, n, batch):
            examples = np.arange(i, min(i + batch, n))
            seen += collate(m, d, examples, np.searchsorted(puzzles, examples, side="right") - 1)
        assert seen == n
        sizes.append((n, len(groups) - 1))
names = json.load(open(os.path.join(root, "identifiers.json")))
assert names == ["<blank>"] and len(names) == m["num_puzzle_identifiers"]
print(sizes)
`

// TestLoaders reads data sets like HRM and TRM: the parts of a split, and with isomorphs for training.
func TestLoaders(t *testing.T) {
	t.Parallel()
	for _, corpus := range []string{"@demo", "@demo16"} {
		dir := t.TempDir()
		puzzles := filepath.Join(dir, "puzzles.csv")
		mustRun(t, "", "solve", "-q", "--take", "30", "--to", "csv", corpus, "-o", puzzles)
		mustRun(t, "", "split", "-q", puzzles, "--into", "train=80,val=10,test=10", "--exact", "-o", filepath.Join(dir, "sets"))
		for _, part := range []string{"train", "val", "test"} {
			each := "0"
			if part == "train" {
				each = "4"
			}
			set := filepath.Join(dir, "sets", part+".csv")
			mustRun(t, "", "augment", "-q", set, "--each", each, "--keep-original", "--hrm", filepath.Join(dir, part))
		}
		alone := filepath.Join(dir, "alone")
		mustRun(t, "", "split", "-q", puzzles, "--into", "train=80,val=10,test=10", "--exact", "--to", "hrm", "-o", alone)
		for folder, want := range map[string]string{dir: "[(120, 24), (3, 3), (3, 3)]\n", alone: "[(24, 24), (3, 3), (3, 3)]\n"} {
			out, err := numpy(t, loaders, folder).CombinedOutput()
			if err != nil || string(out) != want {
				t.Errorf("%s: %v: %s", corpus, err, out)
			}
		}
	}
}
