package bulk_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
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
func detectAll(t *testing.T, file []byte) bulk.Form {
	t.Helper()
	form, err := bulk.Detect(file, true, 0)
	if err != nil || form.Kind != bulk.Npy {
		t.Fatalf("%v, %v: %q", form, err, file[:min(len(file), 128)])
	}
	return form
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
		form, err := bulk.Detect(file, true, 0)
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v, %v, want %q", tt.shape, form, err, tt.err)
			}
		case err != nil || form.Order != tt.order:
			t.Errorf("%s: %v, %v", tt.shape, form, err)
		default:
			if got := formtest.Read(form, file); got != wantLines(cells, tt.order) {
				t.Errorf("%s: got\n%s", tt.shape, got)
			}
		}
	}
}

// finishWhole returns the fault of a file as a whole.
func finishWhole(form bulk.Form, file []byte) (fault model.SyntaxError) {
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
