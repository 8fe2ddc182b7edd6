//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
)

// hung is longer than any run takes to end on a busy machine. process.Patience limits the time on an idle
// one.
const hung = 20 * time.Second

// TestPatience requires that a run that hangs ends within a second after a signal.
func TestPatience(t *testing.T) {
	if process.Patience >= time.Second {
		t.Errorf("%v", process.Patience)
	}
}

// kill sends a signal after the run had time to begin. It returns the exit code.
func (p *child) kill(t *testing.T, s syscall.Signal) (code int, stderr string) {
	t.Helper()
	time.Sleep(300 * time.Millisecond)
	began := time.Now()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	code, stderr = p.wait(t)
	if took := time.Since(began); took > hung {
		t.Errorf("it took %v to end", took)
	}
	return code, stderr
}

// TestSignalWhileReading stops a run whose input sends nothing more.
func TestSignalWhileReading(t *testing.T) {
	t.Parallel()
	for s, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			stats := filepath.Join(t.TempDir(), "stats.json")
			p := start(t, "solve", "--stats-json", stats)
			if _, err := io.WriteString(p.stdin, easyPuzzle+"\n"); err != nil {
				t.Fatal(err)
			}
			code, stderr := p.kill(t, s)
			if code != want || !strings.Contains(stderr, "1 puzzle in ") || !strings.Contains(stderr, "stopped by a signal") {
				t.Errorf("code %d, want %d:\n%s", code, want, stderr)
			}
			if text := readFile(t, stats); !strings.Contains(text, `"complete": false`) || !strings.Contains(text, `"solved": 1,`) {
				t.Errorf("statistics: %s", text)
			}
		})
	}
}

// TestSignalWhileSolving stops a computation. The old output must stay, and no other file may remain.
func TestSignalWhileSolving(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, puzzles string
		flags         []string
		stderr        string
	}{
		// Counting a billion solutions of the blank grid takes long.
		{"between puzzles", strings.Repeat(blankGrid+"\n", 10_000), []string{"--limit", "2000"}, " puzzles/s, "},
		{"in one of many", strings.Repeat(blankGrid+"\n", 9), []string{"--limit", "1000000000", "--max-guesses", "0"}, "0 puzzles in "},
		{"in one alone", blankGrid + "\n", []string{"--limit", "1000000000", "--max-guesses", "0"}, "0 puzzles in "},
		{"in one, by another engine", blankGrid + "\n", []string{"--limit", "1000000000", "--engine", "backtrack"}, "0 puzzles in "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.txt")
			for _, name := range []string{in, out} {
				if err := os.WriteFile(name, []byte(tt.puzzles), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			p := start(t, append([]string{"solve", in, "--force", "-j", "1", "-o", out}, tt.flags...)...)
			code, stderr := p.kill(t, syscall.SIGINT)
			if code != 130 || !strings.Contains(stderr, tt.stderr) {
				t.Errorf("code %d:\n%s", code, stderr)
			}
			if readFile(t, out) != tt.puzzles {
				t.Error("the old output was touched")
			}
			if entries, _ := os.ReadDir(dir); len(entries) != 2 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

// TestSignalWhileGenerating stops a run that makes puzzles, and a run that finds none.
func TestSignalWhileGenerating(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{{}, {"--clues", "17"}, {"--order", "16"}} {
		dir := t.TempDir()
		p := start(t, append([]string{"gen", "--count", "1000000000000", "-o", filepath.Join(dir, "out.txt")}, flags...)...)
		if code, stderr := p.kill(t, syscall.SIGTERM); code != 143 || !strings.Contains(stderr, "puzzles") {
			t.Errorf("%v: code %d:\n%s", flags, code, stderr)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 0 {
			t.Errorf("%v: left behind: %v", flags, entries)
		}
	}
}

// TestSignalWhileWriting stops a run whose output nobody reads. The write cannot be interrupted. A second
// signal ends the run sooner.
func TestSignalWhileWriting(t *testing.T) {
	t.Parallel()
	for _, second := range []bool{false, true} {
		p := start(t, "solve", "@demo")
		_, _ = p.stdout.Read(make([]byte, 1)) // it writes; nobody reads the rest
		time.Sleep(200 * time.Millisecond)
		began := time.Now()
		if second {
			_ = p.Process.Signal(syscall.SIGTERM)
			time.Sleep(50 * time.Millisecond)
		}
		_ = p.Process.Signal(syscall.SIGTERM)
		state, err := p.Process.Wait() // without reading the output
		took := time.Since(began)
		if err != nil || state.ExitCode() != 143 {
			t.Errorf("%v, %v", state, err)
		}
		_ = p.Wait() // for standard error
		if !strings.Contains(p.stderr.String(), "stopped at once after ") {
			t.Errorf("%s", p.stderr)
		}
		if took > hung {
			t.Errorf("second signal %v: it took %v", second, took)
		}
	}
}

// TestIgnoredSignal requires that a signal stays ignored if the command was started that way, as with
// nohup.
func TestIgnoredSignal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	code, stderr := shell(t, dir, `trap "" HUP
		{ echo '`+easyPuzzle+`'; sleep 0.4; echo '`+easyPuzzle+`'; } | sudokubatch solve -q -o out.txt &
		sleep 0.2; kill -HUP $!; wait $!`)
	if code != 0 || stderr != "" {
		t.Errorf("code %d: %s", code, stderr)
	}
	if got := readFile(t, filepath.Join(dir, "out.txt")); got != easyAnswer+"\n"+easyAnswer+"\n" {
		t.Errorf("answers: %s", got)
	}
}
