package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// injectedRuns lists runs of each verb with each kind of output and input. All replace files.
var injectedRuns = []struct {
	command string
	outs    []string
	quick   bool
}{
	{"solve in.txt -o out.txt", []string{"out.txt"}, false},
	{"solve in.gz -o out.zst", []string{"out.zst"}, true},
	{"solve in.parquet -o out.gz", []string{"out.gz"}, false},
	{"solve in.txt -o out.parquet", []string{"out.parquet"}, false},
	{"check in.zst -o out.txt --rejects kept.txt", []string{"kept.txt", "out.txt"}, true},
	{"check in.txt -o out.csv.zst --rejects kept.zst", []string{"kept.zst", "out.csv.zst"}, false},
	{"check in.gz -o out.csv.gz --rejects kept.gz", []string{"kept.gz", "out.csv.gz"}, false},
	{"check in.parquet -o out.parquet", []string{"out.parquet"}, false},
	{"gen --count 300 --seed 1 -o out.txt", []string{"out.txt"}, false},
	{"gen --count 300 --seed 1 -o out.zst", []string{"out.zst"}, false},
	{"augment in.zst --each 2 -o out.gz", []string{"out.gz"}, true},
	{"augment in.parquet --each 2 -o out.parquet", []string{"out.parquet"}, false},
	{"convert in.zst -o out.txt", []string{"out.txt"}, false},
	{"convert in.parquet --to csv -o out.zst", []string{"out.zst"}, false},
	{"convert in.txt --unique -o out.gz", []string{"out.gz"}, false},
	{"convert in.gz -o out.parquet", []string{"out.parquet"}, true},
	{"clean in.txt -o out.zst --rejects bad.txt", []string{"bad.txt", "out.zst"}, true},
	{"clean in.parquet -o out.csv.gz", []string{"out.csv.gz"}, false},
	{"sample in.zst --count 300 --shuffle -o out.txt", []string{"out.txt"}, true},
	{"sample in.gz --fraction 0.5 -o out.parquet", []string{"out.parquet"}, false},
	{"split in.txt --into a=80,b=20", []string{"a.txt", "b.txt"}, true},
	{"split in.zst --into a=80,b=20", []string{"a.txt.zst", "b.txt.zst"}, false},
	{"split in.gz --into a=80,b=20", []string{"a.txt.gz", "b.txt.gz"}, false},
	{"split in.parquet --into a=80,b=20", []string{"a.parquet", "b.parquet"}, false},
	{"split in.txt --folds 2 --card", []string{"README.md", "dataset_info.json", "fold1.parquet", "fold2.parquet"}, false},
}

// injectedErrors lists the system calls that fail, and their errors.
var injectedErrors = []struct {
	calls, err string
	inputs     bool // only calls on inputs
	must       bool // the run must fail if the call is on one of its files
}{
	{"write,pwrite64", "ENOSPC", false, true},
	{"read,pread64", "EIO", true, true},
	{"fsync", "EIO", false, true},
	{"fstat", "EIO", false, false},
	{"rename,renameat,renameat2,linkat", "EIO", false, false}, // systems use different calls to give a name
	{"close", "EIO", false, false},                            // a lock is closed after its file is complete
}

// TestInjectedErrors makes one system call fail in each run, with strace: the first of its kind, then
// the second, up to the last. Either all outputs are right and the run succeeds, or the old files
// stay. No other file may remain. The quick test fails the first call of some runs.
// SUDOKUBATCH_INJECT=1 fails all calls of all runs; -v shows the tally.
//
// Faults: disk full, EIO, quota.
func TestInjectedErrors(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	all := os.Getenv("SUDOKUBATCH_INJECT") == "1"
	last := 1
	if all {
		last = 1000 // more than there are
	}
	tally := &injectedTally{failed: map[string]int{}, unhurt: map[string]int{}}
	t.Run("runs", func(t *testing.T) {
		for _, run := range injectedRuns {
			if run.quick || all {
				t.Run(run.command, func(t *testing.T) {
					t.Parallel()
					injectAll(t, run.command, run.outs, last, tally)
				})
			}
		}
	})
	for _, e := range injectedErrors {
		t.Logf("%-34s %4d failed, %4d were none the worse", e.calls, tally.failed[e.calls], tally.unhurt[e.calls])
		if tally.failed[e.calls] == 0 && (all || e.must) {
			t.Errorf("no run failed by %s", e.calls)
		}
	}
}

// An injectedTally counts runs by the calls that failed.
type injectedTally struct {
	mu             sync.Mutex
	failed, unhurt map[string]int
}

