//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// shell runs a shell command in a folder. It returns the exit code and the text on standard error.
func shell(t *testing.T, dir, script string) (code int, stderr string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	var text strings.Builder
	cmd.Stderr = &text
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), text.String()
}

// TestOutputGone writes to outputs that accept no data.
func TestOutputGone(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, script, stderr string }{
		{"closed pipe", `{ sudokubatch solve @demo; echo "code $?" >&2; } | head -n 1 >first; wc -l <first >&2`, "code 141\n1\n"},
		{"closed pipe of new puzzles", `{ sudokubatch gen --count 100000000; echo "code $?" >&2; } | head -n 1 >first; wc -l <first >&2`, "code 141\n1\n"},
		// A run finishes its file although nobody reads standard error.
		{
			"closed standard error",
			`{ sudokubatch solve @demo --progress always -f -o out2.txt; echo "code $?" >code; } 2>&1 | true; sleep 0.3; cat code >&2`,
			"code 0\n",
		},
	}
	dir := t.TempDir()
	for _, tt := range tests {
		code, stderr := shell(t, dir, tt.script)
		if fields := strings.Fields; code != 0 || strings.Join(fields(stderr), " ") != strings.Join(fields(tt.stderr), " ") {
			t.Errorf("%s: code %d; standard error:\n%s\nwant\n%s", tt.name, code, stderr, tt.stderr)
		}
	}
}

// TestSlowProducer requires an answer to each record as soon as it arrives, while the input stays open:
// as text, also to a check that compares no puzzles, in one frame per record, and in one flushed frame.
func TestSlowProducer(t *testing.T) {
	t.Parallel()
	text := func(w io.Writer) func() error {
		return func() error { _, err := io.WriteString(w, easyPuzzle+"\n"); return err }
	}
	for name, compressed := range map[string]func(io.Writer) (write func() error){
		"text": text, "check": text,
		"frames": func(w io.Writer) func() error {
			e, err := zstd.NewWriter(nil)
			return func() error {
				_, writeErr := w.Write(e.EncodeAll([]byte(easyPuzzle+"\n"), nil))
				return errors.Join(err, writeErr)
			}
		},
		"flushed": func(w io.Writer) func() error {
			e, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
			return func() error {
				_, writeErr := io.WriteString(e, easyPuzzle+"\n")
				return errors.Join(err, writeErr, e.Flush())
			}
		},
	} {
		args := []string{"solve", "-q"}
		if name == "check" {
			args = []string{"check", "-q", "--format", "csv", "--columns", "solution"}
		}
		p := start(t, args...)
		answers := bufio.NewReader(p.stdout)
		write := compressed(p.stdin)
		for i := range 3 {
			if err := write(); err != nil {
				t.Fatal(err)
			}
			answer, err := answers.ReadString('\n') // before the next is written
			if answer == "solution\n" {
				answer, err = answers.ReadString('\n')
			}
			if err != nil || answer != easyAnswer+"\n" {
				t.Fatalf("%s, record %d: %q, %v", name, i, answer, err)
			}
		}
		_ = p.stdin.Close()
		if code, stderr := p.wait(t); code != 0 && name != "flushed" || code != 1 && name == "flushed" {
			t.Errorf("%s: code %d, %s", name, code, stderr) // the flushed frame is cut
		}
	}
}

// TestCompressedTiming requires the same compressed file whether the input arrives at once or piece by
// piece.
func TestCompressedTiming(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slow := "for i in 1 2 3 4; do echo " + easyPuzzle + "; sleep 0.05; done"
	code, stderr := shell(t, dir, `{ `+slow+`; } >in; sudokubatch solve -q in -o once.zst && { `+slow+`; } | sudokubatch solve -q -o slow.zst`)
	if code != 0 || stderr != "" {
		t.Fatalf("code %d: %s", code, stderr)
	}
	if once, slow := readFile(t, filepath.Join(dir, "once.zst")), readFile(t, filepath.Join(dir, "slow.zst")); once != slow {
		t.Errorf("%d bytes at once, %d bytes slowly", len(once), len(slow))
	}
}

// TestStoppedProducer makes isomorphs of the beginning of a frame, and never sends the rest. A damaged
// rest would test little: the command may or may not have read it.
func TestStoppedProducer(t *testing.T) {
	t.Parallel()
	whole := filepath.Join(t.TempDir(), "demo.zst")
	if code, stderr := shell(t, "", "sudokubatch solve -q @demo -o "+whole); code != 0 {
		t.Fatal(stderr)
	}
	p := start(t, "augment", "-q", "--count", "5")
	_, _ = p.stdin.Write([]byte(readFile(t, whole)[:100_000])) // the command may end before it read everything
	code, stderr := p.wait(t)
	if want := "<stdin>: the part that was read is not verified"; code != 0 || !strings.Contains(stderr, want) {
		t.Errorf("code %d: %s\nwant %s", code, stderr, want)
	}
}

// A child is a run of the command with pipes at its ends.
type child struct {
	*exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr *bytes.Buffer
}

// resetSignals makes children start with default signals, although this process may have been started
// with ignored ones. exec resets the signals that a process is notified of.
var resetSignals = sync.OnceFunc(func() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGHUP)
})

// start starts the command. The end of the test kills it.
func start(t *testing.T, args ...string) *child {
	t.Helper()
	return startIn(t, "", args)
}

// startIn starts the command in a folder, with more environment variables.
func startIn(t *testing.T, dir string, args []string, environment ...string) *child {
	t.Helper()
	resetSignals()
	p := &child{Cmd: exec.Command("sudokubatch", args...), stderr: new(bytes.Buffer)}
	p.Dir, p.Env = dir, append(os.Environ(), environment...)
	p.Stderr = p.stderr
	var err1, err2 error
	p.stdin, err1 = p.StdinPipe()
	p.stdout, err2 = p.StdoutPipe()
	if err := errors.Join(err1, err2, p.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// wait reads the remaining answers. It returns the exit code and the text on standard error.
func (p *child) wait(t *testing.T) (code int, stderr string) {
	t.Helper()
	_, _ = io.Copy(io.Discard, p.stdout)
	err := p.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode(), p.stderr.String()
}
