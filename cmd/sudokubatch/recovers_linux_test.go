package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A recoveryRun is a command that uses what other processes left: files that prepare makes, or its own.
type recoveryRun struct {
	prepare, command string
	outs             []string
}

var recoveryRuns = []recoveryRun{
	{"", "solve --resume --limit 2 bad.txt -o out.txt", []string{"out.txt"}},
	{"", "label --resume --add clues bad.txt -o there/out.csv.gz", []string{"there/out.csv.gz"}},
	{"", "solve --resume --all --limit 2 bad.txt -o out.txt.zst", []string{"out.txt.zst"}},
	{"", "gen --resume --count 900 --seed 1 -o out.parquet", []string{"out.parquet"}},
	{shares("solve --limit 2 bad.txt", ".txt.zst"), "merge parts -o out.txt.zst", []string{"out.txt.zst"}},
	{shares("check --dataset bad.txt --format csv", ""), "merge parts -o out.csv", []string{"out.csv"}},
	{shares("check --isomorphs --rejects r.txt --report out.html bad.txt", ""), "merge parts -o out.txt --rejects rejects.txt --report out.html --temp-dir .", []string{"out.html", "out.txt", "rejects.txt"}},
	{shares("clean bad.txt", ".parquet"), "merge parts -o out.parquet", []string{"out.parquet"}},
	{"", "solve --shard 2/3 bad.txt -o parts/.txt.gz", []string{"parts/part-00002-of-00003.txt.gz", "parts/part-00002-of-00003.manifest.json"}},
	{"", "check --isomorphs --shard 2/3 bad.txt -o parts/", []string{"parts/part-00002-of-00003.records.zst", "parts/part-00002-of-00003.index"}},
}

// shares is a command that does all shares of a run.
func shares(run, ending string) string {
	return "for i in 1 2 3; do sudokubatch " + run + " -q --shard $i/3 -o parts/" + ending + "; done"
}

const givesName, removes = "rename,renameat,renameat2,linkat", "unlink,unlinkat"

// recoveryFaults are faults for strace: a kill, an error, or what a power failure undoes.
var recoveryFaults = []struct {
	calls, what string
	most        int  // one of so many calls is chosen
	syncs       bool // the power fails before the names are durable
}{
	{"write,pwrite64", "signal=KILL", 12, false},
	{"fsync", "signal=KILL", 6, false},
	{givesName, "signal=KILL", 4, false},
	{removes, "signal=KILL", 2, false},
	{"openat", "signal=KILL", 45, false},
	{"write,pwrite64", "error=ENOSPC", 12, false},
	{"read,pread64", "error=EIO", 40, false},
	{"fsync", "error=EIO", 6, false},
	{"fstat", "error=EIO", 12, false},
	{"close", "error=EIO", 20, false},
	{"ftruncate", "error=EIO", 1, false},
	{givesName, "error=EIO", 4, false},
	{removes, "error=EIO", 2, false},
	{removes, "retval=0", 2, false},
	{givesName, "retval=0", 3, true},
}

// TestRecovers makes runs fail one after the other that go on where the last one stopped, and merges and shares
// that are tried again: by kills, errors, and a power failure that undoes names. Each output is then absent or
// complete, and complete if the run says so. In the end the command makes what one run would.
// SUDOKUBATCH_RECOVER=SEEDS:FIRST takes so many seeds for each command, from the first one; -v shows what failed runs.
//
// Faults: a second kill, a full disk or an I/O error while a run goes on; names that were not synced.
func TestRecovers(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	seeds, first := uint64(3), uint64(30)
	_, _ = fmt.Sscanf(os.Getenv("SUDOKUBATCH_RECOVER"), "%d:%d", &seeds, &first)
	files := shardedFiles(t)
	for _, r := range recoveryRuns {
		t.Run(r.command, func(t *testing.T) {
			t.Parallel()
			v := newRecovery(t, files, r)
			for seed := range seeds {
				v.recover(first + seed)
			}
			t.Logf("%v", v.tally)
		})
	}
}

// A recovery is a command in a folder of its own.
type recovery struct {
	*testing.T
	recoveryRun
	dir   string            // where it runs
	code  int               // of a run without a fault
	want  map[string]string // its outputs
	left  []string          // all files then
	tally map[string]int    // runs by what became of them
}

