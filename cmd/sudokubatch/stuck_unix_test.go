//go:build unix

package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignalWhileStuck stops runs that hang in a system call. They must end within a second, and leave no
// temporary file. A run whose outputs have their names ends with its own code.
func TestSignalWhileStuck(t *testing.T) {
	t.Parallel()
	malformed := "x\n" + strings.Repeat(blankGrid+"\n", 1000) // a malformed record for a message, and puzzles that take long
	for _, tc := range []struct {
		name   string
		args   []string
		reader bool // the FIFO is open, but nobody reads it
		full   bool // nobody reads standard error
	}{
		{"FIFO to open for rejected records", []string{"check", "@demo", "-o", "out", "--rejects", "fifo"}, false, false},
		{"FIFO to open for rejects", []string{"check", "@demo", "-o", "out.zst", "--report", "page", "--rejects", "fifo"}, false, false},
		{"FIFO to write rejected records", []string{"clean", "@demo", "@demo", "-o", "out", "--rejects", "fifo"}, true, false},
		{"FIFO to write answers", []string{"check", "@demo", "-o", "fifo", "--rejects", "rejects", "--format", "csv"}, true, false},
		{"FIFO to write answers, compressed", []string{"solve", "@demo", "--level", "1", "-o", "fifo.zst", "--stats-json", "stats"}, true, false},
		{"message", []string{"solve", "in", "--limit", "100000", "-o", "out"}, false, true},
		{"progress", []string{"solve", "in", "--limit", "100000", "-o", "out", "--progress", "always"}, false, true},
		{"summary", []string{"solve", "@hiho", "-o", "/dev/null", "--stats-json", "stats"}, false, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			makeFiles(t, dir, malformed)
			resetSignals()
			p := &child{Cmd: exec.Command("sudokubatch", tc.args...), stdout: io.NopCloser(strings.NewReader(""))}
			p.Dir = dir
			if tc.reader {
				fill(t, filepath.Join(dir, "fifo"))
				fill(t, filepath.Join(dir, "fifo.zst"))
			}
			if tc.full {
				p.Stderr = fill(t, filepath.Join(dir, "fifo"))
			}
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = p.Process.Kill() })
			want := 143
			if tc.name == "summary" { // which comes last
				want = 0
			}
			p.killStuck(t, want)
			for _, e := range names(t, dir) {
				if e != "in" && !strings.HasPrefix(e, "fifo") && e != "stats" {
					t.Errorf("left behind: %s", e)
				}
			}
		})
	}
}

// makeFiles makes a file of puzzles and two FIFOs.
func makeFiles(t *testing.T, dir, puzzles string) {
	t.Helper()
	err := os.WriteFile(filepath.Join(dir, "in"), []byte(puzzles), 0o666)
	for _, name := range []string{"fifo", "fifo.zst"} {
		err = errors.Join(err, syscall.Mkfifo(filepath.Join(dir, name), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// killStuck ends a run with a signal, after it had time to begin, and wants an exit code.
func (p *child) killStuck(t *testing.T, want int) {
	t.Helper()
	time.Sleep(300 * time.Millisecond)
	began := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait() // the exit code says why
	if code := p.ProcessState.ExitCode(); code != want {
		t.Errorf("code %d, want %d", code, want)
	}
	if took := time.Since(began); took > hung {
		t.Errorf("it took %v to end", took)
	}
}

// fill opens a FIFO and fills it, so that the next write blocks.
func fill(t *testing.T, path string) *os.File {
	t.Helper()
	fd, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		for err = nil; err == nil; _, err = syscall.Write(fd, make([]byte, size)) {
		}
	}
	if err := syscall.SetNonblock(fd, false); err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), path)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// names returns the names of all files in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
