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
	var commands [][]string
	for _, command := range []string{"label --add puzzle empty.txt", "convert --size 16 head.csv", "solve --size 4,9 empty.txt"} {
		for _, to := range outputs {
			commands = append(commands, append(strings.Fields(command+" "+to), "-f", "-o", "out"))
		}
	}
	results, err := runInOrder(t, dir, commands)
	for i, r := range results {
		if err != nil || r.code == exitFailed && !strings.Contains(r.stderr, " holds puzzles of order ") || strings.Contains(r.stderr, "panic") {
			t.Errorf("%s: %v, code %d, %.200s", commands[i], err, r.code, r.stderr)
		}
	}
}
