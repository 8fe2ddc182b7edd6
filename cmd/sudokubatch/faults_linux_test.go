package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFailingCalls makes system calls fail, with strace. All outputs must appear or none, and no other
// file may remain.
func TestFailingCalls(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	const several, one = "check @hiho -o out --rejects rejects --keep keep --report page", "solve @hiho -f -o old"
	const either = -1
	all := []string{"keep", "out", "page", "rejects"}
	for _, tc := range []struct {
		name, command, calls, err string
		each                      int // 0: all such calls fail; otherwise one call fails in each run, from the first to this one
		code                      int
		want                      []string // further files, if the exit code is 0
	}{
		{"sync", several, "fsync", "EIO", 0, exitFailed, nil},
		{"one sync", several, "fsync", "EIO", 4, either, all}, // strace counts calls per thread, so possibly none fails
		{"no exclusive rename", several, "renameat2", "ENOSYS", 0, exitOK, all},
		{"neither rename nor link", several, "renameat2,linkat", "EPERM", 0, exitOK, all},
		{"no locks", several, "flock", "ENOLCK", 0, exitOK, all},
		{"chmod", one, "fchmod", "EIO", 0, exitFailed, nil},
		{"rename", one, "rename,renameat", "EIO", 0, exitFailed, nil},
		{"stat", one, "fstat", "EIO", 12, either, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for when := min(1, tc.each); when <= tc.each; when++ {
				dir := t.TempDir()
				makeOld(t, dir)
				inject := tc.calls + ":error=" + tc.err
				if when > 0 {
					inject += fmt.Sprintf(":when=%d", when)
				}
				code, stderr := shell(t, dir, `umask 022; strace -f -o /dev/null -e inject=`+inject+` sudokubatch `+tc.command)
				if code != tc.code && tc.code != either {
					t.Errorf("call %d: code %d, want %d: %s", when, code, tc.code, stderr)
				}
				got := slices.DeleteFunc(names(t, dir), func(name string) bool { return name == "old" })
				want := tc.want
				// A failed sync of the directory fails the run, but only after all files
				// have their names.
				published := tc.code == either && slices.Equal(got, want)
				if code != exitOK && !published {
					want = nil
				}
				if !slices.Equal(got, want) {
					t.Errorf("call %d: code %d; it holds %v, want %v", when, code, got, want)
				}
			}
		})
	}
}

// TestFullDisk fills a disk. The answers must not appear, but the statistics of the failed run must,
// although both together do not fit.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	on := func(script string) (code int, stderr string) {
		dir := t.TempDir()
		return shell(t, dir, `unshare -rm sh -c 'mount -t tmpfs -o size=1m none . && cd "$0" && `+script+`' `+dir)
	}
	if code, stderr := on("true"); code != 0 {
		t.Skipf("nobody can mount a disk here: %s", stderr)
	}
	code, stderr := on(`sudokubatch solve -q @demo -o out --stats-json stats; echo $? * >&2; grep -q "complete.: false" stats`)
	if want := "sudokubatch: writing out: no space left on device\n1 stats\n"; code != 0 || stderr != want {
		t.Errorf("code %d: %s", code, stderr)
	}
	for _, command := range []string{"clean", "sample --shuffle", "sample --count 100k"} { // which need room for temporary files
		code, stderr := on(`sudokubatch ` + command + ` -q @demo --temp-dir . -o out; echo $? * >&2`)
		pattern := `^sudokubatch: writing (a temporary file: write \./sudokubatch-\d+\.tmp|out): no space left on device\n1 \*\n$`
		if code != 0 || !regexp.MustCompile(pattern).MatchString(stderr) {
			t.Errorf("%s: code %d: %s", command, code, stderr)
		}
	}
}

// makeOld makes a file that the run replaces, with more permissions than the umask allows.
func makeOld(t *testing.T, dir string) {
	t.Helper()
	old := filepath.Join(dir, "old")
	if err := errors.Join(os.WriteFile(old, nil, 0o600), os.Chmod(old, 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestKilledAnywhere kills a run at each system call that creates an output. After the next run with
// that output no other file may remain.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	unnamed, err := os.OpenFile(t.TempDir(), os.O_WRONLY|unix.O_TMPFILE, 0o600)
	if err != nil {
		t.Skipf("no files without a name here, so one may stay behind: %v", err)
	}
	_ = unnamed.Close()
	for _, call := range []string{"flock", "linkat", "fchmod", "fsync", "rename,renameat,renameat2"} {
		dir := t.TempDir()
		const run = "sudokubatch solve -q @hiho -f -o out"
		// The file of the shell has only permissions that the umask allows, so the command
		// must call chmod.
		code, stderr := shell(t, dir, "umask 0; echo >out; umask 22; strace -f -o /dev/null -e inject="+call+":signal=KILL "+run)
		if code == exitOK {
			t.Errorf("%s: it was not killed: %s", call, stderr)
		}
		if code, stderr := shell(t, dir, run); code != exitOK {
			t.Errorf("%s: code %d: %s", call, code, stderr)
		}
		if got := names(t, dir); !slices.Equal(got, []string{"out"}) {
			t.Errorf("%s: it holds %v", call, got)
		}
	}
}
