package job

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/solver"
)

// folders are where parts go: this system's files, a store that renames, and one that
// does not.
func folders(t *testing.T) []string {
	name := strings.ReplaceAll(t.Name(), "/", "-")
	return []string{t.TempDir() + "/", "memfs://bucket/" + name + "/", "fake://bucket/" + name + "/"}
}

// lines are inputs with a record on each line, some of them malformed and one too hard
// for few guesses.
func lines(t *testing.T) map[string]string {
	lines := demo(t)
	easy, hard := lines[:700], lines[18_000:18_400]
	easy[17], easy[401], easy[699] = "x", strings.Repeat("1", 81), "# a comment\n\n"+easy[0]
	return map[string]string{
		"a.txt": strings.Join(easy, "\n") + "\n", "b.txt.zst": strings.Join(hard, "\n") + "\n",
		"c.txt.gz": strings.Join(easy[:50], "\n") + "\n", "d.txt": strings.Join(hard[:30], "\n"),
	}
}

// tables are inputs with columns, not all of them the same.
func tables(t *testing.T) map[string]string {
	lines := demo(t)
	return map[string]string{
		"a.csv": "n,puzzle,note\n1," + strings.Join(lines[:200], ",\"a, b\"\n1,") + ",\n",
		"b.csv": "puzzle,remark\n" + strings.Join(lines[100:300], ",more\n") + ",last\n",
	}
}

func solvePlan(inputs []store.File, dir, ending string, shards int) SolvePlan {
	return SolvePlan{Plan: Plan{
		Inputs: inputs, Dir: dir, Ending: ending, Shards: shards, Solver: solver.Options{Limit: 2, MaxGuesses: 20},
	}, To: outfile.Kind(ending), Add: []string{"solution", "status", "guesses"}}
}

// TestSolve wants the parts of a job to be the answers of the command, and its counts.
func TestSolve(t *testing.T) {
	for _, test := range []struct {
		inputs map[string]string
		ending string
		to     []string
	}{
		{lines(t), "", nil},
		{lines(t), ".txt.zst", nil},
		{tables(t), "", nil},
		{tables(t), ".jsonl.gz", []string{"--to", "ndjson"}},
	} {
		names, inputs := files(t, test.inputs)
		args := append([]string{"solve", "--limit", "2", "--max-guesses", "20"}, append(test.to, names...)...)
		want, stats := runCommand(t, args...)
		for i, dir := range folders(t) {
			dir += fmt.Sprint(len(names), test.ending, "/")
			plan := solvePlan(inputs, dir, test.ending, 1+i*5)
			if err := runJob(t, func(s beam.Scope) { Solve(s, plan) }); err != nil {
				t.Fatalf("%s: %v", dir, err)
			}
			wantSolved(t, dir, want, stats)
		}
	}
}

func wantSolved(t *testing.T, dir, want string, stats statistics) {
	t.Helper()
	got, manifest := results(t, dir)
	if got != want || want == "" {
		t.Errorf("%s: %d bytes of answers, the command has %d", dir, len(got), len(want))
	}
	stats.TextOut = 0
	if c := manifest.counts(); fmt.Sprint(c) != fmt.Sprint(stats) || c.Solved == 0 {
		t.Errorf("%s: %+v, the command has %+v", dir, c, stats)
	}
}

// TestSolveAgain wants bundles that fail, and those that are done twice, to change
// nothing.
func TestSolveAgain(t *testing.T) {
	unreliable(t)
	names, inputs := files(t, lines(t))
	want, stats := runCommand(t, append([]string{"solve", "--limit", "2", "--max-guesses", "20"}, names...)...)
	for _, dir := range folders(t) {
		plan := solvePlan(inputs, dir, ".txt.zst", 20)
		if err := runJob(t, func(s beam.Scope) { Solve(s, plan) }); err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		wantSolved(t, dir, want, stats)
	}
	if bundles.Load() != 60 || failed.Load() < 20 || fake.tore == 0 {
		t.Errorf("of %d bundles, %d attempts failed, and %d writes", bundles.Load(), failed.Load(), fake.tore)
	}
	left, err := store.Expand(t.Context(), []string{"memfs://bucket/TestSolveAgain/*"})
	if err != nil || len(left) != 21 {
		t.Errorf("%d files, want 20 parts and the manifest: %v", len(left), err)
	}
}

// TestStores reads inputs from stores.
func TestStores(t *testing.T) {
	texts := lines(t)
	names, _ := files(t, texts)
	want, stats := runCommand(t, append([]string{"solve", "--limit", "2", "--max-guesses", "20"}, names...)...)
	var stored []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, "fake://inputs/"+filepath.Base(name))
		fake.put(stored[len(stored)-1], string(text))
	}
	inputs, err := store.Expand(t.Context(), []string{"fake://inputs/*"})
	if err != nil || len(inputs) != len(stored) {
		t.Fatal(inputs, err)
	}
	dir := "fake://outputs/"
	plan := solvePlan(inputs, dir, ".txt.zst", 9)
	if err := runJob(t, func(s beam.Scope) { Solve(s, plan) }); err != nil {
		t.Fatal(err)
	}
	wantSolved(t, dir, want, stats)
}

// TestDamaged wants a share that cannot be read to fail the job, with its name, and no
// manifest.
func TestDamaged(t *testing.T) {
	_, inputs := files(t, map[string]string{"a.txt.zst": strings.Join(demo(t), "\n") + "\n"})
	text, err := os.ReadFile(inputs[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 0x55
	if err := os.WriteFile(inputs[0].Name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() + "/"
	plan := solvePlan(inputs, dir, "", 3)
	err = runJob(t, func(s beam.Scope) { Solve(s, plan) })
	if err == nil || !strings.Contains(err.Error(), "part-00002-of-00003") || !strings.Contains(err.Error(), "a.txt.zst") {
		t.Errorf("the job ended with %v", err)
	}
	if _, ok, _ := store.Read(t.Context(), ManifestOf(dir)); ok {
		t.Error("there is a manifest")
	}
	inputs[0].Size++
	if err := runJob(t, func(s beam.Scope) { Solve(s, solvePlan(inputs, dir, "", 1)) }); err == nil || !strings.Contains(err.Error(), "when the job was planned") {
		t.Errorf("with a file that has changed the job ended with %v", err)
	}
}
