//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClosedAtStart starts the command without some of its standard files. Where
// one is needed, that is an error, and no output appears.
func TestClosedAtStart(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		command, closed string
		code            int
		out             string // what the file out holds; empty if there is none
	}{
		{"solve -q -o out -", "<&-", 1, ""},
		{"solve -q -o out", "<&-", 1, ""},
		{"solve -q -o out /dev/stdin @hiho", "<&-", 1, ""},
		{"solve -q -o out -", "<&- >&- 2>&-", 1, ""},
		{"check -q -o out -", "<&-", 1, ""},
		{"gen -q -o out --isomorphs-of -", "<&-", 1, ""},
		{"bench --load -", "<&-", 1, ""},
		{"solve -q one", ">&-", 1, ""},
		{"solve -q one", ">&- 2>&-", 1, ""},
		{"solve -q one", ">&- <&-", 1, ""},
		{"solve -q one", ">&- <&- 2>&-", 1, ""},
		{"solve -q one -o /dev/stdout", ">&-", 1, ""},
		{"solve -q one -o /dev/stderr", "2>&-", 1, ""},
		{"solve -q one -o out --stats-json /dev/stderr", "2>&-", 1, ""},
		{"bench one --save /dev/fd/2", "2>&-", 1, ""},

		{"solve -q one -o out", "<&- >&- 2>&-", 0, easyAnswer + "\n"},
		{"solve -q - -o out", "<one >&-", 0, easyAnswer + "\n"},
		{"solve one", "2>&- >out", 0, easyAnswer + "\n"},
		{"solve one", "2>&- <&- >out", 0, easyAnswer + "\n"},
		{"solve -q one - -o out", "</dev/null", 0, easyAnswer + "\n"},
		{"solve -q one - -o out", "<>/dev/null >&0 2>&0", 0, easyAnswer + "\n"}, // as a daemon is started
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "one"), []byte(easyPuzzle+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, stderr := shell(t, dir, "sudokubatch "+tc.command+" "+tc.closed)
		if said := !strings.Contains(tc.closed, "2>"); code != tc.code || said && (code != 0) != strings.Contains(stderr, ": it is closed\n") {
			t.Errorf("%s %s: code %d, want %d; %s", tc.command, tc.closed, code, tc.code, stderr)
		}
		if out, _ := os.ReadFile(filepath.Join(dir, "out")); string(out) != tc.out {
			t.Errorf("%s %s: out holds %q, want %q", tc.command, tc.closed, out, tc.out)
		}
		if entries, _ := os.ReadDir(dir); tc.out == "" && len(entries) != 1 {
			t.Errorf("%s %s: left behind: %v", tc.command, tc.closed, entries)
		}
	}
}

// TestNoRoom has every verb write to a standard output that takes nothing.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	to := []string{">&-", ">&- 2>&-", ">&- <&-"}
	if _, err := os.Stat("/dev/full"); err == nil {
		to = append(to, ">/dev/full")
	}
	dir := t.TempDir()
	for _, command := range []string{
		"", "--help", "--version", "solve --help", "corpora", "engines",
		"solve @hiho", "check @hiho", "check --format csv @hiho", "gen --count 3", "gen --isomorphs-of @hiho",
		"bench @hiho -q --engines band --rounds 1 --min-time 1us",
		"bench @hiho -q --engines band --rounds 1 --min-time 1us --format json",
	} {
		for _, to := range to {
			code, stderr := shell(t, dir, "sudokubatch "+command+" "+to)
			if said := !strings.Contains(to, "2>"); code != exitFailed || said && !strings.Contains(stderr, "sudokubatch: ") {
				t.Errorf("%s %s: code %d; %s", command, to, code, stderr)
			}
		}
	}
}
