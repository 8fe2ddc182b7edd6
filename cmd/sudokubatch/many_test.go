package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

// A manyResult is what a command of runMany wrote, and its exit code.
type manyResult struct {
	out  []byte
	code int
}

// runMany runs commands in few processes, which saves most of the time of many short ones. A command writes to the
// file NPZ, or to standard output.
func runMany(t *testing.T, lines [][]string) []manyResult {
	t.Helper()
	results := make([]manyResult, len(lines))
	processes := runtime.GOMAXPROCS(0)
	var all errgroup.Group
	for first := range processes {
		all.Go(func() error {
			dir, input := t.TempDir(), ""
			for i := first; i < len(lines); i += processes {
				input += strings.ReplaceAll(strings.Join(lines[i], "\t"), "NPZ", filepath.Join(dir, fmt.Sprint(i/processes, ".npz"))) + "\n"
			}
			cmd := exec.CommandContext(t.Context(), "sudokubatches")
			cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(input), append(os.Environ(), "GOGC=400")
			codes, err := cmd.Output()
			for i, code := range bytes.Fields(codes) {
				r, convErr := &results[first+i*processes], error(nil)
				r.code, convErr = strconv.Atoi(string(code))
				r.out, _ = os.ReadFile(filepath.Join(dir, fmt.Sprint(i, ".npz"))) // there may be none
				err = errors.Join(err, convErr)
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	return results
}

// executeMany is the command sudokubatches of runMany.
func executeMany() {
	stdout := os.Stdout
	lines := bufio.NewScanner(os.Stdin)
	for i := 0; lines.Scan(); i++ {
		out, err := os.Create("out")
		if err != nil {
			panic(err)
		}
		os.Stdout = out
		code := execute(context.Background(), strings.Split(lines.Text(), "\t"))
		if info, err := out.Stat(); err == nil && info.Size() > 0 {
			err = os.Rename("out", fmt.Sprint(i, ".npz"))
		}
		if err := errors.Join(err, out.Close()); err != nil {
			panic(err)
		}
		fmt.Fprintln(stdout, code)
	}
}
