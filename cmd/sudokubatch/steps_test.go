package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// step matches a block of Go in CONTRIBUTING. Its first line says where the others go: to a file of their
// own, to the end of a file, or after the line with a text.
var step = regexp.MustCompile(`(?m)^( +)// (\S+\.go)(?:, after: (.+))?\n((?: {4}.*\n|\n)+)`)

// TestStepsForContributors builds the command with the verb, the column, the size and the backend that
// CONTRIBUTING adds, and uses them.
func TestStepsForContributors(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the command")
	}
	files := map[string]string{}
	for _, block := range step.FindAllStringSubmatch(readFile(t, "../../.github/CONTRIBUTING.md"), -1) {
		name, after, code := block[2], block[3], strings.ReplaceAll("\n"+block[4], "\n"+block[1], "\n")
		was, err := os.ReadFile("../../" + name)
		if isNew := strings.HasPrefix(code, "\npackage "); isNew != errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%s: %v, and the step has\n%s", name, err, code)
		}
		at := len(was)
		if after != "" {
			_, rest, ok := strings.Cut(string(was), after)
			if !ok {
				t.Fatalf("%s has no line with %s", name, after)
			}
			at = len(was) - len(rest) + strings.IndexByte(rest, '\n')
		}
		files[name] = string(was[:at]) + code + string(was[at:])
	}
	command := buildWith(t, t.TempDir(), files)
	for _, run := range []struct{ args, want string }{
		{"copy --to csv @hiho", "puzzle\n"},
		{"label --add clues,blanks --take 1 @hiho", ",25,56\n"},
		{"solve -v --limit 2 -o " + os.DevNull + " @hiho", "engine lanes (abacus)"},
	} {
		out, err := exec.Command(command, strings.Fields(run.args)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), run.want) {
			t.Errorf("%s: %v, %s", run.args, err, out)
		}
	}
	testSize10(t, command)
}

// testSize10 makes, solves, checks and converts puzzles of 10×10 cells.
func testSize10(t *testing.T, command string) {
	run := func(in, args string) string {
		cmd := exec.Command(command, strings.Fields(args)...)
		cmd.Stdin = strings.NewReader(in)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		return string(out)
	}
	puzzles := run("", "gen -q --size 10 --clues 55 --count 5")
	solved := run(puzzles, "solve -q --size 10")
	if strings.Contains(solved, ".") || strings.Count(solved, "\n") != 5 {
		t.Errorf("solutions are %s", solved)
	}
	if report := run(puzzles, "check -q --size 10"); !regexp.MustCompile(`unique +5\n`).MatchString(report) {
		t.Errorf("check says %s", report)
	}
	for _, kind := range bulk.Writable() {
		if _, err := kind.Form(10); err == nil || !strings.Contains(err.Error(), " 25") {
			continue // not for all sizes
		}
		file := filepath.Join(t.TempDir(), kind.String())
		run(puzzles, "convert -q --size 10 --to "+kind.String()+" -o "+file)
		if got := run("", "solve -q --size 10 --to line "+file); got != solved {
			t.Errorf("%v: solutions are %s", kind, got)
		}
	}
}
