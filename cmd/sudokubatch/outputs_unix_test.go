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
	"testing"
)

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
	mustRun(t, "", "augment", "-q", "@demo", "--count", "150k", "-o", puzzles)
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
