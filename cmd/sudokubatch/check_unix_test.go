//go:build unix

package main

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestCheckSignals ends a check that uses temporary files, in several ways. It must remove the files.
func TestCheckSignals(t *testing.T) {
	t.Parallel()
	for s, want := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGKILL: -1} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			p := start(t, "check", "--duplicates", "--isomorphs", "--memory", "72MB", "-j", "6", "--temp-dir", dir)
			if _, err := io.WriteString(p.stdin, strings.Repeat(easyPuzzle+"\n", 70_000)); err != nil {
				t.Fatal(err)
			}
			if code, stderr := p.kill(t, s); code != want || s == syscall.SIGTERM && !strings.Contains(stderr, "stopped by a signal") {
				t.Errorf("code %d, want %d:\n%s", code, want, stderr)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}
