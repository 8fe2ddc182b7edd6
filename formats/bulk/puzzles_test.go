package bulk

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// rangeOver reads a file with Puzzles and prints the result like reader. If form is zero,
// the form is detected.
func rangeOver(form Form, r io.Reader) (out string, most int) {
	p := &puzzleReader{r: r, most: readBytes}
	if form.Kind != 0 {
		p.form, p.framer = form, form.NewFramer()
	}
	var b strings.Builder
	p.puzzles(func(cells []uint8, err error) bool {
		most = max(most, cap(p.text))
		fault, isFault := errors.AsType[*model.SyntaxError](err)
		switch {
		case err == nil:
			b.WriteString(lineOf(cells))
		case isFault && fault.Record > 0:
			fmt.Fprintf(&b, "%d (row %d): %v\n", fault.Record, fault.Row, fault)
		default:
			fmt.Fprintln(&b, err)
		}
		return true
	})
	return b.String(), max(most, cap(p.text))
}

// TestPuzzles checks that Puzzles reads the same as a Framer and Decode, however the bytes
// arrive.
func TestPuzzles(t *testing.T) {
	for _, tt := range decodeTests {
		text, _ := mark(tt.file)
		want := readWhole(tt.form, []byte(text))
		forms := []Form{tt.form}
		if form, err := Detect([]byte(text), true, 0); err == nil && form == tt.form {
			forms = append(forms, Form{})
		}
		for _, form := range forms {
			for name, r := range map[string]io.Reader{
				"whole":         strings.NewReader(text),
				"bytes":         iotest.OneByteReader(strings.NewReader(text)),
				"halves":        iotest.HalfReader(strings.NewReader(text)),
				"end with data": iotest.DataErrReader(strings.NewReader(text)),
			} {
				if got, _ := rangeOver(form, r); got != want {
					t.Errorf("%s, %s, form %v: got\n%s\nwant\n%s", tt.name, name, form, got, want)
				}
			}
		}
	}
}

// TestPuzzlesLong reads lines and records that are longer than the limits.
func TestPuzzlesLong(t *testing.T) {
	const long = 20 << 20
	xs := func() io.Reader { return io.LimitReader(zeros{}, long) }
	file := func(parts ...any) io.Reader {
		var readers []io.Reader
		for _, part := range parts {
			if text, ok := part.(string); ok {
				part = strings.NewReader(text)
			}
			readers = append(readers, part.(io.Reader))
		}
		return io.MultiReader(readers...)
	}
	tooLong := "line longer than 65536 bytes\n"
	for name, tt := range map[string]struct {
		file io.Reader
		want string
	}{
		"line":            {file(p9a+"\n", xs(), "\n"+p9a+"\n"), p9a + "\n2 (row 0): 2:65537: " + tooLong + p9a + "\n"},
		"last line":       {file(p9a+"\n", xs()), p9a + "\n2 (row 0): 2:65537: " + tooLong},
		"comment":         {file(p9a+"\n#", xs(), "\n"+p9a+"\n"), p9a + "\n" + p9a + "\n"},
		"after the cells": {file(p9a+" ", xs(), "\n"+p9a+"\n"), "1 (row 0): 1:65537: " + tooLong + p9a + "\n"},
		"row": {
			file("1\n"+strings.Repeat(row9, 8), xs(), "\n"),
			"1 (row 9): 10:4097: line longer than 4096 bytes\n",
		},
		"no end": {file("\n\n", xs()), "unknown form: line 3, column 1: "},
	} {
		got, most := rangeOver(Form{}, tt.file)
		if !strings.HasPrefix(got, tt.want) || strings.Count(got, "\n") != max(1, strings.Count(tt.want, "\n")) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, tt.want)
		}
		if most > 1<<20 {
			t.Errorf("%s: %d bytes are kept", name, most)
		}
	}
}

// zeros is a reader of endless letters x.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// lineOf returns a grid as a line.
func lineOf(cells []uint8) string {
	return string(Form{Kind: Line, Order: map[int]int{81: 9, 256: 16}[len(cells)]}.AppendPuzzle(nil, cells))
}
