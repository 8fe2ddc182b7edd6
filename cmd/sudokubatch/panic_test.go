package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// panicVar is an environment variable that makes the command in tests panic: when it opens an input,
// reads it, parses it in a worker, or after all records.
const panicVar = "SUDOKUBATCH_TEST_PANIC"

// panickyInputs returns a replacement of run.OpenFiles whose inputs panic.
func panickyInputs(where string) func([]string, corpus.Options) []pipeline.Input {
	return func(names []string, opts corpus.Options) []pipeline.Input {
		inputs := pipeline.Files(names, opts)
		for i, name := range names {
			inputs[i].Open = func() (pipeline.Source, error) { return openPanicky(where, name, opts) }
		}
		return inputs
	}
}

func openPanicky(where, name string, opts corpus.Options) (pipeline.Source, error) {
	if where == "open" {
		panic("bug in open")
	}
	r, err := corpus.Open(name, opts)
	if err != nil {
		return nil, err
	}
	if where == "read" {
		return panickyReader{r}, nil
	}
	return panickySections{r}, nil
}

// A panickyReader panics at the end of its text.
type panickyReader struct{ pipeline.Source }

func (r panickyReader) Read(p []byte) (int, error) {
	n, err := r.Source.Read(p)
	if err == io.EOF { //nolint:errorlint // the bare value
		panic("bug in read")
	}
	return n, err
}

// panickySections is text that only the source can read.
type panickySections struct{ *corpus.Reader }

func (r panickySections) Rest() (io.ReaderAt, int64, int64) {
	text, from, to := r.Reader.Rest()
	if text != nil {
		text = &panickyText{text}
	}
	return text, from, to
}

type panickyText struct{ io.ReaderAt }

func (t *panickyText) ReadAt(p []byte, at int64) (int, error) {
	if len(p) > 10_000 { // the source itself only looks at short ends
		panic("bug in worker")
	}
	return t.ReaderAt.ReadAt(p, at)
}

// A panickyContext panics when the command asks whether the run was interrupted.
type panickyContext struct{ context.Context }

func (panickyContext) Deadline() (t time.Time, ok bool) { return t, false }
func (panickyContext) Done() <-chan struct{}            { return nil }
func (panickyContext) Value(any) any                    { return nil }
func (panickyContext) Err() error                       { panic("bug in main") }

// solvedGrid needs no guess, so batches are large enough that workers parse them.
const solvedGrid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// TestPanics makes each verb panic at each place. The exit code must be 1, a message must name the place,
// and no output may remain.
func TestPanics(t *testing.T) {
	t.Parallel()
	for where, place := range map[string]string{
		"open": "in.txt: after record 0: panic: bug in open", "read": "in.txt: after record ", "worker": "in.txt: record ",
		"main": "sudokubatch: panic: bug in main",
	} {
		for _, args := range []string{
			"solve -o out.zst in.txt --stats-json stats",
			"check --duplicates --format csv -o out.zst --report page --rejects bad --keep good --temp-dir . in.txt",
			"check --isomorphs --against in.txt -o out --temp-dir . @demo",
			"gen --isomorphs-of in.txt --count 1000000 -o out.zst",
		} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(strings.Repeat(solvedGrid+"\n", 5000)), 0o666); err != nil {
				t.Fatal(err)
			}
			if where == "main" {
				args = strings.ReplaceAll(args, "in.txt", "missing.txt")
			}
			cmd := exec.Command("sudokubatch", strings.Fields(args)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), panicVar+"="+where)
			_, err := cmd.Output()
			exit, ok := errors.AsType[*exec.ExitError](err)
			if !ok || exit.ExitCode() != exitFailed || !strings.Contains(string(exit.Stderr), place) {
				t.Errorf("%s, %s: %v, %v", where, args, err, exit)
				continue
			}
			if !strings.Contains(string(exit.Stderr), "panic: bug in "+where+"\ngoroutine ") {
				t.Errorf("%s, %s: says\n%s", where, args, exit.Stderr)
			}
			left, _ := filepath.Glob(filepath.Join(dir, "*"))
			hidden, _ := filepath.Glob(filepath.Join(dir, ".*"))
			for _, name := range append(left, hidden...) {
				if base := filepath.Base(name); base != "in.txt" && base != "stats" {
					t.Errorf("%s, %s: left %s", where, args, base)
				}
			}
		}
	}
}
