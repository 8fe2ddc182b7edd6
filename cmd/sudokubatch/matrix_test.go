package main

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// matrix says which verbs have which flags, a family of flags a line. Flags that it does not name belong to
// one verb. A new cell is a decision: somebody must need the flag there.
const matrix = `
--from --column --digits: solve label hint convert clean check sample split augment print explain detect
--solution-column: solve label convert clean check sample split augment print explain detect
--size: solve label hint convert clean check sample split gen augment print explain bench detect
--box: solve label hint convert clean check sample split gen augment print explain
--pad-zeros --encoding: convert clean
--skip --take: solve label hint convert check sample augment print
--where: label hint convert sample split gen print
--on-bad: solve label hint convert
--add: solve label hint gen
--replace: solve label hint
--columns: check
--scale: solve label hint check gen explain
--engine --max-guesses: solve label hint clean check
--output --force: solve label hint convert clean check sample split gen augment print merge
--to: solve label hint convert clean sample split gen augment
--level: solve label hint convert clean check sample split gen augment merge
--resume: solve label hint gen
--shard: solve label hint clean check gen augment
--memory: convert clean check sample merge bench
--temp-dir: convert clean check sample split merge
--rejects: clean check split merge
--against: clean check split
--per-page --heading --print-solutions --title --sections --paper --bleed --large-print --candidates: print
--jobs: solve label hint convert clean check sample split gen augment merge bench
--verbose: solve label hint convert clean check sample split gen augment merge bench detect
--quiet: solve label hint convert clean check sample split gen augment print merge bench
--progress: solve label hint convert clean check sample split gen augment merge bench
--stats-json: solve label hint convert clean check sample split gen augment merge
--limit: solve check
--report: check merge bench
--format: check bench detect
--seed: sample split gen augment bench
--into: split man
--count: sample gen augment
--per: sample gen
--solutions: check gen augment
--state --marks --full --record: hint explain
`

// TestMatrix compares the matrix with the flags of the verbs.
func TestMatrix(t *testing.T) {
	t.Parallel()
	want := map[string][]string{} // verbs by flag
	for line := range strings.Lines(strings.TrimSpace(matrix)) {
		flags, verbs, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for flag := range strings.FieldsSeq(flags) {
			want[flag] = append(want[flag], strings.Fields(verbs)...)
		}
	}
	have := map[string][]string{}
	for _, verb := range newParser(allVerbs).Model.Children {
		for _, f := range verb.Flags {
			have["--"+f.Name] = append(have["--"+f.Name], verb.Name)
		}
	}
	for flag, verbs := range have {
		slices.Sort(verbs)
		slices.Sort(want[flag])
		switch {
		case len(verbs) == 1 && want[flag] == nil || slices.Equal(verbs, want[flag]):
		default:
			t.Errorf("%s: the verbs %v have it, the matrix says %v", flag, verbs, want[flag])
		}
	}
	for flag := range want {
		if have[flag] == nil {
			t.Errorf("%s: no verb has it", flag)
		}
	}
}

// TestRoot wants nothing at the root but what belongs there, and no large file anywhere.
func TestRoot(t *testing.T) {
	t.Parallel()
	const largest = 1_500_000
	out, err := exec.Command("git", "-C", "../..", "ls-tree", "-r", "-l", "-z", "--full-tree", "HEAD").Output()
	if err != nil {
		t.Skip("this is no clone of the repository, or git is missing")
	}
	root := strings.Fields("go.mod go.sum LICENSE README.md bench cmd corpus formats pipeline solver")
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		if first, _, _ := strings.Cut(name, "/"); !strings.HasPrefix(first, ".") && !slices.Contains(root, first) {
			t.Errorf("%s is at the root", first)
		}
		if bytes, err := strconv.Atoi(strings.Fields(about)[3]); err != nil || bytes > largest {
			t.Errorf("%s has %d bytes, want at most %d: %v", name, bytes, largest, err)
		}
	}
}
