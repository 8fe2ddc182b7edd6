package bulk

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// rangeOver reads a file as Puzzles does. It returns the records, and how much text was kept.
func rangeOver(r io.Reader) (out string, most int) {
	p := &puzzleReader{r: r, most: readBytes}
	var b strings.Builder
	p.puzzles(func(cells []uint8, err error) bool {
		most = max(most, cap(p.text))
		fault, isFault := errors.AsType[*model.SyntaxError](err)
		switch {
		case err == nil:
			b.Write(Form{Kind: Line, Order: 9}.AppendPuzzle(nil, cells))
		case isFault && fault.Record > 0:
			fmt.Fprintf(&b, "%d (row %d): %v\n", fault.Record, fault.Row, fault)
		default:
			fmt.Fprintln(&b, err)
		}
		return true
	})
	return b.String(), max(most, cap(p.text))
}

// TestPuzzlesLong reads lines and records that are longer than the limits.
func TestPuzzlesLong(t *testing.T) {
	const long = 20 << 20
	p9a, row9 := strings.Repeat(".23456789", 9), "1 2 3 4 5 6 7 8 0\n"
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
		got, most := rangeOver(tt.file)
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