func newRecovery(t *testing.T, files string, r recoveryRun) *recovery {
	top := t.TempDir()
	v := &recovery{T: t, recoveryRun: r, dir: filepath.Join(top, "dir"), tally: map[string]int{}}
	shell(t, top, "mkdir -p state/there; head -n 3300 "+files+"/bad.txt >state/bad.txt; cd state; "+r.prepare)
	v.reset()
	v.code, _ = shell(t, v.dir, "sudokubatch "+r.command+" -q -j 1")
	v.want, v.left = v.now(), v.files()
	if len(v.want) != len(r.outs) {
		t.Fatalf("code %d: %v", v.code, v.left)
	}
	return v
}

// reset makes the folder as it was before the first run.
func (v *recovery) reset() {
	if code, stderr := shell(v.T, filepath.Dir(v.dir), "rm -rf dir; cp -a state dir"); code != 0 {
		v.Fatal(stderr)
	}
}

// now returns the outputs that there are.
func (v *recovery) now() map[string]string {
	files := map[string]string{}
	for _, out := range v.outs {
		if text, err := os.ReadFile(filepath.Join(v.dir, out)); err == nil {
			files[out] = string(text)
		}
	}
	return files
}

// files lists all files.
func (v *recovery) files() (all []string) {
	for _, name := range names(v.T, v.dir) {
		all = append(all, name)
		if info, err := os.Stat(filepath.Join(v.dir, name)); err == nil && info.IsDir() {
			all = append(all, names(v.T, filepath.Join(v.dir, name))...)
		}
	}
	return all
}

// recover has up to three runs fail, and one without a fault.
func (v *recovery) recover(seed uint64) {
	random := rand.New(rand.NewPCG(seed, uint64(len(v.command))))
	v.reset()
	how := fmt.Sprintf("seed %d", seed)
	for range 1 + random.IntN(3) {
		f := recoveryFaults[random.IntN(len(recoveryFaults))]
		inject := fmt.Sprintf("%s:%s:when=%d", f.calls, f.what, 1+random.IntN(f.most))
		if random.IntN(2) == 0 && f.what != "signal=KILL" {
			inject += "+"
		}
		args := fmt.Sprintf("-e trace=%s -e inject=%s", f.calls, inject)
		if f.syncs {
			args += " -e trace=fsync," + f.calls + " -e inject=fsync:signal=KILL -P " + v.dir
			for _, out := range v.outs {
				args += " -P " + out + " -P " + filepath.Join(v.dir, filepath.Dir(out))
			}
			args += " -P out.txt.partial.json"
		}
		how += "; " + inject
		code, stderr := shell(v.T, v.dir, fmt.Sprintf("export GOMAXPROCS=1 %s=1ns; strace -f -y -o ../log %s sudokubatch %s -q -j 1", checkpointVar, args, v.command))
		if code == 127 {
			continue // the loader failed
		}
		v.judge(fmt.Sprintf("%s: code %d: %s", how, code, stderr), code, stderr)
		if code == v.code {
			v.reset()
		} else {
			v.tally[f.calls+" "+f.what]++
		}
	}
	code, stderr := shell(v.T, v.dir, "sudokubatch "+v.command+" -q -j 1")
	how = fmt.Sprintf("%s; at last code %d: %s", how, code, stderr)
	v.judge(how, code, stderr)
	switch now := v.files(); {
	case code != v.code && !strings.Contains(stderr, "already exists"): // a killed run was complete
		v.Error(how)
	case code == v.code && !slices.Equal(now, v.left):
		v.Errorf("%s: it holds %v, want %v", how, now, v.left)
	}
}

// judge requires that each output is complete, or absent if the run has failed.
func (v *recovery) judge(how string, code int, stderr string) {
	now := v.now()
	for out, text := range now {
		if text != v.want[out] && !strings.HasSuffix(out, ".manifest.json") {
			v.Errorf("%s: %s has %d bytes, want %d, or others", how, out, len(text), len(v.want[out]))
		}
	}
	if code == v.code && len(now) != len(v.want) || code != v.code && code != exitFailed && code != 137 || strings.Contains(stderr, "panic") {
		v.Errorf("%s: it holds %v", how, v.files())
	}
}
