package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSpecialFiles uses inputs and outputs that are not regular files, or that appear after the start.
func TestSpecialFiles(t *testing.T) {
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
		{"a folder", "mkfifo fifo; ln -s . loop; ln -s p.txt link; sudokubatch solve -q . 2>&1 | sort", answer + answer + "sudokubatch: opening ./loop: is a directory\n"},
		{"a folder with the output", "sudokubatch solve -q . 2>&1 >out", "sudokubatch: creating <stdout>: the output is the same file as an input: choose another name\n"},
		{"a folder of very many", "for i in $(seq 150); do cp p.txt $i.in; done; sudokubatch solve -q . | wc -l", "151\n"},
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
			got, _ := cmd.Output() // the test compares the output
			if string(got) != tt.want || stderr.Len() > 0 {
				t.Errorf("%q, want %q\n%s", got, tt.want, stderr.String())
			}
		})
	}
}

// TestMemoryFile reads a file that exists only in memory (memfd).
func TestMemoryFile(t *testing.T) {
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
