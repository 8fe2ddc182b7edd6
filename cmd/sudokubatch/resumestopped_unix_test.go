//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A longRun is a run whose puzzles take long.
type longRun struct {
	*exec.Cmd
	dir    string
	stderr bytes.Buffer
}

// startLong starts a run, perhaps with inputs after hard.txt.
func startLong(t *testing.T, dir string, more ...string) *longRun {
	t.Helper()
	args := []string{"solve", "--resume", "--limit", "1000", "-o", "out.txt", "-j", "1", "hard.txt"}
	r := &longRun{Cmd: exec.Command("sudokubatch", append(args, more...)...), dir: dir}
	r.Dir, r.Env, r.Stderr = dir, append(os.Environ(), checkpointVar+"=1ms"), &r.stderr
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

// stop stops the run with a signal after its first checkpoint.
func (r *longRun) stop(t *testing.T) (stderr string) {
	t.Helper()
	r.reachCheckpoint()
	if err := r.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	return r.end(t, 130)
}

// reachCheckpoint waits for the first checkpoint.
func (r *longRun) reachCheckpoint() {
	for range 1000 {
		raw, err := os.ReadFile(filepath.Join(r.dir, "out.txt.partial.json"))
		if err == nil && bytes.Contains(raw, []byte(`"checkpoint":{"Input"`)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// end waits for the end of the run and returns its messages.
func (r *longRun) end(t *testing.T, want int) (stderr string) {
	t.Helper()
	_ = r.Wait()
	if code := r.ProcessState.ExitCode(); code != want {
		t.Errorf("code %d, want %d:\n%s", code, want, r.stderr.String())
	}
	return r.stderr.String()
}

// hardFile makes the file that a longRun solves.
func hardFile(t *testing.T, dir string) {
	t.Helper()
	writeFile(t, filepath.Join(dir, "hard.txt"), strings.Repeat(strings.Repeat(".", 60)+easyAnswer[60:]+"\n", 20_000))
}

// goesOn is a command that continues a longRun, and compares its output with the output of one run.
const goesOn = "sudokubatch solve -q --resume --limit 1000 hard.txt -o out.txt; sudokubatch solve -q --limit 1000 hard.txt -o whole.txt && cmp out.txt whole.txt"

// TestResumeTogether starts a run twice at once: new, and after it was stopped. One must go on, and the
// other one say so, also with other options, and not advise to remove files.
func TestResumeTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hardFile(t, dir)
	const inUse = "out.txt.partial: another process is writing it"
	for range 3 {
		first, second := startLong(t, dir), startLong(t, dir)
		ended := make(chan *longRun, 2)
		for _, r := range []*longRun{first, second} {
			go func() {
				_ = r.Wait()
				ended <- r
			}()
		}
		loser := <-ended
		winner := first
		if loser == first {
			winner = second
		}
		pause := winner.Process.Signal(syscall.SIGSTOP) // it may be fast
		if code, stderr := shell(t, dir, "sudokubatch solve --resume --limit 3 hard.txt -o out.txt"); code != exitFailed || !strings.Contains(stderr, inUse) {
			t.Errorf("other options: code %d: %s", code, stderr)
		}
		pause = errors.Join(pause, winner.Process.Signal(syscall.SIGCONT))
		winner.reachCheckpoint()
		if err := errors.Join(pause, winner.Process.Signal(syscall.SIGINT)); err != nil {
			t.Fatal(err)
		}
		<-ended
		if said := loser.stderr.String(); !strings.Contains(said, inUse) || strings.Contains(said, "remove") {
			t.Errorf("the other run: %s", said)
		}
		if said := winner.stderr.String(); !strings.Contains(said, "is kept") {
			t.Errorf("the run that went on: %s", said)
		}
	}
	if code, stderr := shell(t, dir, goesOn); code != 0 {
		t.Errorf("going on: code %d:\n%s", code, stderr)
	}
}

// TestCheckpointMoved moves a checkpoint to a later input. The run must refuse it, and go on at the true one.
func TestCheckpointMoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hardFile(t, dir)
	writeFile(t, filepath.Join(dir, "easy.txt"), strings.Repeat(easyPuzzle+"\n", 20_000))
	startLong(t, dir, "easy.txt").stop(t)
	name := filepath.Join(dir, "out.txt.partial.json")
	manifest := readFile(t, name)
	reseal(t, name, `"checkpoint":{"Input":0`, `"checkpoint":{"Input":1`)
	again := func(want int) string { return startLong(t, dir, "easy.txt").end(t, want) }
	if said := again(exitFailed); !strings.Contains(said, "cannot continue the stopped run") {
		t.Errorf("moved: %s", said)
	}
	writeFile(t, name, manifest)
	again(exitOK)
}

// TestResumeTaken removes the files of a run while it runs, and begins another one. The first must end
// without an output, and leave the files of the second.
func TestResumeTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hardFile(t, dir)
	first := startLong(t, dir)
	first.reachCheckpoint()
	shell(t, dir, "rm out.txt.partial out.txt.partial.json")
	second := startLong(t, dir)
	if stderr := first.end(t, exitFailed); !strings.Contains(stderr, "another process removed or replaced it") || strings.Contains(stderr, "is kept") {
		t.Error(stderr)
	}
	if second.stop(t); !slices.Equal(names(t, dir), []string{"hard.txt", "out.txt.partial", "out.txt.partial.json"}) {
		t.Errorf("there are %v", names(t, dir))
	}
	if code, stderr := shell(t, dir, goesOn); code != 0 {
		t.Errorf("going on: code %d:\n%s", code, stderr)
	}
}

// TestResumeStopped stops a run with a signal. The run must say how to continue. A different command must
// be refused, and change no file.
func TestResumeStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hardFile(t, dir)
	if stderr := startLong(t, dir).stop(t); !strings.Contains(stderr, "out.txt.partial is kept: the same command continues the run") {
		t.Fatal(stderr)
	}
	again := "sudokubatch solve --resume --limit 1000 hard.txt -o out.txt"
	const both = "to begin again remove out.txt.partial and out.txt.partial.json\n"
	for _, tt := range []struct{ name, change, command, stderr string }{
		{"record gone", "rm out.txt.partial.json", again, "out.txt.partial: file exists, but its manifest out.txt.partial.json is missing: to begin again remove out.txt.partial, or name another output\n"},
		{"partial gone", "rm out.txt.partial", again, "out.txt.partial: no such file or directory; to begin again remove out.txt.partial.json\n"},
		{"other inputs", "cp hard.txt other.txt", strings.Replace(again, "hard.txt", "hard.txt other.txt", 1), "it was begun with 1 input"},
		{"other names", "mv hard.txt other.txt", strings.Replace(again, "hard", "other", 1), "input 1 was hard.txt, and is other.txt"},
		{"changed", "echo >> hard.txt", again, "hard.txt has changed"},
		{"touched", "touch -d 2020-01-01 hard.txt", again, "hard.txt has changed"},
		{"damaged", "printf x | dd of=out.txt.partial bs=1 seek=500 conv=notrunc", again, "out.txt.partial is damaged"},
		{"cut", "truncate -s -1 out.txt.partial; truncate -s 200 out.txt.partial", again, "has 200 bytes, and before at least"},
		{"damaged record", "sed -i s/Before/before/ out.txt.partial.json", again, "out.txt.partial.json is damaged"},
	} {
		shell(t, dir, "rm -rf ../copy; cp -rp . ../copy")
		copied := filepath.Join(filepath.Dir(dir), "copy")
		shell(t, copied, tt.change)
		before := filesOf(t, copied)
		code, stderr := shell(t, copied, tt.command)
		if code != exitFailed || !strings.Contains(stderr, tt.stderr) || !strings.Contains(stderr, both) && !strings.Contains(tt.name, "gone") ||
			strings.Contains(stderr, "is kept") {
			t.Errorf("%s: code %d:\n%s", tt.name, code, stderr)
		}
		if !reflect.DeepEqual(filesOf(t, copied), before) {
			t.Errorf("%s: files were changed", tt.name)
		}
	}
	if code, stderr := shell(t, dir, goesOn); code != 0 {
		t.Errorf("going on: code %d:\n%s", code, stderr)
	}
}

// filesOf returns the content of all files in a folder.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}
