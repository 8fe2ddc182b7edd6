package formats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// npyFile is a file of numpy's with a header of version 1.0 or 2.0.
func npyFile(version byte, descr, fortran, shape string, elements []byte) []byte {
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }\n", descr, fortran, shape)
	return append(npyHead(version, text), elements...)
}

// npyHead is a header that says text.
func npyHead(version byte, text string) []byte {
	file := append([]byte(npyMagic), version, 0)
	if version == 1 {
		file = binary.LittleEndian.AppendUint16(file, uint16(len(text)))
	} else {
		file = binary.LittleEndian.AppendUint32(file, uint32(len(text)))
	}
	return append(file, text...)
}

// arrayOf writes numbers as elements of a type.
func arrayOf(kind byte, size int, big bool, numbers []float64) (elements []byte) {
	for _, n := range numbers {
		word := uint64(int64(n))
		switch {
		case kind == 'f' && size == 4:
			word = uint64(math.Float32bits(float32(n)))
		case kind == 'f':
			word = math.Float64bits(n)
		}
		element := binary.LittleEndian.AppendUint64(nil, word)[:size]
		if big {
			slices.Reverse(element)
		}
		elements = append(elements, element...)
	}
	return elements
}

// samplePuzzles are puzzles, of which every row of cells has each digit, if it is
// filled, and each digit is in the first of them.
func samplePuzzles(order, n int) (cells []uint8) {
	for p := range n {
		for i := range order * order {
			digit := (i/order*4+i%order+p)%order + 1
			if (i*5+p)%3 != 0 {
				digit = 0
			}
			cells = append(cells, uint8(digit))
		}
	}
	return cells
}

// wantLines is what reading cells gives.
func wantLines(cells []uint8, order int) string { return string(appendLines(nil, cells, order)) }

// detectAll detects the form of a whole file.
func detectAll(t *testing.T, file []byte) Form {
	t.Helper()
	form, err := Detect(file, true, 0)
	if err != nil || form.Kind != Npy {
		t.Fatalf("%v, %v: %q", form, err, file[:min(len(file), 128)])
	}
	return form
}

// TestNpyNumbers reads all types of numbers in both orders of bytes, with blanks of
// each sort.
func TestNpyNumbers(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		cells := samplePuzzles(order, 5)
		for _, descr := range []string{"|u1", "|i1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<u8", ">u8", "<i8", ">i8", "<f4", ">f4", "<f8", ">f8"} {
			kind, size := descr[1], int(descr[2]-'0')
			for _, blank := range []float64{0, 1, -1, -9} {
				if blank < 0 && kind == 'u' {
					continue
				}
				var numbers []float64
				for _, cell := range cells {
					n := float64(cell) + blank
					if blank == -9 { // a blank is -1, but digits are themselves
						if n = float64(cell); cell == 0 {
							n = -1
						}
					}
					numbers = append(numbers, n)
				}
				shape := fmt.Sprintf("(5, %d)", order*order)
				file := npyFile(1, "'"+descr+"'", "False", shape, arrayOf(kind, size, descr[0] == '>', numbers))
				form := detectAll(t, file)
				if got := readWhole(form, file); got != wantLines(cells, order) {
					t.Errorf("%s, blank %v, %q: got\n%s", descr, blank, form.Layout.Notes, got)
				}
			}
		}
	}
}

