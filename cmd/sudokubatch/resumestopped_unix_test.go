//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stopResumable stops a run with a signal after its first checkpoint. Its puzzles take long.
func stopResumable(t *testing.T, dir string, flags ...string) (stderr string) {
	t.Helper()
	cmd := exec.Command("sudokubatch", append([]string{"solve", "--resume", "--limit", "500", "hard.txt", "-o", "out.txt", "-j", "1"}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), checkpointVar+"=1ms")
	var text bytes.Buffer
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "out.txt.partial.json")
	for range 1000 {
		if raw, err := os.ReadFile(record); err == nil && bytes.Contains(raw, []byte(`"checkpoint":{"Input"`)) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("code %d:\n%s", code, text.String())
	}
	return text.String()
}

// TestResumeStopped stops a run with a signal. The run must say how to continue. A different command must
// be refused, and change no file.
func TestResumeStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	puzzles := strings.Repeat(strings.Repeat(".", 60)+easyAnswer[60:]+"\n", 4000)
	if err := os.WriteFile(filepath.Join(dir, "hard.txt"), []byte(puzzles), 0o666); err != nil {
		t.Fatal(err)
	}
	if stderr := stopResumable(t, dir); !strings.Contains(stderr, "out.txt.partial is kept: the same command continues the run") {
		t.Fatal(stderr)
	}
	again := "sudokubatch solve --resume --limit 500 hard.txt -o out.txt"
	const both = "to begin again remove out.txt.partial and out.txt.partial.json\n"
	for _, tt := range []struct{ name, change, command, stderr string }{
		{"record gone", "rm out.txt.partial.json", again, "out.txt.partial: file exists, but its manifest out.txt.partial.json is missing: to begin again remove out.txt.partial, or name another output\n"},
		{"partial gone", "rm out.txt.partial", again, "out.txt.partial: no such file or directory; to begin again remove out.txt.partial.json\n"},
		{"limit", "", strings.Replace(again, "500", "3", 1), "it was begun with"},
		{"output", "", again + " --to csv", "it was begun"},
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
	if code, stderr := shell(t, dir, again+"; sudokubatch solve -q --limit 500 hard.txt -o whole.txt && cmp out.txt whole.txt"); code != 0 {
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
