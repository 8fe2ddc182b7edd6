//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A killer ends runs in a folder at random moments.
type killer struct {
	dir    string
	random *rand.Rand
	killed *atomic.Int64 // number of runs
}

// run starts a command, and sends it a signal if it takes longer than atMost. It reports whether that killed it.
func (k *killer) run(t *testing.T, args []string, s syscall.Signal, atMost time.Duration, environment ...string) (r ran, killed bool) {
	t.Helper()
	resetSignals()
	cmd := exec.Command("sudokubatch", args...)
	cmd.Dir, cmd.Env = k.dir, append(os.Environ(), environment...)
	var text bytes.Buffer
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(atMost, func() { _ = cmd.Process.Signal(s) })
	_ = cmd.Wait()
	timer.Stop()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if killed = ok && status.Signaled(); killed {
		k.killed.Add(1)
	}
	return ran{cmd.ProcessState.ExitCode(), text.String()}, killed
}

// share runs a share, kills it at random moments, and runs it again until it is done.
func (k *killer) share(t *testing.T, args []string) ran {
	t.Helper()
	within := 60 * time.Millisecond // most shares end earlier
	for range 10 {
		if r, killed := k.run(t, args, syscall.SIGKILL, time.Duration(k.random.Int64N(int64(within)))); !killed {
			return r
		}
		within *= 2
	}
	t.Errorf("%v: is never done", args)
	return ran{}
}

// damageTail damages what a killed process wrote after its last checkpoint, as a power failure
// would: the bytes are cut off, or become zeros or noise.
func (k *killer) damageTail(t *testing.T, out string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(k.dir, out+corpus.PartialSuffix+".json"))
	if err != nil {
		return
	}
	var manifest struct {
		Record struct {
			Outputs []struct {
				Name       string
				Checkpoint corpus.Checkpoint
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if k.random.IntN(3) > 0 {
		return
	}
	for _, o := range manifest.Record.Outputs {
		path := filepath.Join(k.dir, o.Name+corpus.PartialSuffix)
		raw, err := os.ReadFile(path)
		if err != nil || int64(len(raw)) <= o.Checkpoint.Size {
			continue
		}
		tail := raw[o.Checkpoint.Size:]
		switch k.random.IntN(3) {
		case 0:
			raw = raw[:int(o.Checkpoint.Size)+k.random.IntN(len(tail))]
		case 1:
			clear(tail)
		case 2:
			for i := range tail {
				tail[i] = byte(k.random.Uint32())
			}
		}
		writeFile(t, path, string(raw))
	}
}

// TestShardsAgain removes and damages parts. Only these may be written again.
func TestShardsAgain(t *testing.T) {
	t.Parallel()
	dir := shardedFiles(t)
	for _, tt := range []struct {
		change string
		left   int // parts that are complete already
	}{
		{"mkdir parts", 0},
		{"cp -r parts first", 5},
		{"cd parts; rm part-00001*.txt part-00003*.json; tr 1 2 < ../first/part-00002-of-00005.txt > part-00002-of-00005.txt", 2},
	} {
		_, stderr := shell(t, dir, tt.change)
		code, said := shell(t, dir, "for i in 1 2 3 4 5; do sudokubatch solve bad.txt -q -o parts/ --shard $i/5; done; cmp first/part-00002-of-00005.txt parts/part-00002-of-00005.txt")
		if n := strings.Count(said, "complete already"); n != tt.left || stderr != "" || (code != 0) != (tt.left == 0) {
			t.Errorf("%s: %d parts are left, want %d, code %d: %s%s", tt.change, n, tt.left, code, stderr, said)
		}
	}
}

// TestMergeRefuses changes a folder of parts by shell commands. merge must refuse it and say why.
func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	dir := shardedFiles(t)
	shards := "for i in 1 2 3; do sudokubatch solve -q p.txt -o parts/ --shard $i/3; done; cp p.txt longer.txt; tail -n 1 p.txt >> p.txt; " +
		"sudokubatch solve -q p.txt -o longer/ --shard 2/3; mv longer.txt p.txt; cp -r parts whole"
	if code, stderr := shell(t, dir, shards); code != 0 {
		t.Fatal(stderr)
	}
	for _, tt := range []struct{ change, merge, want string }{
		{"rm part-00002*.json", "-o out.txt", "1 of 3 parts are missing, beginning with part 2"},
		{"rm part-00002*.txt", "-o out.txt", "no such file"},
		{"cp ../longer/* .", "-o out.txt", "p.txt has changed"},
		{"cp part-00001*.txt part-00002*.txt", "-o out.txt", "is damaged"},
		{"mv part-00002*.txt part-00007-of-00007.txt", "-o out.txt", "no such file"},
		{"mv part-00002*.txt x; mv part-00003*.txt part-00002-of-00003.txt; mv x part-00003-of-00003.txt", "-o out.txt", "is damaged"},
		{"rm *", "-o out.txt", "no parts"},
		{"", "-o out.csv", "the parts hold line, not csv"},
		{"", "-o out.txt", ""},
	} {
		shell(t, dir, "rm -rf parts; cp -r whole parts; cd parts; "+tt.change)
		code, stderr := shell(t, dir, "sudokubatch merge -q parts "+tt.merge)
		if want := tt.want != ""; (code == exitFailed) != want || !strings.Contains(stderr, tt.want) || want == slices.Contains(names(t, dir), "out.txt") {
			t.Errorf("%s: code %d, want %q: %s", tt.change, code, tt.want, stderr)
		}
	}
}
