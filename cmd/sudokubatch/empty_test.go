package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// TestEmptyInputs runs verbs on empty inputs, with each form of the output. If the form cannot hold the
// sizes of puzzles, the verb is refused.
func TestEmptyInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "empty.txt"), "")
	writeFile(t, filepath.Join(dir, "head.csv"), "puzzle,solution\n")
	outputs := []string{""}
	for _, kind := range slices.Concat(bulk.Kinds(), bulk.Styles()) {
		outputs = append(outputs, "--to "+kind.String())
	}
	for _, command := range []string{"label --add puzzle empty.txt", "convert --size 16 head.csv", "solve --size 4,9 empty.txt"} {
		for _, to := range outputs {
			ran := runIn(t, dir, append(strings.Fields(command+" "+to), "-f", "-o", "out")...)
			if ran.code == exitFailed && !strings.Contains(ran.stderr, " holds puzzles of order ") || strings.Contains(ran.stderr, "panic") {
				t.Errorf("%s %s: code %d, %.200s", command, to, ran.code, ran.stderr)
			}
		}
	}
}
