package bulk

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// numpyWrites saves the puzzles of its input, which are lines of numbers, in the directory
// that is its argument. It writes arrays of all types and shapes, and their names say
// which.
const numpyWrites = `
import sys, os, warnings
import numpy as np
warnings.simplefilter("ignore")
p = np.array([[int(x) for x in line.split()] for line in sys.stdin])
n, cells = p.shape
o = int(cells ** .5)
save = lambda name, a: np.save(os.path.join(sys.argv[1], name), a)
shapes = [(n, cells), (n, o, o), (n, cells, 1), (n, o, o, 1), (n, 1, o, o)]
blanks = {"zero": p, "hrm": p + 1, "minus": np.where(p == 0, -1, p), "from0": p - 1}
for blank, a in blanks.items():
    for t in "u1 i1 u2 i2 u4 i4 u8 i8 f4 f8".split():
        if t[0] == "u" and a.min() < 0:
            continue
        for order in "<":
            for i, shape in enumerate(shapes):
                save(f"{order}{t} {blank} {i}", a.reshape(shape).astype(order + t))
            for i, shape in enumerate([(cells,), (o, o), (1, cells), (cells, 1)]):
                if blank != "from0": # a digit may be missing
                    save(f"one {order}{t} {blank} {i}", a[:1].reshape(shape).astype(order + t))
for major in 1, 2, 3:
    with open(os.path.join(sys.argv[1], f"version {major}.npy"), "wb") as f:
        np.lib.format.write_array(f, p.astype("i4"), version=(major, 0))
glyphs = ".123456789" if o == 9 else ".ABCDEFGHIJKLMNOP"
lines = ["".join(glyphs[x] for x in row) for row in p]
for t in f"S{cells} U{cells} S{cells + 3} U{cells + 1}".split():
    save(t, np.array(lines, dtype=t))
    save("column " + t, np.array(lines, dtype=t).reshape(n, 1))
for t in "S1", "U1":
    save("cells " + t, np.array([list(line) for line in lines], dtype=t))
    save("grid " + t, np.array([list(line) for line in lines], dtype=t).reshape(n, o, o))
save("packed", np.array([" ".join(str(x) for x in row) for row in p]) if o == 9 else np.array(lines))
`

// numpy returns a command that runs a script with numpy. If numpy is not installed, it
// skips the test.
func numpy(t *testing.T, script string, input []byte, args ...string) *exec.Cmd {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			cmd := exec.Command(python, append([]string{"-c", script}, args...)...)
			cmd.Stdin = bytes.NewReader(input)
			return cmd
		}
	}
	t.Skip("there is no python3 with numpy to compare with")
	return nil
}

// numbersOf returns puzzles as lines of numbers.
func numbersOf(cells []uint8, order int) []byte {
	var b bytes.Buffer
	for puzzle := range slices.Chunk(cells, order*order) {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(puzzle), "[]"))
	}
	return b.Bytes()
}

// TestNumpyWrites reads the files that numpy writes.
func TestNumpyWrites(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			cells := samplePuzzles(order, order+3)
			dir := t.TempDir()
			if out, err := numpy(t, numpyWrites, numbersOf(cells, order), dir).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			paths, err := filepath.Glob(filepath.Join(dir, "*.npy"))
			if err != nil || len(paths) < 200 {
				t.Fatal(len(paths), err)
			}
			for _, path := range paths {
				file, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				want := cells
				if strings.HasPrefix(filepath.Base(path), "one ") {
					want = cells[:order*order]
				}
				form, err := Detect(file, true, 0)
				if err != nil {
					t.Errorf("%s: %v", filepath.Base(path), err)
				} else if got := readWhole(form, file); got != wantLines(want, order) {
					t.Errorf("%s: %q, got\n%s", filepath.Base(path), form.Layout.Notes, got)
				}
			}
			numpyFile, err := os.ReadFile(filepath.Join(dir, "<u1 zero 0.npy"))
			if err != nil || !bytes.Equal(numpyFile, append(NpyHeader(order, int64(order+3)), cells...)) {
				t.Errorf("numpy writes another header: %q, %v", numpyFile[:min(128, len(numpyFile))], err)
			}
		})
	}
}
