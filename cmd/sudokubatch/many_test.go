package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

// A manyResult is what a command of runMany did.
type manyResult struct {
	ran
	out []byte // what it wrote to the file NPZ if it names that, or else to standard output
}

// runMany runs commands in few processes, which saves most of the time of many short ones.
func runMany(t *testing.T, commands [][]string) []manyResult {
	t.Helper()
	results := make([]manyResult, len(commands))
	processes := runtime.GOMAXPROCS(0)
	var all errgroup.Group
	for first := range processes {
		all.Go(func() error {
			var mine [][]string
			for i := first; i < len(commands); i += processes {
				mine = append(mine, commands[i])
			}
			done, err := runInOrder(t, t.TempDir(), mine)
			for i, r := range done {
				results[first+i*processes] = r
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	return results
}

// runInOrder runs commands in a folder, in one process.
func runInOrder(t *testing.T, dir string, commands [][]string) (results []manyResult, err error) {
	t.Helper()
	outs, input := t.TempDir(), ""
	for i, words := range commands {
		input += strings.ReplaceAll(strings.Join(words, "\t"), "NPZ", filepath.Join(outs, fmt.Sprint(i, ".npz"))) + "\n"
	}
	cmd := exec.CommandContext(t.Context(), "sudokubatches", outs)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(input), append(os.Environ(), "GOGC=400")
	codes, err := cmd.Output()
	for i, text := range bytes.Fields(codes) {
		code, codeErr := strconv.Atoi(string(text))
		said, saidErr := os.ReadFile(filepath.Join(outs, fmt.Sprint(i, ".err")))
		out, outErr := os.ReadFile(filepath.Join(outs, fmt.Sprint(i, ".npz")))
		if outErr != nil {
			out, outErr = os.ReadFile(filepath.Join(outs, fmt.Sprint(i, ".out")))
		}
		err = errors.Join(err, codeErr, saidErr, outErr)
		results = append(results, manyResult{ran{code, string(said)}, out})
	}
	return results, err
}

// An outputCase is a command without an output, and what it does with each of several outputs.
type outputCase struct {
	command string
	outputs string // endings of files
	code    int
	said    string
}

// runOutputs runs cases in a folder, and calls check with the name of each output and what the command did.
func runOutputs(t *testing.T, dir string, cases []outputCase, check func(c outputCase, name string, r ran)) {
	t.Helper()
	var commands [][]string
	var names []string
	for i, c := range cases {
		for output := range strings.FieldsSeq(c.outputs) {
			names = append(names, fmt.Sprintf("x%d.%s", i, output))
			commands = append(commands, append(strings.Fields(c.command), "-q", "-o", names[len(names)-1]))
		}
	}
	results, err := runInOrder(t, dir, commands)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		for range strings.Fields(c.outputs) {
			check(c, names[n], results[n].ran)
			n++
		}
	}
}

// executeMany is the command sudokubatches of runMany. It writes an exit code a line.
func executeMany() {
	codes := os.Stdout
	commands := bufio.NewScanner(os.Stdin)
	for i := 0; commands.Scan(); i++ {
		var errs [2]error
		os.Stdout, errs[0] = os.Create(filepath.Join(os.Args[1], fmt.Sprint(i, ".out")))
		os.Stderr, errs[1] = os.Create(filepath.Join(os.Args[1], fmt.Sprint(i, ".err")))
		code := execute(context.Background(), strings.Split(commands.Text(), "\t"))
		if err := errors.Join(errs[0], errs[1], os.Stdout.Close(), os.Stderr.Close()); err != nil {
			panic(err)
		}
		debug.SetMemoryLimit(math.MaxInt64) // --memory of a command is for that alone
		fmt.Fprintln(codes, code)
	}
}
