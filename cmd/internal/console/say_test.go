package console

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestPrintable requires that only unprintable characters are escaped.
func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                         "",
		"a b.txt: 9×9 … “grün”":    "a b.txt: 9×9 … “grün”",
		`C:\new "one"`:             `C:\new "one"`,
		"a\x1b[2Jb\r\nc\x00\x7f":   `a\x1b[2Jb\r\nc\x00\x7f`,
		"\xff\xc3(\ufffd":          `\xff\xc3(` + "\ufffd",
		"\u202egnp\u2028\u0085.\t": `\u202egnp\u2028\u0085.\t`,
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}

// TestPrintableError requires one line for each joined error, and one for any other error.
func TestPrintableError(t *testing.T) {
	t.Parallel()
	a, b := errors.New("a\nA"), errors.New("b")
	for want, err := range map[string]error{
		`a\nA`:            a,
		"a\\nA\nb":        errors.Join(a, b),
		"a\\nA\nb\na\\nA": errors.Join(errors.Join(a, b), a),
		`x: a\nA`:         fmt.Errorf("x: %w", a),
		`a\nA, b`:         fmt.Errorf("%w, %w", a, b),
		`x: a\nA\nb`:      fmt.Errorf("x: %w", errors.Join(a, b)),

		"x\\n: panic: a\\nA\ngoroutine 1\n\tf()\n": fmt.Errorf("x\n: %w", &guard.Panic{Value: a, Stack: []byte("goroutine 1\n\tf()\n")}),
	} {
		if got := printableError(err); got != want {
			t.Errorf("%q is shown as %q, want %q", err, got, want)
		}
	}
}

// TestHints requires one hint for each error that has one, however deeply it is wrapped, and no other
// hint.
func TestHints(t *testing.T) {
	t.Parallel()
	window := fmt.Errorf("reading a: %w", corpus.ErrWindow)
	exists := fmt.Errorf("creating b: %w", corpus.ErrExists)
	for want, err := range map[string]error{
		"reading a: window size exceeded (decompress the file first: zstd -dc --long=31 FILE, or xz -dc FILE)":                                                                     window,
		"creating b: file already exists (use --force to overwrite)":                                                                                                               exists,
		"reading a: window size exceeded (decompress the file first: zstd -dc --long=31 FILE, or xz -dc FILE)\nclosed\ncreating b: file already exists (use --force to overwrite)": errors.Join(window, errors.New("closed"), exists),
		"file already exists": fs.ErrExist,

		"a:3: a grid of 16x16 among other sizes (read both with --size 9,16)":     &model.SyntaxError{File: "a", Line: 3, Err: model.ErrSize, Have: 16, Want: 9},
		"more than 81 cells; a 16x16 puzzle has 256 (read both with --size 9,16)": &model.SyntaxError{Err: model.ErrLong, Have: 256, Want: 81},
		"79 of 81 cells": &model.SyntaxError{Err: model.ErrShort, Have: 79, Want: 81},
		"b: 79 digits: leading zeros seem to be lost (convert it with --pad-zeros)":                                         fmt.Errorf("b: %w", &model.SyntaxError{Err: model.ErrZeros, Have: 79}),
		"12×12: this size must be named (add --size 12)":                                                                    &model.SizeError{Size: 12},
		"16×16, but its digits may be 1-G or 0-F (say which with --digits)":                                                 &model.DigitsError{Size: 16, Digits: []string{"1-G", "0-F"}},
		`found "cages": a killer Sudoku, whose puzzles do not follow the usual rules (--column grid reads the grids alone)`: &model.VariantError{Field: "cages", Variant: "killer", Puzzle: "grid"},
	} {
		if got := printableError(err); got != want {
			t.Errorf("%q is shown as %q, want %q", err, got, want)
		}
	}
}
