//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// waitFor waits until a folder has so many entries.
func waitFor(t *testing.T, dir string, entries int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); len(names(t, dir)) < entries; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it holds %v, want %d entries", names(t, dir), entries)
		}
	}
}

// waitMarked waits until the only file in a folder has the number of its inode in its name.
func waitMarked(t *testing.T, dir string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		name := names(t, dir)[0]
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && strings.Contains(name, fmt.Sprintf("-%d.", info.Sys().(*syscall.Stat_t).Ino)) {
			return
		}
	}
	t.Fatalf("it holds %v", names(t, dir))
}

// TestAllOrNone creates the last of three output files while the run works. None of the outputs may
// appear.
func TestAllOrNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	p := start(t, "check", "-q", "-o", in("out"), "--rejects", in("rejects"), "--keep", in("keep"), "--stats-json", in("stats"))
	waitFor(t, dir, 4)
	if err := os.WriteFile(in("keep"), []byte("theirs"), 0o666); err != nil {
		t.Fatal(err)
	}
	_ = p.stdin.Close()
	code, stderr := p.wait(t)
	if code != exitFailed || !strings.Contains(stderr, "keep: file already exists") {
		t.Errorf("code %d: %s", code, stderr)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"keep"}) || readFile(t, in("keep")) != "theirs" {
		t.Errorf("it holds %v", got)
	}
}

// TestKilled kills a run. The next run with that output must remove the leftovers, but no file that only
// looks like one.
func TestKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	p := start(t, "solve", "-q", "-o", out)
	waitFor(t, dir, 1)
	waitMarked(t, dir)
	_ = p.Process.Kill()
	_ = p.Wait()
	left := names(t, dir)
	if len(left) != 1 {
		t.Fatalf("left behind: %v", left)
	}
	if err := os.WriteFile(out+".txt", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	alike := "." + "out1234567890123456789"
	if err := os.WriteFile(filepath.Join(dir, alike), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		command string
		want    []string
	}{
		{"sudokubatch solve -q @hiho -f -o out.txt", []string{left[0], alike, "out.txt"}},
		{"sudokubatch solve -q @hiho -o out", []string{alike, "out", "out.txt"}},
	} {
		if code, stderr := shell(t, dir, run.command); code != 0 {
			t.Errorf("code %d: %s", code, stderr)
		}
		if got := names(t, dir); !slices.Equal(got, run.want) {
			t.Errorf("%s: left behind %v, want %v", run.command, got, run.want)
		}
	}
}

// TestRaces starts two runs that write the same new file, without -f. One must win, and the other must
// report it. SUDOKUBATCH_RACES is the number of races.
func TestRaces(t *testing.T) {
	t.Parallel()
	races, err := strconv.Atoi(os.Getenv("SUDOKUBATCH_RACES"))
	if err != nil {
		races = 5
	}
	tally := map[[2]int]int{}
	for range races {
		dir := t.TempDir()
		var runs [2]*exec.Cmd
		var stderr [2]strings.Builder
		for i := range runs {
			runs[i] = exec.Command("sudokubatch", "solve", "-q", "@hiho", "-o", "out")
			runs[i].Dir, runs[i].Stderr = dir, &stderr[i]
			if err := runs[i].Start(); err != nil {
				t.Fatal(err)
			}
		}
		var codes [2]int
		for i, run := range runs {
			_ = run.Wait() // the exit code says why
			codes[i] = run.ProcessState.ExitCode()
			if said := strings.Contains(stderr[i].String(), "out: file already exists"); said != (codes[i] == exitFailed) {
				t.Errorf("code %d: %s", codes[i], &stderr[i])
			}
		}
		slices.Sort(codes[:])
		tally[codes]++
		if codes != [2]int{exitOK, exitFailed} || !slices.Equal(names(t, dir), []string{"out"}) {
			t.Errorf("codes %v; it holds %v", codes, names(t, dir))
		}
	}
	t.Logf("exit codes of two runs: %v", tally)
}

// TestFullSpill limits the size of files, so that the folder of temporary files seems to be full. All
// verbs that keep rows or keys for later must fail, say so, and leave nothing.
func TestFullSpill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	puzzles := filepath.Join(dir, "in.txt")
	mustRun(t, "", "gen", "-q", "--count", "150k", "-o", puzzles)
	for _, args := range []string{
		"convert --sorted", "convert --unique", "check --isomorphs", "clean", "sample --count 140000", "sample --shuffle",
		"split --exact --into a=90,b=10",
	} {
		temporary := t.TempDir()
		script := fmt.Sprintf("ulimit -f 400; cd %s; exec sudokubatch %s -q -j 1 --temp-dir %s", temporary, args, temporary)
		if strings.HasPrefix(args, "split") {
			script += " -o parts/"
		} else {
			script += " --memory 52MiB"
		}
		cmd := exec.Command("sh", "-c", script+" "+puzzles)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, _ := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(stderr.String(), "writing a temporary file: ") {
			t.Errorf("%s: code %d, %d bytes: %s", args, code, len(out), stderr.String())
		}
		if left := names(t, temporary); len(left) > 0 {
			t.Errorf("%s left %v", args, left)
		}
	}
}
