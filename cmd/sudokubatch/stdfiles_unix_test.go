//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestNullStandardFiles starts the command with a closed standard file, or with the null device opened
// for reading, writing or both. Only the wrong direction is an error.
func TestNullStandardFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "one"), []byte(easyPuzzle+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		command string
		fd      int
		answers bool   // the answers are in the file out
		wrong   string // redirection that must fail
	}{
		{"--version", 0, false, ""},
		{"solve one - -o out", 0, true, ">"},
		{"--version", 1, false, "<"},
		{"solve one", 1, false, "<"},
		{"solve one -o out", 1, true, ""},
		{"solve one >out", 2, true, ""},
		{"solve one -o out --stats-json /dev/stderr", 2, true, ""},
	} {
		for _, redirect := range []string{"<", ">", "<>", "closed"} {
			script := fmt.Sprintf("rm -f out; sudokubatch %s %d%s/dev/null", tt.command, tt.fd, redirect)
			if redirect == "closed" {
				script = fmt.Sprintf("rm -f out; sudokubatch %s %d>&-", tt.command, tt.fd)
			}
			code, stderr := shell(t, dir, script)
			if failed := redirect == tt.wrong; failed != (code == exitFailed) || !failed && code != exitOK {
				t.Errorf("%s: code %d; %s", script, code, stderr)
			}
			if out, _ := os.ReadFile(filepath.Join(dir, "out")); tt.answers && redirect != tt.wrong && string(out) != easyAnswer+"\n" {
				t.Errorf("%s: out holds %q", script, out)
			}
		}
	}
}