func injectAll(t *testing.T, command string, outs []string, last int, tally *injectedTally) {
	dir := t.TempDir()
	args := strings.Fields(command)
	input := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "in.") })
	if input >= 0 {
		if code, stderr := shell(t, dir, "sudokubatch convert -q @demo --take 900 -o "+args[input]); code != 0 {
			t.Fatal(stderr)
		}
	}
	run := "sudokubatch " + command + " -q -f -j 1"
	if code, stderr := shell(t, dir, run); code != 0 {
		t.Fatal(stderr)
	}
	all := names(t, dir)
	want := map[string]string{}
	for _, out := range outs {
		want[out] = readFile(t, filepath.Join(dir, out))
	}
	log := filepath.Join(t.TempDir(), "log")
	for _, e := range injectedErrors {
		if e.inputs && input < 0 {
			continue
		}
		for when := 1; when <= last; when++ {
			for _, out := range outs {
				if err := os.WriteFile(filepath.Join(dir, out), []byte("old"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			only := ""
			if e.inputs {
				only = " -P " + filepath.Join(dir, args[input])
			}
			code, stderr := shell(t, dir, fmt.Sprintf("GOMAXPROCS=1 strace -f -y -o %s%s -e trace=%s -e inject=%s:error=%s:when=%d %s",
				log, only, e.calls, e.calls, e.err, when, run))
			failing := injectedLines(t, log)
			if len(failing) == 0 {
				break
			}
			if strings.Contains(strings.Join(failing, "\n"), "<anon_inode:") || code == 127 {
				continue // calls of the Go runtime, which cannot fail, and of the loader
			}
			ours := slices.ContainsFunc(failing, func(line string) bool { return strings.Contains(line, "<"+dir+"/") })
			state := outputsNow(t, dir, outs, want)
			what := fmt.Sprintf("call %d of %s: code %d, %s: %s", when, e.calls, code, state, stderr)
			switch {
			case code != exitOK && code != exitFailed:
				t.Error(what)
			case code == exitOK && (state != "complete" || e.must && ours):
				t.Errorf("%s: %s", what, failing)
			case code == exitFailed && state == "complete" && !strings.Contains(stderr, "directory"):
				t.Error(what)
			case state == "wrong", state == "mixed" && !strings.Contains(stderr, " is complete)"):
				t.Error(what)
			}
			if now := names(t, dir); !slices.Equal(now, all) {
				t.Errorf("%s: it holds %v", what, now)
			}
			tally.mu.Lock()
			if code == exitOK {
				tally.unhurt[e.calls]++
			} else {
				tally.failed[e.calls]++
			}
			tally.mu.Unlock()
		}
	}
}

// TestKilledBetweenNames kills runs with several outputs at each call that gives or removes a name, with strace.
// If some outputs have no name then, the same command must write all of them, and leave no other file.
func TestKilledBetweenNames(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	for _, command := range []string{"split -q ../in.txt --into a=40,b=40,c=20 --rejects bad.txt -j 1", "check -q ../in.txt -o out.csv --rejects bad.txt --stats-json stats.json -j 1"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			dir, whole := filepath.Join(top, "dir"), filepath.Join(top, "whole")
			code, stderr := shell(t, top, "sudokubatch convert -q @demo --take 300 -o in.txt && echo x >>in.txt; mkdir dir whole; cd whole; sudokubatch "+command)
			if code != 3 {
				t.Fatal(code, stderr)
			}
			mixed := false
			kinds := []string{"linkat", "rename,renameat,renameat2", "unlink,unlinkat"}
			for n := 0; n < len(kinds) || n < 5*len(kinds) && !mixed; n++ { // a thread may have no second call
				calls := kinds[n%len(kinds)]
				for when := 1; ; when++ { // strace counts the calls of each thread
					shell(t, dir, fmt.Sprintf("rm -rf * .[a-z]*; GOMAXPROCS=1 strace -f -o ../log -e trace=%s -e inject=%s:signal=KILL:when=%d sudokubatch %s", calls, calls, when, command))
					if !strings.Contains(readFile(t, filepath.Join(top, "log")), "killed by SIGKILL") {
						break
					}
					left := slices.DeleteFunc(names(t, dir), func(name string) bool { return name[0] == '.' })
					all := len(left) == len(names(t, whole))
					mixed = mixed || len(left) > 0 && !all
					if code, stderr := shell(t, dir, "sudokubatch "+command); code != 3 && !all {
						t.Errorf("call %d of %s left %v: code %d, %s", when, calls, left, code, stderr)
					}
					if code, _ := shell(t, top, fmt.Sprintf("diff -rq -x stats.json %s dir whole", map[bool]string{true: "-x '.*'"}[all])); code != 0 {
						t.Errorf("call %d of %s left %v: then %v, want %v", when, calls, left, names(t, dir), names(t, whole))
					}
				}
			}
			if !mixed {
				t.Error("no run was killed between the names")
			}
		})
	}
}

// TestSynced wants an output synced before it gets its name, and its directory after that; and a partial
// file synced before the checkpoint that describes it.
func TestSynced(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	for flags, order := range map[string]string{
		"":         `fsync\(\d+<\S*/(#\d+|\.out\S*\.tmp)>.*"out\.txt".*fsync\(\d+<\S*/synced>`,
		"--resume": `fsync\(\d+<\S*/out\.txt\.partial>.*"out\.txt\.partial\.json".*fsync\(\d+<\S*/out\.txt\.partial>.*"out\.txt"`,
	} {
		dir := filepath.Join(t.TempDir(), "synced")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		code, stderr := shell(t, dir, checkpointVar+"=1ns strace -f -y -o ../log -e trace=fsync,rename,renameat,renameat2,linkat sudokubatch solve -q @demo -o out.txt "+flags)
		if log := readFile(t, filepath.Join(dir, "../log")); code != exitOK || !regexp.MustCompile("(?s)"+order).MatchString(log) {
			t.Errorf("%q: code %d, %s, want %s in this order:\n%s", flags, code, stderr, order, log)
		}
	}
}

// injectedLines returns the lines of strace about calls that it made fail.
func injectedLines(t *testing.T, log string) (lines []string) {
	t.Helper()
	for line := range strings.Lines(readFile(t, log)) {
		if strings.Contains(line, "(INJECTED)") {
			lines = append(lines, line)
		}
	}
	return lines
}

// outputsNow returns whether the outputs are old or complete.
func outputsNow(t *testing.T, dir string, outs []string, want map[string]string) string {
	t.Helper()
	states := map[string]bool{}
	for _, out := range outs {
		state := "wrong"
		switch readFile(t, filepath.Join(dir, out)) {
		case "old":
			state = "old"
		case want[out]:
			state = "complete"
		}
		states[state] = true
	}
	switch {
	case states["wrong"]:
		return "wrong"
	case len(states) > 1:
		return "mixed"
	case states["old"]:
		return "old"
	default:
		return "complete"
	}
}