// TestNpyShapes wants the puzzles of arrays of each shape, or why there are none.
func TestNpyShapes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shape   string
		records int
		order   int
		err     string
	}{
		{"(3, 81)", 3, 9, ""},
		{"(3L, 81L)", 3, 9, ""},
		{"(3, 9, 9)", 3, 9, ""},
		{"(3, 256)", 3, 16, ""},
		{"(3, 16, 16)", 3, 16, ""},
		{"(81,)", 1, 9, ""},
		{"(9, 9)", 1, 9, ""},
		{"(256,)", 1, 16, ""},
		{"( 16,16 )", 1, 16, ""},
		{"(3, 81, 1)", 3, 9, ""},
		{"(3, 9, 9, 1)", 3, 9, ""},
		{"(3, 1, 9, 9)", 3, 9, ""},
		{"(9, 9, 9)", 9, 9, ""},
		{"(9, 9, 9, 1)", 9, 9, ""},
		{"(81, 1)", 1, 9, ""},
		{"(1, 81)", 1, 9, ""},
		{"(0, 81)", 0, 9, ""},
		{"(-1, 81)", 4, 9, ""},
		{"(3, 25, 25)", 0, 0, "25×25: only 9×9 and 16×16"},
		{"(3, 9, 9, 9)", 0, 0, "(3, 9, 9, 9): one-hot"},
		{"(3, 9, 9, 10)", 0, 0, "(3, 9, 9, 10): one-hot"},
		{"(3, 81, 9)", 0, 0, "one-hot"},
		{"(3, 16, 16, 17)", 0, 0, "one-hot"},
		{"(3, 10, 9, 9)", 0, 0, "one-hot"},
		{"(81, 10)", 0, 0, "one-hot"},
		{"(3, 80)", 0, 0, "(3, 80): its shape"},
		{"(3,)", 0, 0, "(3,): its shape"},
		{"()", 0, 0, "(): its shape"},
		{"(3, 2, 81)", 0, 0, "its shape"},
		{"(9223372036854775807, 9223372036854775807)", 0, 0, "its shape"},
	} {
		cells := samplePuzzles(max(tt.order, 9), max(tt.records, 1))[:tt.records*tt.order*tt.order]
		file := npyFile(2, `"|u1"`, "False", tt.shape, cells)
		form, err := Detect(file, true, 0)
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v, %v, want %q", tt.shape, form, err, tt.err)
			}
		case err != nil || form.Order != tt.order:
			t.Errorf("%s: %v, %v", tt.shape, form, err)
		default:
			if got := readWhole(form, file); got != wantLines(cells, tt.order) {
				t.Errorf("%s: got\n%s", tt.shape, got)
			}
		}
	}
}

// TestNpyTexts reads texts: puzzles, rows and cells.
func TestNpyTexts(t *testing.T) {
	t.Parallel()
	cells := samplePuzzles(9, 4)
	letters := samplePuzzles(16, 4)
	digits := strings.ReplaceAll(wantLines(cells, 9), "\n", "")
	wide := func(text string, order binary.AppendByteOrder) (b []byte) {
		for _, r := range text {
			b = order.AppendUint32(b, uint32(r))
		}
		return b
	}
	padded := func(size int, text string, width int) string { // each part of a size, filled to a width
		var b strings.Builder
		for ; len(text) > 0; text = text[size:] {
			b.WriteString(strings.Trim(text[:size], ".") + strings.Repeat("\x00", width-len(strings.Trim(text[:size], "."))))
		}
		return b.String()
	}
	for name, tt := range map[string]struct {
		descr, shape string
		elements     []byte
		order        int
		want         []uint8
	}{
		"bytes":           {"'|S81'", "(4,)", []byte(digits), 9, cells},
		"one":             {"'|S81'", "()", []byte(digits[:81]), 9, cells[:81]},
		"column":          {"'S81'", "(4, 1)", []byte(digits), 9, cells},
		"81 of them":      {"'|S81'", "(81,)", []byte(strings.Repeat(digits[:81], 81)), 9, bytes.Repeat(cells[:81], 81)},
		"characters":      {"'<U81'", "(4,)", wide(digits, binary.LittleEndian), 9, cells},
		"big characters":  {"'>U81'", "(4,)", wide(digits, binary.BigEndian), 9, cells},
		"cells":           {"'|S1'", "(4, 81)", []byte(digits), 9, cells},
		"empty cells":     {"'<U1'", "(4, 9, 9)", wide(strings.ReplaceAll(digits, ".", "\x00"), binary.LittleEndian), 9, cells},
		"rows":            {"'<U9'", "(4, 9)", wide(digits, binary.LittleEndian), 9, cells},
		"filled":          {"'|S100'", "(4,)", []byte(strings.ReplaceAll(wantLines(cells, 9), "\n", strings.Repeat("\x00", 19))), 9, cells},
		"letters":         {"'|S256'", "(4,)", []byte(strings.ReplaceAll(wantLines(letters, 16), "\n", "")), 16, letters},
		"cells with room": {"'|S3'", "(4, 81)", []byte(padded(1, digits, 3)), 9, cells},
	} {
		file := npyFile(1, tt.descr, "False", tt.shape, tt.elements)
		form, err := Detect(file, true, 0)
		if err != nil || form.Order != tt.order {
			t.Errorf("%s: %v, %v", name, form, err)
			continue
		}
		if got := readWhole(form, file); got != wantLines(tt.want, tt.order) {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}

// TestNpyRefused wants the reasons for which an array cannot be read.
func TestNpyRefused(t *testing.T) {
	t.Parallel()
	file := func(descr, fortran, shape string) []byte {
		return npyFile(1, descr, fortran, shape, make([]byte, 2048))
	}
	for want, file := range map[string][]byte{
		"its texts are no grids": file("'|S100'", "False", "(3,)"),
		"interleaved (Fortran order): write it with np.ascontiguousarray(a)": file("'|u1'", "True", "(3, 81)"),
		"Python objects (pickle)":                          file("'|O'", "False", "(3,)"),
		"type \"|b1\" and shape (3, 81): true":             file("'|b1'", "False", "(3, 81)"),
		"structured":                                       file("[('puzzle', '|S81'), ('(', '<i4', (2,))]", "False", "(3,)"),
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
		"the header is 60 bytes long, of which there are 59": npyHead(1, strings.Repeat(" ", 60))[:69],
		"byte 11: the header":                                npyHead(1, "[]   "),
		"byte 21: the header":                                npyHead(1, "{'descr': '|u"),
		"byte 23: the header":                                npyHead(2, "{'descr'  '|u1'}"),
		"byte 41: the header":                                npyHead(1, "{'descr': '|u1', 'shape': (3, x)}"),
	} {
		_, err := Detect(file, true, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestNpyFortran reads the one puzzle that lies column by column.
func TestNpyFortran(t *testing.T) {
	t.Parallel()
	cells := samplePuzzles(16, 1)
	turned := slices.Clone(cells)
	transpose(turned, 16)
	turned[1*16+2] = 99
	file := npyFile(1, "'|u1'", "True", "(1, 16, 16)", turned)
	if got := readWhole(detectAll(t, file), file); got != "1 (row 0): record 1, column 34: bad cell 99\n" {
		t.Errorf("got %s", got)
	}
	turned[1*16+2] = cells[2*16+1]
	file = npyFile(1, "'|u1'", "True", "(16, 16)", turned)
	if got := readWhole(detectAll(t, file), file); got != wantLines(cells, 16) {
		t.Errorf("got %s, want %s", got, wantLines(cells, 16))
	}
}

// TestNpyFaults has records that are malformed, and files that do not hold what
// their header says.
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
		return arrayOf(kind, size, false, numbers)
	}
	text := []byte(strings.ReplaceAll(good, "\n", ""))
	text[81+4] = 'z'
	rows := bytes.Clone(text)
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
		"rows":         {"'|S9'", "(2, 9)", rows, first + "2 (row 0): record 2, column 5: bad cell 'z'\n"},
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
		if got := readWhole(form, file); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, tt.want)
		}
		checkSplits(t, form, file)
	}
}

