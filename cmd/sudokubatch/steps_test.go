package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// step matches a block of Go in CONTRIBUTING. Its first line says where the others go: to a file of their
// own, to the end of a file, or after the line with a text.
var step = regexp.MustCompile(`(?m)^( +)// (\S+\.go)(?:, after: (.+))?\n((?: {4}.*\n|\n)+)`)

// TestStepsForContributors builds the command with the verb, the column and the backend that CONTRIBUTING
// adds, and uses them.
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
}
