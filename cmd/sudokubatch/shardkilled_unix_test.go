//go:build unix

package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killable are commands that are divided: how names of what they write end.
var killable = []struct{ command, ending string }{
	{"solve in.txt", ".txt"},
	{"solve --limit 2 frames.txt.zst", ".txt.zst"},
	{"solve in.csv", ".csv"},
	{"gen --count 400", ".txt"},
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
		killShards(t, dir, k.command, k.ending, shards, random, tally)
	}
	if tally["killed"] < shards {
		t.Errorf("%d shares were killed, of %d", tally["killed"], shards*len(killable))
	}
	t.Logf("%d shares each: %v", shards, tally)
}

// killShards kills and restarts the shares of a run.
func killShards(t *testing.T, dir, command, ending string, shards int, random *rand.Rand, tally map[string]int) {
	t.Helper()
	args := append(strings.Fields(command), "-q", "-o")
	whole := runIn(t, dir, append(args, "whole"+ending, "-f", "--stats-json", "whole.json")...)
	parts, err := os.MkdirTemp(dir, "parts")
	if err != nil {
		t.Fatal(err)
	}
	for i := range shards {
		share := append(args, parts+"/"+ending, "--shard", fmt.Sprintf("%d/%d", i+1, shards))
		part := filepath.Join(parts, fmt.Sprintf("part-%05d-of-%05d%s", i+1, shards, ending))
		killShare(t, dir, share, part, whole.code, random, tally)
	}
	left, err := os.ReadDir(parts)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2*shards {
		t.Errorf("%s: %d files are left: %v", command, len(left), left)
	}
	if r := runIn(t, dir, "merge", "-q", parts, "-o", "merged"+ending, "-f", "--stats-json", "merged.json"); r.code != whole.code {
		t.Errorf("%s: merge: code %d, want %d: %s", command, r.code, whole.code, r.stderr)
	}
	if got, want := readFile(t, filepath.Join(dir, "merged"+ending)), readFile(t, filepath.Join(dir, "whole"+ending)); got != want {
		t.Errorf("%s: %d bytes, want %d, or others", command, len(got), len(want))
	}
	got, want := lastingStats(t, filepath.Join(dir, "merged.json")), lastingStats(t, filepath.Join(dir, "whole.json"))
	if !maps.Equal(got, want) {
		t.Errorf("%s: statistics\n%v, want\n%v", command, got, want)
	}
	tally["merged"]++
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
	_, err := os.Stat(part)
	if err == nil {
		return "with the part"
	}
	hidden, globErr := filepath.Glob(filepath.Join(filepath.Dir(part), "."+filepath.Base(part)+"*"))
	if globErr != nil || !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err, globErr)
	}
	if len(hidden) > 0 {
		return "with a temporary"
	}
	return "with nothing"
}
