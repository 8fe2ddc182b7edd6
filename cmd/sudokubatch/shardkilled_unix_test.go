//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killable are commands that are divided: how names of parts end, and how those of what
// one run writes, and how many files a share leaves.
var killable = []struct {
	command, part, ending string
	files                 int
}{
	{"solve in.txt", ".txt", ".txt", 2},
	{"solve --limit 2 frames.txt.zst", ".txt.zst", ".txt.zst", 2},
	{"solve in.csv", ".csv", ".csv", 2},
	{"convert --unique in.txt in.csv --to line", "", ".txt", 3},
	{"gen --count 400", ".txt", ".txt", 2},
	{"gen --isomorphs-of in.csv --each 3", ".csv", ".csv", 2},
	{"check in.csv in.txt --dataset --format csv", "", ".csv", 3},
	{"check in.txt --format table --rejects rejects.txt --keep keep.txt --report report.html", "", ".txt", 3},
}

// TestShardsKilled kills each share of a run at a random moment, starts it again until
// it is done, and wants what merge makes of the parts to be what one run writes, with
// nothing left beside them. With SUDOKUBATCH_KILLS there are 100 shares of each run.
func TestShardsKilled(t *testing.T) {
	t.Parallel()
	shards := 10
	if os.Getenv(killsVar) != "" {
		shards = 100
	}
	dir := t.TempDir()
	makeInputs(t, dir)
	if r := runIn(t, dir, "convert", "-q", "in.txt.zst", "in.txt.zst", "in.txt.zst", "in.txt.zst", "-o", "frames.txt.zst"); r.code != exitOK {
		t.Fatal(r.stderr)
	}
	random := rand.New(rand.NewPCG(2, uint64(shards)))
	tally := map[string]int{}
	for _, k := range killable {
		in := t.TempDir()
		if err := os.CopyFS(in, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(k.command)
		whole := runWhole(t, in, args, k.ending)
		for i := range shards {
			share := slices.Concat(args, []string{"-q", "-o", "parts/" + k.part, "--shard", fmt.Sprintf("%d/%d", i+1, shards)})
			part := filepath.Join(in, "parts", fmt.Sprintf("part-%05d-of-%05d", i+1, shards))
			killShare(t, in, share, part, whole.code, random, tally)
		}
		if left := names(t, filepath.Join(in, "parts")); len(left) != k.files*shards {
			t.Errorf("%s: %d files are left: %v", k.command, len(left), left)
		}
		compareMerged(t, in, "parts", k.ending, whole)
	}
	if tally["killed"] < shards {
		t.Errorf("%d shares were killed, of %d", tally["killed"], shards*len(killable))
	}
	t.Logf("%d shares each: %v", shards, tally)
}

// killShare runs a share, kills it at a random moment, and runs it again until it is
// done.
func killShare(t *testing.T, dir string, args []string, part string, code int, random *rand.Rand, tally map[string]int) {
	t.Helper()
	// A share takes less than that, most of it to start.
	within := 60 * time.Millisecond
	for range 10 {
		cmd := exec.Command("sudokubatch", args...)
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(within))), func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
			if got := cmd.ProcessState.ExitCode(); got != exitOK && got != code {
				t.Errorf("%v: %v", args, err)
			}
			tally["done"]++
			return
		}
		tally["killed"]++
		tally[leftBy(t, part)]++
		within *= 2
	}
	t.Errorf("%v: is never done", args)
}

// leftBy says what a killed share left of its part.
func leftBy(t *testing.T, part string) string {
	t.Helper()
	dir, base := filepath.Split(part)
	hidden, err := filepath.Glob(filepath.Join(dir, "."+base+"*"))
	whole, err2 := filepath.Glob(part + "*")
	switch {
	case err != nil || err2 != nil:
		t.Fatal(err, err2)
	case len(whole) > 0:
		return "with the part"
	case len(hidden) > 0:
		return "with a temporary"
	}
	return "with nothing"
}
