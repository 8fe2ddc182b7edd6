package bulk_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
)

// TestNpyRefused checks the errors for arrays that cannot be read.
func TestNpyRefused(t *testing.T) {
	t.Parallel()
	file := func(descr, fortran, shape string) []byte {
		return npyFile(1, descr, fortran, shape, make([]byte, 2048))
	}
	for want, file := range map[string][]byte{
		"its texts are not grids":                          file("'|S100'", "False", "(3,)"),
		"uncompressed file: write np.ascontiguousarray(a)": file("'|u1'", "True", "(3, 81)"),
		"half floats": file("'<f2'", "False", "(3, 81)"),
		"or convert one-hot cells to numbers with a.argmax(-3) + a.any(-3) if the digits come first, and otherwise with a.argmax(-1) + a.any(-1)": file("'|u1'", "False", "(3, 9, 9, 9)"),
		"[:, 0], or convert one-hot cells to numbers with a.argmax(-3)":                                                                           file("'|u1'", "False", "(3, 10, 9, 9)"),
		"[:, 0], or convert one-hot cells to numbers with a.argmax(-2)":                                                                           file("'|u1'", "False", "(3, 10, 81)"),
		"(N, 16, 16): convert one-hot cells to numbers with a.argmax(-1) + a.any(-1)":                                                             file("'|u1'", "False", "(3, 81, 9)"),
		"(N, 16, 16): reshape it":                          file("'|u1'", "False", "(3, 80)"),
		"write only the puzzles, for example a[:, 0]":      file("'|u1'", "False", "(3, 3, 81)"),
		"Python objects (pickle)":                          file("'|O'", "False", "(3,)"),
		"type \"|b1\" and shape (3, 81): true":             file("'|b1'", "False", "(3, 81)"),
		"neither numbers that can be cells":                file("'<c8'", "False", "(3, 81)"),
		"type \"<M8[ns]\" and shape (3, 81): an":           file("'<M8[ns]'", "False", "(3, 81)"),
		"type \"<i3\"":                                     file("'<i3'", "False", "(3, 81)"),
		"type \"\\u00e9\"":                                 file("'é'", "False", "(3, 81)"),
		"type \"<>i4\"":                                    file("'<>i4'", "False", "(3, 81)"),
		"type \"|S0\" and shape (3,): an unknown type":     file("'|S0'", "False", "(3,)"),
		"type \"|S-81\" and shape (3,): an unknown type":   file("'|S-81'", "False", "(3,)"),
		"type \"<i\" and shape (3, 81): an unknown type":   file("'<i'", "False", "(3, 81)"),
		"type \"<u1x\" and shape (3, 81): an unknown type": file("'<u1x'", "False", "(3, 81)"),
		"type \"|S65537\" and shape (3,): an unknown type": file("'|S65537'", "False", "(3,)"),
		"too large":                       file("'<U60000'", "False", "(3,)"),
		"25×25":                           npyFile(1, "'|S625'", "False", "(3,)", bytes.Repeat([]byte{'A'}, 3*625)),
		"version 4.0":                     npyHead(4, "{}                       "),
		"the file ends within its header": npyHead(1, "{}"[:1]),
		"the header says that it has 60 bytes, but the file has only 59 of them": npyHead(1, strings.Repeat(" ", 60))[:69],
		"byte 11: the header": npyHead(1, "[]   "),
		"byte 21: the header": npyHead(1, "{'descr': '|u"),
		"byte 23: the header": npyHead(2, "{'descr'  '|u1'}"),
		"byte 41: the header": npyHead(1, "{'descr': '|u1', 'shape': (3, x)}"),
	} {
		_, err := bulk.Detect(file, true, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestNpyEncoded refuses arrays for neural networks, and names the expression that makes digits of their numbers.
// Arrays that only look alike are read.
func TestNpyEncoded(t *testing.T) {
	t.Parallel()
	var puzzles, nine, some []float64
	for i, cell := range samplePuzzles(9, 9) {
		puzzles, nine = append(puzzles, float64(cell)), append(nine, float64(i%2))
		some = append(some, float64(cell))
		if i < 20 {
			some[i] /= 9
		}
	}
	blank := make([]float64, len(puzzles))
	with := func(numbers []float64, change func(float64) float64) (changed []float64) {
		for _, number := range numbers {
			changed = append(changed, change(number))
		}
		return changed
	}
	ninth := func(x float64) float64 { return x / 9 }
	centered := func(x float64) float64 { return x/9 - 0.5 }
	normal := func(x float64) float64 { return (x - 3.1) / 2.7 }
	nan := func(x float64) float64 {
		if x == 0 {
			return math.NaN()
		}
		return x
	}
	for name, tt := range map[string]struct {
		descr, shape string
		kind         byte
		size         int
		numbers      []float64
		want         string // "": it is read
	}{
		"one-hot":        {"'|u1'", "(9, 9, 9)", 'u', 1, nine, "one puzzle and not several: convert one-hot cells to numbers with a.argmax(-3) + a.any(-3) if the digits come first, and otherwise with a.argmax(-1) + a.any(-1)"},
		"digits first":   {"'|u1'", "(10, 9, 9)", 'u', 1, append(nine, nine[:81]...), "one puzzle and not several: convert one-hot cells to numbers with a.argmax(-3)"},
		"one-hot floats": {"'<f4'", "(9, 9, 9)", 'f', 4, nine, "one puzzle and not several: convert one-hot"},
		"nine":           {"'|u1'", "(9, 9, 9)", 'u', 1, puzzles, ""},
		"nine blank":     {"'|u1'", "(9, 9, 9)", 'u', 1, blank, ""},
		"scaled":         {"'<f8'", "(9, 81)", 'f', 8, with(puzzles, ninth), "scaled: convert them to digits with (a * 9).round().astype('u1')"},
		"scaled, short":  {"'<f4'", "(9, 9, 9)", 'f', 4, with(puzzles, ninth), "(a * 9).round()"},
		"centered":       {"'<f8'", "(9, 81)", 'f', 8, with(puzzles, centered), "with ((a + 0.5) * 9).round().astype('u1')"},
		"tenths":         {"'<f4'", "(9, 81)", 'f', 4, with(puzzles, func(x float64) float64 { return x / 10 }), "with (a * 10).round().astype('u1')"},
		"from -1 to 1":   {"'<f8'", "(9, 81)", 'f', 8, with(puzzles, func(x float64) float64 { return x/4.5 - 1 }), "with ((a + 1) * 4.5).round().astype('u1')"},
		"nearly whole":   {"'<f8'", "(9, 81)", 'f', 8, with(puzzles, func(x float64) float64 { return x * 0.9999 }), "with a.round().astype('u1')"},
		"scaled, NaN":    {"'<f8'", "(9, 81)", 'f', 8, with(with(puzzles, nan), ninth), "with (np.nan_to_num(a) * 9).round().astype('u1')"},
		"normal":         {"'<f8'", "(9, 81)", 'f', 8, with(puzzles, normal), "its numbers are not whole: undo what scaled them"},
		"whole":          {"'<f8'", "(9, 81)", 'f', 8, puzzles, ""},
		"NaN":            {"'<f8'", "(9, 81)", 'f', 8, with(puzzles, nan), ""},
		"some":           {"'<f8'", "(9, 81)", 'f', 8, some, ""},
	} {
		_, err := bulk.Detect(npyFile(1, tt.descr, "False", tt.shape, arrayOf(tt.kind, tt.size, tt.numbers)), true, 0)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// TestNpyFaults has malformed records, and files that do not match their header.
func TestNpyFaults(t *testing.T) {
	t.Parallel()
	cells := samplePuzzles(9, 2)
	good := wantLines(cells, 9)
	first, second := good[:82], good[82:]
	with := func(kind byte, size int, at int, bad float64) []byte {
		var numbers []float64
		for _, cell := range cells {
			numbers = append(numbers, float64(cell))
		}
		numbers[at] = bad
		return arrayOf(kind, size, numbers)
	}
	text := []byte(strings.ReplaceAll(good, "\n", ""))
	text[81+4] = 'z'
	for name, tt := range map[string]struct {
		descr, shape string
		elements     []byte
		want         string
	}{
		"beyond":       {"'|u1'", "(2, 81)", with('u', 1, 81+16, 200), first + "2 (row 0): record 2, column 17: bad cell 200\n"},
		"one beyond":   {"'<u8'", "(2, 81)", with('u', 8, 0, 10), "1 (row 0): record 1, column 1: bad cell 10\n" + second},
		"negative":     {"'<i4'", "(2, 81)", with('i', 4, 80, -1), "1 (row 0): record 1, column 81: bad cell -1\n" + second},
		"high byte":    {"'<i2'", "(2, 81)", with('i', 2, 80, 256), "1 (row 0): record 1, column 81: bad cell 256\n" + second},
		"fraction":     {"'<f8'", "(2, 81)", with('f', 8, 3, 0.5), "1 (row 0): record 1, column 4: bad cell 0.5\n" + second},
		"not a number": {"'<f4'", "(2, 81)", with('f', 4, 3, math.NaN()), "1 (row 0): record 1, column 4: bad cell NaN\n" + second},
		"infinite":     {"'<f4'", "(2, 81)", with('f', 4, 3, math.Inf(-1)), "1 (row 0): record 1, column 4: bad cell -Inf\n" + second},
		"text":         {"'|S81'", "(2,)", text, first + "2 (row 0): record 2, column 5: bad cell 'z'\n"},
		"too few":      {"'|u1'", "(3, 81)", cells, good + "the header says 3 puzzles, the file holds 2\n"},
		"cut short":    {"'|u1'", "(2, 81)", cells[:161], first + "the header says 2 puzzles, the file holds 1\n"},
		"none":         {"'|u1'", "(2, 81)", nil, "the header says 2 puzzles, the file holds 0\n"},
		"more":         {"'|u1'", "(1, 81)", cells, first + "text after the last of 1 puzzles\n"},
		"one byte":     {"'|u1'", "(2, 81)", append(slices.Clone(cells), 0), good + "text after the last of 2 puzzles\n"},
		"any number":   {"'|u1'", "(-1, 81)", cells[:161], first + "text after the last of 1 puzzles\n"},
		"huge":         {"'|u1'", "(9007199254740991, 81)", cells, good + "the header says 9007199254740991 puzzles, the file holds 2\n"},
	} {
		file := npyFile(1, tt.descr, "False", tt.shape, tt.elements)
		form := detectAll(t, file)
		if got := formtest.Read(form, file); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, tt.want)
		}
		formtest.CheckSplits(t, form, file)
	}
}