// TestNpyBlank wants the number that is taken for a blank.
func TestNpyBlank(t *testing.T) {
	t.Parallel()
	grid := func(base, every int, glitches ...int) (numbers []float64) { // a clue in every so many cells
		for i := range 3 * 81 {
			digit := (i+i/9*4)%9 + 1
			if i%every != 0 {
				digit = 0
			}
			numbers = append(numbers, float64(digit+base))
		}
		for i, n := range glitches {
			numbers[i] = float64(n)
		}
		return numbers
	}
	for name, tt := range map[string]struct {
		numbers     []float64
		blank       int
		minus, zero bool
		note        string
	}{
		"zero":                 {grid(0, 4), 0, false, true, "values 0 to 9: 0 is a blank"},
		"no blanks":            {grid(0, 1), 0, false, true, "values 0 to 9: 0 is a blank"},
		"one":                  {grid(1, 4), 1, false, false, "values 1 to 10: 1 is a blank, as HRM writes them"},
		"one, no blanks":       {grid(1, 1), 1, false, false, "values 1 to 10: 1 is a blank, as HRM writes them"},
		"one, a stray zero":    {grid(1, 4, 0), 1, false, false, "values 1 to 10: 1 is a blank, as HRM writes them"},
		"zero, a stray ten":    {grid(0, 4, 10), 0, false, true, "values 0 to 9: 0 is a blank"},
		"zero, a stray -1":     {grid(0, 4, -1), 0, false, true, "values 0 to 9: 0 is a blank"},
		"minus, digits from 0": {grid(-1, 4), -1, false, false, "values -1 to 8: -1 is a blank, and 0 the first digit"},
	} {
		file := npyFile(1, "'|i1'", "False", "(3, 81)", arrayOf('i', 1, false, tt.numbers))
		layout := detectAll(t, file).Layout
		if layout.array.blank != tt.blank || layout.array.minus != tt.minus || layout.Notes[1] != tt.note {
			t.Errorf("%s: %+v, %q", name, layout.array, layout.Notes)
		}
	}
	minus := grid(0, 4)
	for i := range minus {
		if minus[i] == 0 && i > 9 {
			minus[i] = -1
		}
	}
	file := npyFile(1, "'|i1'", "False", "(3, 81)", arrayOf('i', 1, false, minus))
	form := detectAll(t, file)
	if form.Layout.Notes[1] != "values -1 to 9: -1 is a blank" || !form.Layout.array.minus {
		t.Errorf("%+v, %q", form.Layout.array, form.Layout.Notes)
	}
	zero := npyFile(1, "'|i1'", "False", "(3, 81)", arrayOf('i', 1, false, grid(0, 4)))
	if got, want := readWhole(form, file), readWhole(detectAll(t, zero), zero); got != want {
		t.Errorf("-1 and 0 as blanks: got\n%s\nwant\n%s", got, want)
	}
	few := grid(1, 4) // whose greatest digit is missing
	for i := range few {
		if few[i] == 10 {
			few[i] = 1
		}
	}
	file = npyFile(1, "'|i1'", "False", "(3, 81)", arrayOf('i', 1, false, few))
	if layout := detectAll(t, file).Layout; layout.array.blank != 1 || !strings.HasSuffix(layout.Notes[1], "more cells than a digit can be") {
		t.Errorf("%+v, %q", layout.array, layout.Notes)
	}
}

