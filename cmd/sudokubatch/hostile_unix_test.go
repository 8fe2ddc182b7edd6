//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestHostileNames uses file names that move a terminal's cursor or look like messages. Messages must
// escape them, and outputs for programs must not change them.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	const hostile = "a\x1b[2J\nsudokubatch: all is well\x9b.txt"
	dir := t.TempDir()
	text := easyPuzzle + "\nx\n" + easyPuzzle + "\n"
	if err := os.WriteFile(filepath.Join(dir, hostile), []byte(text), 0o666); err != nil {
		t.Skip(err) // not every file system has such names
	}
	for _, tc := range []struct {
		args  []string
		lines int // lines of output that name the file
		raw   bool
	}{
		{[]string{"solve", "-q", hostile}, 1, false},
		{[]string{"solve", "-q", hostile + "!"}, 1, false},
		{[]string{"solve", "-q", "@" + hostile}, 1, false},
		{[]string{"solve", "-q", "@hiho", "-o", hostile}, 1, false},
		{[]string{"solve", "-q", "@hiho", "-o", hostile + "/out"}, 1, false},
		{[]string{"solve", "-q", "@hiho", "--engine", hostile}, 1, false},
		{[]string{"solve", "--" + hostile}, 1, false},
		{[]string{hostile}, 1, false},
		{[]string{"augment", "-q", hostile, "--count", "5"}, 1, false},
		{[]string{"check", "-q", "--duplicates", hostile}, 2, false}, // a malformed record and a duplicate
		{[]string{"check", "-q", "@hiho", "--against", hostile}, 2, false},
		{[]string{"check", "-q", "--duplicates", "--format", "ndjson", hostile}, 0, false}, // escaped by JSON
		{[]string{"check", "-q", "--duplicates", "--format", "csv", hostile}, 0, true},
		{[]string{"bench", "--engines", "band", "--rounds", "1", "--min-time", "1us", hostile}, 1, false},
	} {
		cmd := exec.Command("sudokubatch", tc.args...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput() // some commands fail, as expected
		if raw := bytes.Contains(out, []byte{0x1b}) || bytes.Contains(out, []byte{0x9b}); raw != tc.raw {
			t.Errorf("%q: %q", tc.args, out)
		}
		named := 0
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "sudokubatch: all is well") && !tc.raw {
				t.Errorf("%q: a name that looks like a message: %q", tc.args, out)
			}
			if strings.Contains(line, `\x1b[2J\nsudokubatch: all is well\x9b.txt`) {
				named++
			}
		}
		if named < tc.lines {
			t.Errorf("%q: %d lines name it, want %d: %q", tc.args, named, tc.lines, out)
		}
	}
}
