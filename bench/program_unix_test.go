//go:build unix

package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHangingProgram checks that a program that does not end is killed, with the processes that
// it started.
func TestHangingProgram(t *testing.T) {
	t.Parallel()
	note := filepath.Join(t.TempDir(), "pid")
	cfg := tiny(peerCorpus(t))
	cfg.Timeout = 2 * time.Second
	cfg.Programs = []Program{{Name: "hangs", Command: []string{os.Args[0], "peer", "hangs", note}}}
	measurements, err := Run(context.Background(), cfg)
	if err != nil || len(measurements) != 1 || !strings.Contains(measurements[0].Error, "timeout") {
		t.Fatalf("%v, %+v", err, measurements)
	}
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // it takes a moment to be gone
		if gone(child) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d goes on", child)
}

// gone reports whether a process has ended, collected or not.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

// TestCancelled checks that the end of the context ends the run.
func TestCancelled(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	ctx, cancel := context.WithTimeoutCause(context.Background(), time.Second, stop)
	defer cancel()
	cfg := tiny(peerCorpus(t))
	cfg.Programs = []Program{{Name: "sleeps", Command: []string{os.Args[0], "peer", "sleeps", ""}}}
	if _, err := Run(ctx, cfg); !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
}
