package bulk

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

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// npyFile returns a numpy file with a header of version 1.0 or 2.0.
func npyFile(version byte, descr, fortran, shape string, elements []byte) []byte {
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }\n", descr, fortran, shape)
	return append(npyHead(version, text), elements...)
}

// npyHead returns a header with the given text.
func npyHead(version byte, text string) []byte {
	file := append([]byte(form.NpyMagic), version, 0)
	if version == 1 {
		file = binary.LittleEndian.AppendUint16(file, uint16(len(text)))
	} else {
		file = binary.LittleEndian.AppendUint32(file, uint32(len(text)))
	}
	return append(file, text...)
}

// arrayOf returns numbers as elements of a type.
func arrayOf(kind byte, size int, numbers []float64) (elements []byte) {
	for _, n := range numbers {
		word := uint64(int64(n))
		switch {
		case kind == 'f' && size == 4:
			word = uint64(math.Float32bits(float32(n)))
		case kind == 'f':
			word = math.Float64bits(n)
		}
		elements = append(elements, binary.LittleEndian.AppendUint64(nil, word)[:size]...)
	}
	return elements
}

// solvedPuzzles returns different solutions.
func solvedPuzzles(order, n int) (cells []uint8) {
	box := map[int]int{9: 3, 16: 4}[order]
	for p := range n {
		for i := range order * order {
			row := i / order
			cells = append(cells, uint8((row*box+row/box+i%order+p)%order+1))
		}
	}
	return cells
}

// samplePuzzles returns puzzles with a third of the cells of solvedPuzzles.
func samplePuzzles(order, n int) []uint8 {
	cells := solvedPuzzles(order, n)
	for i := range cells {
		if (i%(order*order)*5+i/(order*order))%3 != 0 {
			cells[i] = 0
		}
	}
	return cells
}

// wantLines returns the expected result of reading cells.
func wantLines(grid []uint8, order int) string { return string(cells.AppendLines(nil, grid, order)) }

// detectAll detects the form of a whole file.
func detectAll(t *testing.T, file []byte) Form {
	t.Helper()
	form, err := Detect(file, true, 0)
	if err != nil || form.Kind != Npy {
		t.Fatalf("%v, %v: %q", form, err, file[:min(len(file), 128)])
	}
	return form
}

// TestNpyNumbers reads all types of numbers with all sorts of blanks.
func TestNpyNumbers(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		cells := samplePuzzles(order, 5)
		for _, descr := range []string{"|u1", "|i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", "<f4", "<f8"} {
			kind, size := descr[1], int(descr[2]-'0')
			for _, blank := range []float64{0, 1, -1, -9} {
				if blank < 0 && kind == 'u' {
					continue
				}
				var numbers []float64
				for _, cell := range cells {
					n := float64(cell) + blank
					if blank == -9 { // a blank is -1, but digits are not shifted
						if n = float64(cell); cell == 0 {
							n = -1
						}
					}
					numbers = append(numbers, n)
				}
				shape := fmt.Sprintf("(5, %d)", order*order)
				file := npyFile(1, "'"+descr+"'", "False", shape, arrayOf(kind, size, numbers))
				form := detectAll(t, file)
				if got := readWhole(form, file); got != wantLines(cells, order) {
					t.Errorf("%s, blank %v, %q: got\n%s", descr, blank, form.Layout.Notes, got)
				}
			}
		}
	}
}

// TestNpyShapes checks the puzzles of arrays of each shape, or the error.
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
		{"(3, 25, 25)", 0, 0, "25×25: this size must be named"},
		{"(3, 80)", 0, 0, "(3, 80): its shape"},
		{"(3,)", 0, 0, "(3,): its shape"},
		{"()", 0, 0, "(): its shape"},
		{"(3, 3, 81)", 0, 0, "its shape"},
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
	wide := func(text string) (b []byte) {
		for _, r := range text {
			b = binary.LittleEndian.AppendUint32(b, uint32(r))
		}
		return b
	}
	padded := func(size int, text string, width int) string { // each part of a size, padded to a width
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
		"characters":      {"'<U81'", "(4,)", wide(digits), 9, cells},
		"cells":           {"'|S1'", "(4, 81)", []byte(digits), 9, cells},
		"empty cells":     {"'<U1'", "(4, 9, 9)", wide(strings.ReplaceAll(digits, ".", "\x00")), 9, cells},
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

// TestNpyWild reads files as they occur in practice.
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
		for cells, err := range Puzzles(bytes.NewReader(file), model.Hints{}) {
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

// TestNewFramerFrom frames the rest of arrays after any puzzle. It must find the same fault
// as framing the whole file.
func TestNewFramerFrom(t *testing.T) {
	t.Parallel()
	const n = 5
	cells := samplePuzzles(9, n)
	for name, elements := range map[string][]byte{"u1": cells, "half": append(slices.Clone(cells), 1, 2, 3)} {
		for _, says := range []int{n - 2, n, n + 3, -1} {
			file := npyFile(1, "'|u1'", "False", fmt.Sprintf("(%d, 81)", says), elements)
			form := detectAll(t, file)
			if !form.Divisible() || form.RecordSize() != 81 {
				t.Fatalf("%v: records of %d bytes", form, form.RecordSize())
			}
			for skip := range n + 1 {
				framer := form.NewFramerFrom(int64(skip))
				rest := elements[skip*81:]
				records := 0
				for len(rest) > 0 {
					from, to := framer.Cut(new(model.Records), rest, true)
					records += (to - from) / 81
					rest = rest[to:]
				}
				want := n
				if says >= 0 {
					want = min(n, says)
				}
				if records != max(want-skip, 0) {
					t.Errorf("%s of %d, %d skipped: %d records", name, says, skip, records)
				}
				fault := framer.Finish()
				var got model.SyntaxError
				if fault != nil {
					got = *fault
				}
				if whole := finishWhole(form, file); got != whole {
					t.Errorf("%s of %d, %d skipped: %+v, want %+v", name, says, skip, got, whole)
				}
			}
		}
	}
}

// finishWhole returns the fault of a file as a whole.
func finishWhole(form Form, file []byte) (fault model.SyntaxError) {
	framer := form.NewFramer()
	for len(file) > 0 {
		_, to := framer.Cut(new(model.Records), file, true)
		file = file[to:]
	}
	if f := framer.Finish(); f != nil {
		fault = *f
	}
	return fault
}
