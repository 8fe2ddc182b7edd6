//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
)

// startsTwo is a program that never ends. It starts another one, and writes both process numbers to $NOTE.
const startsTwo = "#!/bin/sh\nsleep 100 &\necho $$ $! >$NOTE.new\nmv $NOTE.new $NOTE\nwait\n"

// TestChildren stops runs that started a program which never ends. Neither the program nor the process that it
// started, nor a temporary file, may remain. After SIGKILL the program itself must end, which Linux can do.
func TestChildren(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		signals []syscall.Signal
		code    int
	}{
		{"SIGINT", []syscall.Signal{syscall.SIGINT}, 130},
		{"SIGTERM twice", []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM}, 143},
		{"SIGKILL", []syscall.Signal{syscall.SIGKILL}, -1},
	} {
		for _, args := range [][]string{{"print", "@demo", "--take", "1", "-q", "-o", "book.pdf"}, {"bench", "@hiho", "--engines", "band", "--min-time", "1ms", "--peer", "slow=chromium"}} {
			t.Run(args[0]+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				dir, bin, temp := t.TempDir(), t.TempDir(), t.TempDir()
				note := filepath.Join(bin, "note")
				if err := os.WriteFile(filepath.Join(bin, "chromium"), []byte(startsTwo), 0o700); err != nil { //nolint:gosec // a program
					t.Fatal(err)
				}
				p := startIn(t, dir, args, "PATH="+bin+":"+os.Getenv("PATH"), "TMPDIR="+temp, "NOTE="+note)
				var pids []string
				for i := 0; len(pids) == 0 && i < 2000; i++ {
					time.Sleep(10 * time.Millisecond)
					text, _ := os.ReadFile(note)
					pids = strings.Fields(string(text))
				}
				if tt.code < 0 {
					pids = pids[:min(1, len(pids))]
				}
				for _, s := range tt.signals {
					_ = p.Process.Signal(s)
				}
				if code, stderr := p.wait(t); code != tt.code {
					t.Errorf("code %d, want %d: %s", code, tt.code, stderr)
				}
				wantGone(t, pids)
				if tt.code >= 0 && len(names(t, dir))+len(names(t, temp)) > 0 {
					t.Errorf("left behind: %v, %v", names(t, dir), names(t, temp))
				}
			})
		}
	}
}

// wantGone requires that processes end. It kills those that do not.
func wantGone(t *testing.T, pids []string) {
	t.Helper()
	for _, text := range pids {
		pid, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; syscall.Kill(pid, 0) == nil && !isZombie(pid); i++ {
			if time.Sleep(10 * time.Millisecond); i == 100 {
				t.Errorf("process %d goes on", pid)
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}

// isZombie reports whether a process has ended and nobody waited for it.
func isZombie(pid int) bool {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

// TestChromium stops a run while the real browser prints a large book.
func TestChromium(t *testing.T) {
	t.Parallel()
	if browser.Find() == "" {
		t.Skip("no chromium here (Debian: apt-get install chromium)")
	}
	dir, temp := t.TempDir(), t.TempDir()
	p := startIn(t, dir, []string{"print", "@demo", "--take", "9000", "-q", "-o", "book.pdf"}, "TMPDIR="+temp)
	profile := filepath.Join(temp, "*", "profile", "Default")
	for i, found := 0, []string(nil); found == nil && i < 1000; i++ {
		time.Sleep(20 * time.Millisecond)
		found, _ = filepath.Glob(profile)
	}
	_ = p.Process.Signal(syscall.SIGTERM)
	if code, stderr := p.wait(t); code != 143 {
		t.Errorf("code %d: %s", code, stderr)
	}
	var left []string
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range all {
		if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), temp) {
			left = append(left, filepath.Base(filepath.Dir(name)))
		} else if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
	wantGone(t, left)
	if len(names(t, dir))+len(names(t, temp)) > 0 {
		t.Errorf("left behind: %v, %v", names(t, dir), names(t, temp))
	}
}
