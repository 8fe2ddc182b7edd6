package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// pryVar is the environment variable that has the command of the tests try, when
// it opens an input, what it has no business to do: "FOLDER ADDRESS".
const pryVar = "SUDOKUBATCH_TEST_PRY"

func init() {
	if os.Getenv(pryVar) == "" {
		return
	}
	run.OpenFiles = func(names []string, opts corpus.Options) []pipeline.Input {
		inputs := pipeline.Files(names, opts)
		for i := range inputs {
			open := inputs[i].Open
			inputs[i].Open = func() (pipeline.Source, error) {
				fmt.Fprint(os.Stderr, pry(os.Getenv(pryVar)))
				return open()
			}
		}
		return inputs
	}
}

// pry tries things and says how that went, a line each.
func pry(where string) string {
	dir, address, _ := strings.Cut(where, " ")
	var text strings.Builder
	try := func(what string, err error) {
		if errors.Is(err, os.ErrPermission) {
			err = os.ErrPermission
		}
		fmt.Fprintf(&text, "%s: %v\n", what, err)
	}
	_, err := os.ReadFile(filepath.Join(dir, "secret"))
	try("reading", err)
	_, err = os.ReadDir(dir)
	try("listing", err)
	try("creating", os.WriteFile(filepath.Join(dir, "new"), nil, 0o666))
	try("overwriting", os.WriteFile(filepath.Join(dir, "old"), []byte("x"), 0o666))
	try("renaming", os.Rename(filepath.Join(dir, "old"), filepath.Join(dir, "older")))
	try("removing", os.Remove(filepath.Join(dir, "secret")))
	try("making a folder", os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	try("running", exec.Command("/bin/true").Run())
	conn, err := net.DialTimeout("tcp", address, time.Second)
	if err == nil {
		_ = conn.Close()
	}
	try("connecting", err)
	return text.String()
}

// landlock skips a test where the kernel cannot do what it is about, or not all.
func landlock(t *testing.T, least uintptr) {
	t.Helper()
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	switch {
	case errno != 0:
		t.Skipf("this kernel has no Landlock: %v", errno)
	case abi < least:
		t.Skipf("this kernel has version %d of Landlock, and TCP is restricted from version %d on", abi, least)
	}
}

// TestConfined has verbs try what they have no business to do. The same is
// possible here.
func TestConfined(t *testing.T) {
	t.Parallel()
	const tcp = 4 // the version of Landlock
	landlock(t, tcp)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	prepared := func() string {
		dir := t.TempDir()
		for _, name := range []string{"secret", "old"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	if got := pry(prepared() + " " + listener.Addr().String()); strings.Count(got, ": <nil>\n") != strings.Count(got, "\n") {
		t.Fatalf("not possible anyway:\n%s", got)
	}
	elsewhere := prepared()
	for _, script := range []string{
		"solve -q p.txt -o solved.txt",
		"solve -q p.txt",
		"convert -q p.txt --unique --temp-dir . -o converted.txt",
		"check -q p.txt --dataset --report page.html --temp-dir .",
		"split -q p.txt --into a=50,b=50 --exact --temp-dir .",
		"gen -q --count 2 --isomorphs-of p.txt -o made.txt",
		"gen -q --each 1 --isomorphs-of p.csv --hrm data",
		"detect p.txt",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{"p.txt": easyPuzzle + "\n", "p.csv": easyPuzzle + "," + easyAnswer + "\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("sudokubatch", strings.Fields(script)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), pryVar+"="+elsewhere+" "+listener.Addr().String())
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if err := cmd.Run(); err != nil {
				t.Errorf("%v", err)
			}
			lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
			if len(lines) < 9 {
				t.Errorf("%d attempts, want 9 or a multiple", len(lines))
			}
			for _, line := range lines {
				if !strings.HasSuffix(line, ": permission denied") {
					t.Error(line)
				}
			}
		})
	}
}

// TestConfinedInputs has inputs that are no plain files which lie there from the
// start.
func TestConfinedInputs(t *testing.T) {
	t.Parallel()
	const puzzle, answer = easyPuzzle + "\n", easyAnswer + "\n"
	tests := []struct{ name, script, want string }{
		{"standard input", "sudokubatch solve -q <p.txt", answer},
		{"standard input by name", "sudokubatch solve -q /dev/stdin <p.txt", answer},
		{"a pipe by name", "cat p.txt | sudokubatch solve -q /dev/stdin p.txt", answer + answer},
		{"a descriptor", "sudokubatch solve -q /dev/fd/3 3<p.txt", answer},
		{"a removed file", "cp p.txt gone; exec 3<gone; rm gone; sudokubatch solve -q /dev/fd/3", answer},
		{"a FIFO", "mkfifo fifo; cat p.txt >fifo & sudokubatch solve -q fifo", answer},
		{"a link elsewhere", "mkdir a; mv p.txt a; ln -s a/p.txt link; sudokubatch solve -q link", answer},
		{"a parent folder", "mkdir a; cd a; sudokubatch solve -q ../p.txt", answer},
		{"a descriptor to write", "sudokubatch solve -q p.txt -o /dev/fd/3 3>out; cat out", answer},
		{"standard output by name", "sudokubatch solve -q p.txt -o /dev/stdout | cat", answer},
		{"a link to write", "mkdir a; : >a/out; ln -s a/out out; sudokubatch solve -q p.txt -f -o out; cat a/out", answer},
		{"parts that are links", "mkdir a; : >a/x; ln -s a/x all.txt; sudokubatch split -q p.txt --into all -f; cat a/x", puzzle},
		{
			"an input that comes later",
			"mkfifo fifo; sudokubatch solve -q fifo later -o /dev/stdout & exec 3>fifo; cp p.txt later; cat p.txt >&3; exec 3>&-; wait $!", answer + answer,
		},
		{
			"very many", "mkdir a; cp p.txt a/elsewhere; for i in $(seq 150); do cp p.txt $i.in; done; ln -s a/elsewhere link; " +
				"sudokubatch solve -q *.in link - <p.txt | uniq -c | tr -s ' '", " 152 " + answer,
		},
		{"a folder", "sudokubatch solve -q p.txt . 2>&1 >out", "sudokubatch: opening .: is a directory\n"},
		{
			"a folder of very many", "for i in $(seq 150); do cp p.txt $i.in; done; sudokubatch solve -q *.in . 2>&1 >out; wc -l <out",
			"sudokubatch: opening .: is a directory\n150\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("sh", "-c", tt.script)
			cmd.Dir = t.TempDir()
			if err := os.WriteFile(filepath.Join(cmd.Dir, "p.txt"), []byte(puzzle), 0o666); err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			cmd.Stderr = &stderr
			got, _ := cmd.Output() // the output says it all
			if string(got) != tt.want || stderr.Len() > 0 {
				t.Errorf("%q, want %q\n%s", got, tt.want, stderr.String())
			}
		})
	}
}

// TestConfinedMemory reads a file that is in no file system.
func TestConfinedMemory(t *testing.T) {
	t.Parallel()
	fd, err := unix.MemfdCreate("puzzles", unix.MFD_CLOEXEC)
	if err != nil {
		t.Skip(err)
	}
	f := os.NewFile(uintptr(fd), "puzzles")
	defer f.Close()
	_, err = io.WriteString(f, easyPuzzle+"\n")
	_, seekErr := f.Seek(0, io.SeekStart)
	cmd := exec.Command("sudokubatch", "solve", "-q", "/dev/fd/3")
	cmd.ExtraFiles = []*os.File{f}
	got, runErr := cmd.Output()
	if err := errors.Join(err, seekErr, runErr); err != nil || string(got) != easyAnswer+"\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestReplacedInput has another file take the place of an input before its turn.
func TestReplacedInput(t *testing.T) {
	t.Parallel()
	landlock(t, 1)
	dir := t.TempDir()
	code, stderr := shell(t, dir, "echo "+easyPuzzle+" >p.txt; cp p.txt next; cp p.txt replaced; mkfifo fifo; "+
		"sudokubatch solve -q fifo replaced -o out & exec 3>fifo; mv next replaced; cat p.txt >&3; exec 3>&-; wait $!")
	const want = "sudokubatch: opening replaced: permission denied: it came there after the start, " +
		"when all files but those that were there were given up\n"
	if code != 3 || stderr != want {
		t.Errorf("code %d: %s", code, stderr)
	}
	if got := readFile(t, filepath.Join(dir, "out")); got != easyAnswer+"\n" {
		t.Errorf("answers %q", got)
	}
}
