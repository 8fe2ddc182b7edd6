package formats

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
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
		fault, isFault := errors.AsType[*SyntaxError](err)
		switch {
		case err == nil:
			b.WriteString(Format(cells) + "\n")
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

func TestParse(t *testing.T) {
	letters := strings.Repeat(rowL, 16)
	for text, want := range map[string]string{
		p9a:                             p9a,
		"\n" + p9b + " hard\r\n":        strings.ReplaceAll(p9b, "0", "."),
		"# one\n" + p9a + "\nend\n":     p9a,
		"\ufeff" + p9a:                  p9a,
		strings.ToLower(p16a):           p16a,
		letters:                         strings.Repeat("A.CDEFGHIJKLMNOP", 16),
		strings.Repeat(row9, 9):         strings.Repeat("12345678.", 9),
		"1\n" + strings.Repeat(row9, 9): strings.Repeat("12345678.", 9),

		p9a[:27] + "\n" + p9a[27:54] + "\n" + p9a[54:]:                           p9a,
		"[[" + strings.Repeat("1, 2, 3, 4, 5, 6, 7, 8, 0], [", 9) + "]]":         strings.Repeat("12345678.", 9),
		"int g[9][9] = {\n" + strings.Repeat("{1,2,3,4,5,6,7,8,0},\n", 9) + "};": strings.Repeat("12345678.", 9),
		strings.Repeat("|1|2|3|4|5|6|7|8| |\n", 9):                               strings.Repeat("12345678.", 9),
	} {
		cells, err := Parse(text)
		if err != nil || Format(cells) != want {
			t.Errorf("Parse(%q) = %v, %v", text, cells, err)
		}
	}
	for text, want := range map[string]string{
		"":                              "no puzzle",
		"# none\n":                      "no puzzle",
		"0\n":                           "no puzzle",
		p9a + "\n" + p9a:                "more than one puzzle",
		p9a + "\nx":                     "2:1: bad cell 'x'",
		"x\n" + p9a:                     "1:1: bad cell 'x'",
		p9a + "\nend\n" + p9a:           "3:1: text after the end",
		"1\n" + strings.Repeat(row9, 8): "9:18: 8 of 9 rows",
		p9a[:80]:                        "80 cells, want 81 or 256",
		"123":                           "3 cells, want 81 or 256",
		strings.Repeat(row9, 8):         "1:2: bad header, want the number of puzzles: ' '",
	} {
		cells, err := Parse(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) || cells != nil {
			t.Errorf("Parse(%q) = %v, %v; want %v", text, cells, err, want)
		}
	}
}

func TestFormatOfOthersPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Format(make([]uint8, 80))
}