// TestNpyWild reads files as people have them.
func TestNpyWild(t *testing.T) {
	t.Parallel()
	wild := filepath.Join("..", "..", "shared", "wild")
	want, err := os.ReadFile(filepath.Join(wild, "lines9.txt"))
	if err != nil {
		t.Skipf("%v: the shared files lie beside the project", err)
	}
	for _, name := range []string{"n81-uint8.npy", "hrm-all__inputs.npy"} {
		file, err := os.ReadFile(filepath.Join(wild, name))
		if err != nil {
			t.Fatal(err)
		}
		var lines []byte
		for cells, err := range Puzzles(bytes.NewReader(file)) {
			if err != nil {
				t.Fatal(name, err)
			}
			lines = line9.AppendPuzzle(lines, cells)
		}
		if !bytes.Equal(lines, want) {
			t.Errorf("%s: got\n%s", name, lines)
		}
	}
}

// TestNpyBuffer reads records of the greatest size through the least buffer, and
// much more than detection sees.
func TestNpyBuffer(t *testing.T) {
	t.Parallel()
	cells := samplePuzzles(9, 1)
	text := append([]byte(strings.TrimSpace(wantLines(cells, 9))), make([]byte, npyMaxRecord/2-81)...)
	file := npyFile(1, fmt.Sprintf("'|S%d'", len(text)), "False", "(3,)", bytes.Repeat(text, 3))
	if got := readBuffer(t, detectAll(t, file), file); got != strings.Repeat(wantLines(cells, 9), 3) {
		t.Errorf("got %s", got)
	}
	many := samplePuzzles(9, 5000)
	file = append(NpyHeader(9, 5000), many...)
	if got := readBuffer(t, detectAll(t, file), file); got != wantLines(many, 9) {
		t.Error("other puzzles than were written")
	}
	n := 0
	for got, err := range Puzzles(iotest.HalfReader(bytes.NewReader(file))) {
		if err != nil || !bytes.Equal(got, many[81*n:81*n+81]) {
			t.Fatal(n, err)
		}
		n++
	}
	if n != 5000 {
		t.Errorf("%d puzzles", n)
	}
}

// TestNpyWrite wants what is written to be read as it was, and answers without a
// grid to be zeros.
func TestNpyWrite(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		form, err := Npy.Form(order)
		if err != nil {
			t.Fatal(err)
		}
		cells := samplePuzzles(order, 2)
		grid := cells[:order*order]
		text := form.AppendHeader(nil)
		if len(text) != len(NpyHeader(order, math.MaxInt64)) || len(text) != 128 || text[127] != '\n' {
			t.Errorf("header %q", text)
		}
		zeros := make([]uint8, order*order)
		var want []uint8
		for _, tt := range []struct {
			answer Answer
			want   []uint8
		}{
			{Answer{Verdict: Solved, Cells: grid}, grid},
			{Answer{Verdict: Multiple, Cells: grid, Count: 2}, grid},
			{Answer{Verdict: NoSolution}, zeros},
			{Answer{Verdict: Contradiction}, zeros},
			{Answer{Verdict: GaveUp}, zeros},
			{Answer{Verdict: Malformed, Fault: &SyntaxError{Err: ErrNumber}}, zeros},
		} {
			text = form.AppendAnswer(text, &tt.answer)
			want = append(want, tt.want...)
		}
		text = form.AppendSolved(text, cells)
		want = append(want, cells...)
		if got := readWhole(detectAll(t, text), text); got != wantLines(want, order) {
			t.Errorf("got %s", got)
		}
		copy(text, NpyHeader(order, 8))
		if got := readWhole(detectAll(t, text), text); got != wantLines(want, order) {
			t.Errorf("with the number of puzzles: got %s", got)
		}
		checkIdentity(t, form, cells)
	}
}

