package job

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
)

// TestLong solves and checks 10 million puzzles in 200 shards, with bundles that fail,
// and wants what the command makes of them. SUDOKUBATCH_BEAM=N has it be N puzzles.
func TestLong(t *testing.T) {
	n := 0
	if text := os.Getenv("SUDOKUBATCH_BEAM"); text == "" {
		t.Skip("SUDOKUBATCH_BEAM is not set: it is the number of puzzles, such as 10000000")
	} else if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	unreliable(t)
	const shards = 200
	input := filepath.Join(t.TempDir(), "puzzles.txt.zst")
	manyPuzzles(t, n, input)
	inputs, err := store.Expand(t.Context(), []string{input})
	if err != nil {
		t.Fatal(err)
	}
	solved, solvedStats := digestOf(t, "solve", "--limit", "2", input)
	checked, checkedStats := digestOf(t, "check", "--duplicates", "--isomorphs", "--format", "ndjson", input)
	for _, dir := range folders(t)[1:] {
		fake.mu.Lock()
		clear(fake.objects)
		fake.mu.Unlock()
		if strings.HasPrefix(dir, "memfs:") {
			dir = t.TempDir() + "/"
		}
		solve := solvePlan(inputs, dir+"solved/", ".txt.zst", shards)
		solve.Solver.MaxGuesses = math.MaxUint64
		if err := runJob(t, func(s beam.Scope) { Solve(s, solve) }); err != nil {
			t.Fatalf("%s: %v", solve.Dir, err)
		}
		wantDigest(t, solve.Dir, solved, solvedStats)
		check := checkPlan(inputs, nil, dir+"checked/", shards)
		check.Solver.MaxGuesses, check.Bits, check.Memory = math.MaxUint64, BucketBits(inputs)+2, 256<<20
		if err := runJob(t, func(s beam.Scope) { Check(s, check) }); err != nil {
			t.Fatalf("%s: %v", check.Dir, err)
		}
		wantStatistics(t, check.Dir, wantDigest(t, check.Dir, checked, checkedStats), checkedStats)
		t.Logf("%s: %d puzzles, %d bundles, %d attempts failed", dir, n, bundles.Load(), failed.Load())
	}
}

// manyPuzzles writes isomorphs of real puzzles, and copies of some.
func manyPuzzles(t *testing.T, n int, to string) {
	t.Helper()
	kaggle := filepath.Join("..", "..", "..", "..", "..", "shared", "corpora", "kaggle.txt.zst")
	if _, err := os.Stat(kaggle); err != nil {
		t.Skip("needs the real corpora: ", err)
	}
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	each := fmt.Sprint(n/10_000/10*9 + 1)
	first := filepath.Join(t.TempDir(), "isomorphs.txt.zst")
	for _, args := range [][]string{
		{"augment", "-q", kaggle, "--each", each, "--seed", "1", "-o", first},
		{"convert", "-q", first, first, "--take", fmt.Sprint(n), "-o", to},
	} {
		if out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
}

// digestOf runs the command, and sums up what it writes.
func digestOf(t *testing.T, args ...string) (string, statistics) {
	t.Helper()
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "stats.json")
	cmd := exec.CommandContext(t.Context(), path, append(args, "-q", "--max-guesses", "0", "--stats-json", file)...)
	sum := xxh3.New()
	cmd.Stdout, cmd.Stderr = sum, os.Stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v: %v", args, err)
	}
	var stats statistics
	of, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(of, &stats)
	}
	if err != nil {
		t.Fatal(err)
	}
	stats.TextOut = 0
	return fmt.Sprintf("%x", sum.Sum64()), stats
}

// wantDigest wants the parts to be what the command writes.
func wantDigest(t *testing.T, dir, want string, stats statistics) *Manifest {
	t.Helper()
	text, _, err := store.Read(t.Context(), ManifestOf(dir))
	if err != nil {
		t.Fatal(err)
	}
	m := new(Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		t.Fatal(err)
	}
	sum := xxh3.New()
	for _, p := range m.Parts {
		r, err := store.Open(t.Context(), store.Join(dir, p.Name))
		if err == nil {
			_, err = io.Copy(sum, r)
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close() // nothing was written
	}
	if got := fmt.Sprintf("%x", sum.Sum64()); got != want {
		t.Errorf("%s: the digest of all parts is %s, that of the command %s", dir, got, want)
	}
	stats.Check = nil
	if c := m.counts(); fmt.Sprint(c) != fmt.Sprint(stats) || c.Solved == 0 {
		t.Errorf("%s: %+v, the command has %+v", dir, c, stats)
	}
	return m
}
