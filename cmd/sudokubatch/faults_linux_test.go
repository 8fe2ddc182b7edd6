package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFailingCalls makes all system calls of a kind fail, with strace, as on file systems that lack them.
// All outputs must appear or none, and no other file may remain.
func TestFailingCalls(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace does not work here")
	}
	const several = "check @hiho -o out --rejects rejects --report page"
	all := []string{"old", "out", "page", "rejects"}
	for _, tc := range []struct {
		command, inject string
		code            int
		want            []string
	}{
		{several, "fsync:error=EIO", exitFailed, []string{"old"}},
		{several, "renameat2:error=ENOSYS", exitOK, all},
		{several, "renameat2,linkat:error=EPERM", exitOK, all},
		{several, "flock:error=ENOLCK", exitOK, all},
		{"solve @hiho -f -o old", "fchmod:error=EIO", exitFailed, []string{"old"}},
	} {
		t.Run(tc.inject, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			makeOld(t, dir)
			code, stderr := shell(t, dir, "umask 022; strace -f -o /dev/null -e inject="+tc.inject+" sudokubatch "+tc.command)
			if got := names(t, dir); code != tc.code || !slices.Equal(got, tc.want) {
				t.Errorf("code %d, want %d; it holds %v, want %v: %s", code, tc.code, got, tc.want, stderr)
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