// FuzzNpy reads arbitrary files of numpy's: the header, how a file is cut, spans.
func FuzzNpy(f *testing.F) {
	cells := samplePuzzles(9, 2)
	f.Add(append(NpyHeader(9, 2), cells...), uint16(100), uint16(40))
	f.Add(append(NpyHeader(16, -1), samplePuzzles(16, 1)...), uint16(3), uint16(1))
	for _, descr := range []string{"'<i2'", "'>f4'", "'<f2'", "'|S81'", "'<U1'", "'>U9'", "[('a', 'b')]"} {
		for _, shape := range []string{"(2, 81)", "(9, 9)", "(2,)", "(1, 9)"} {
			f.Add(npyFile(2, descr, "False", shape, bytes.Repeat(cells, 4)), uint16(130), uint16(9))
		}
	}
	f.Add(npyFile(1, "'|u1'", "True", "(9, 9)", cells), uint16(0), uint16(7))
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		form, err := Detect(file, true, Npy)
		if err != nil {
			return
		}
		want := readWhole(form, file)
		cutA := int(a) % (len(file) + 1)
		cutB := cutA + int(b)%(len(file)-cutA+1)
		if got := readPieces(form, file, b&1 == 0, cutA, cutB); got != want {
			t.Fatalf("%v cut at %d and %d: got %q, want %q", form, cutA, cutB, got, want)
		}
		checkArray(t, form, file)
		checkIdentity(t, Form{Kind: Npy, Order: form.Order}, file)
	})
}

// checkArray decodes text as it is and checks its records, their faults and their
// spans.
func checkArray(t *testing.T, form Form, text []byte) {
	t.Helper()
	var recs Records
	form.Decode(&recs, text)
	size := form.Order * form.Order
	spans := form.Spans(nil, text)
	if len(recs.Cells) != size*(recs.N-len(recs.Faults)) || len(spans) != recs.N || recs.Lines != 0 {
		t.Fatalf("%d cells in %d records, %d of them malformed; %d spans, %d lines", len(recs.Cells), recs.N, len(recs.Faults), len(spans), recs.Lines)
	}
	for _, cell := range recs.Cells {
		if int(cell) > form.Order {
			t.Fatalf("cell %d", cell)
		}
	}
	bad := map[int]bool{}
	for i := range recs.Faults {
		e := &recs.Faults[i]
		if bad[e.Record] = true; e.Line != 0 || e.Column < 1 {
			t.Fatalf("%v", e)
		}
		checkMark(t, Form{Kind: Line, Order: form.Order}, &Answer{Verdict: Malformed, Fault: e})
	}
	var one Records
	for i, s := range spans {
		form.Decode(&one, text[s.From:s.To])
		if one.N != 1 || len(one.Faults) == 1 != bad[i] {
			t.Fatalf("record %d alone: %d records, %v", i, one.N, one.Faults)
		}
	}
}

// BenchmarkNpy decodes a batch of puzzles; the time is that of one puzzle.
func BenchmarkNpy(b *testing.B) {
	const puzzles = 1000
	for _, tt := range []struct {
		descr       string
		base        float64
		order, size int
	}{{"|u1", 0, 9, 1}, {"|u1", 1, 9, 1}, {"|u1", 0, 16, 1}, {"<i2", 0, 9, 2}, {"<i4", 0, 9, 4}, {"<i8", 1, 9, 8}, {">i8", 0, 9, 8}, {"<f4", 0, 9, 4}, {"|i1", -1, 9, 1}} {
		var numbers []float64
		for _, cell := range samplePuzzles(tt.order, puzzles) {
			numbers = append(numbers, float64(cell)+tt.base)
		}
		text := arrayOf(tt.descr[1], tt.size, tt.descr[0] == '>', numbers)
		shape := fmt.Sprintf("(%d, %d)", puzzles, tt.order*tt.order)
		form, err := Detect(npyFile(1, "'"+tt.descr+"'", "False", shape, text), false, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("type=%s/blank=%v/order=%d", tt.descr, tt.base, tt.order), func(b *testing.B) {
			var recs Records
			for n := 0; n < b.N; n += puzzles {
				form.Decode(&recs, text)
			}
			if recs.N != puzzles || len(recs.Faults) > 0 {
				b.Fatal(recs.N, recs.Faults)
			}
		})
	}
}
