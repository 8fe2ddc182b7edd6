package job

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/solver"
)

// disguised is a puzzle with other digits, and transposed.
func disguised(puzzle string) string {
	var b strings.Builder
	for i := range 81 {
		c := puzzle[i%9*9+i/9]
		if c >= '1' && c <= '9' {
			c = '1' + (c-'1'+4)%9
		}
		b.WriteByte(c)
	}
	return b.String()
}

func checkPlan(inputs, against []store.File, dir string, shards int) CheckPlan {
	return CheckPlan{
		Plan: Plan{
			Inputs: inputs, Dir: dir, Ending: ".jsonl.zst", Shards: shards,
			Solver: solver.Options{Engine: "auto", Limit: 2, MaxGuesses: 20},
		},
		Against: against, Duplicates: true, Isomorphs: true, Fingerprint: true, Bits: 4, Memory: 1 << 20,
	}
}

// TestCheck wants the parts of a job to be what the command says of each record, and the
// same statistics.
func TestCheck(t *testing.T) {
	for name, set := range map[string]map[string]string{"lines": lines(t), "tables": tables(t)} {
		t.Run(name, func(t *testing.T) { checkAll(t, set, folders(t), 6) })
	}
}

// TestCheckAgain wants bundles that fail, and those that are done twice, to change
// nothing.
func TestCheckAgain(t *testing.T) {
	unreliable(t)
	fake.tore = 0
	checkAll(t, lines(t), folders(t)[2:], 20)
	if failed.Load() < 15 || fake.tore == 0 {
		t.Errorf("of %d bundles, %d attempts failed, and %d writes", bundles.Load(), failed.Load(), fake.tore)
	}
}

func checkAll(t *testing.T, set map[string]string, dirs []string, shards int) {
	t.Helper()
	some := demo(t)[:90]
	for i := range some {
		some[i] = disguised(some[i])
	}
	text := strings.Join(some, "\n") + "\n"
	set["z.txt"] = text
	names, inputs := files(t, set)
	otherNames, others := files(t, map[string]string{"a.txt": strings.Join(demo(t)[40:300], "\n") + "\n", "b.txt.zst": text[:2000]})
	args := append([]string{
		"check", "--duplicates", "--isomorphs", "--format", "ndjson", "--max-guesses", "20",
		"--against", otherNames[0], "--against", otherNames[1],
	}, names...)
	want, stats := runCommand(t, args...)
	for _, found := range []string{"isomorphs", "duplicates", "leaks", "isomorphic_leaks"} {
		if stats.Check[found] == 0.0 {
			t.Errorf("there are no %s to find", found)
		}
	}
	for _, dir := range dirs {
		plan := checkPlan(inputs, others, dir, shards)
		if err := runJob(t, func(s beam.Scope) { Check(s, plan) }); err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		got, manifest := results(t, dir)
		if got != want {
			t.Errorf("%s: %d bytes, the command has %d", dir, len(got), len(want))
		}
		wantStatistics(t, dir, manifest, stats)
	}
}

// wantStatistics wants the statistics of the command, except for machine and times.
func wantStatistics(t *testing.T, dir string, m *Manifest, want statistics) {
	t.Helper()
	got := m.Check.(map[string]any)
	for _, own := range []string{"asked", "spilled_bytes"} {
		delete(got, own)
		delete(want.Check, own)
	}
	if !reflect.DeepEqual(got, want.Check) {
		t.Errorf("%s: found %v\nthe command has %v", dir, got, want.Check)
	}
}

// TestOthers wants files that are not the job's to stay, and what an earlier job left to
// be removed.
func TestOthers(t *testing.T) {
	_, inputs := files(t, lines(t))
	dir := t.TempDir() + "/"
	others := []string{"notes.records.txt", "part-00001-of-00002.records.zst", "part-00001-of-00003.txt.partial-mine"}
	left := "part-00003-of-00009" + recordsEnding
	for _, name := range append(others, left) {
		if err := os.WriteFile(dir+name, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	plan := checkPlan(inputs, nil, dir, 2)
	if err := runJob(t, func(s beam.Scope) { Check(s, plan) }); err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		if text, err := os.ReadFile(dir + name); string(text) != "precious" {
			t.Errorf("%s holds %q: %v", name, text, err)
		}
	}
	if found, err := os.ReadDir(dir); err != nil || len(found) != len(others)+3 {
		t.Errorf("found %v, want two parts, a manifest and what was there: %v", found, err)
	}
}
