package bulk_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// fieldsOf returns the values of all records of a file as "a|b|c", with - for a missing
// value.
func fieldsOf(t *testing.T, form bulk.Form, file []byte) (rows []string) {
	t.Helper()
	var fields model.Fields
	text := file[form.HeaderLen():]
	for _, span := range form.Spans(nil, text) {
		form.Fields(&fields, text[span.From:span.To])
		var row []string
		for _, v := range fields.Values {
			if v == nil {
				v = []byte("-")
			}
			row = append(row, string(v))
		}
		rows = append(rows, strings.Join(row, "|"))
	}
	return rows
}

// joinFiles joins numpy files, which all have the ending .npy.
func joinFiles(t *testing.T, names []string, files [][]byte) []byte {
	t.Helper()
	var texts []io.Reader
	for i, file := range files {
		names[i] += ".npy"
		texts = append(texts, bytes.NewReader(file))
	}
	joined, err := io.ReadAll(bulk.JoinArrays()(names, texts))
	if err != nil {
		t.Fatal(err)
	}
	return joined
}

// TestJoinArraysValues reads puzzles, solutions and single values of all types from joined
// arrays.
func TestJoinArraysValues(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		const n = 3
		cells := order * order
		puzzles, solved := samplePuzzles(order, n), solvedPuzzles(order, n)
		solved[cells] = 99               // in the second record
		clear(solved[2*cells : 3*cells]) // the third record has no solution
		values := make([][]byte, 10)
		for i := range n {
			values[1] = append(values[1], solved[i*cells:][:cells]...)
			values[2] = binary.LittleEndian.AppendUint64(values[2], math.MaxUint64-uint64(i))
			values[3] = append(values[3], uint8(-i))
			values[4] = append(values[4], uint8(i&1))
			values[5] = binary.LittleEndian.AppendUint32(values[5], math.Float32bits(float32(i)/4))
			values[6] = binary.LittleEndian.AppendUint64(values[6], math.Float64bits(math.Inf(i-1)))
			values[7] = append(values[7], "ab\x00\x00"...)
			values[8] = append(values[8], 0xe9, 0, 0, 0, 0, 0, 0, 0)
			values[9] = append(values[9], 7, 7) // not a single value
		}
		for column := range cells { // in Fortran order
			for i := range n {
				cell := puzzles[i*cells+column%order*order+column/order]
				values[0] = binary.BigEndian.AppendUint16(values[0], uint16(cell))
			}
		}
		var files [][]byte
		for i, of := range []struct{ descr, rest string }{
			{">i2", fmt.Sprintf("%d, %[1]d", order)},
			{"|u1", fmt.Sprint(cells)},
			{"<u8", ""},
			{"i1", "1"},
			{"|b1", ""},
			{"<f4", ""},
			{"<f8", ""},
			{"S4", ""},
			{"<U2", ""},
			{"|u1", "2"},
		} {
			fortran := []string{"True", "False"}[min(i, 1)]
			files = append(files, npyFile(1, "'"+of.descr+"'", fortran, fmt.Sprintf("(%d, %s)", n, of.rest), values[i]))
		}
		file := joinFiles(t, []string{"quiz", "solution", "id", "n", "ok", "r", "inf", "s", "u", "two"}, files)
		form := detectAll(t, file)
		if got := formtest.Read(form, file); form.Order != order || got != wantLines(puzzles, order) {
			t.Errorf("order %d: got\n%s", form.Order, got)
		}
		columns := columnTypes(form)
		if columns != "[{quiz text} {solution text} {id int} {n int} {ok bool} {r float} {inf float} {s text} {u text}]" || form.Layout.Puzzle != 0 || form.Layout.Solution != 1 {
			t.Errorf("columns %s, %d, %d", columns, form.Layout.Puzzle, form.Layout.Solution)
		}
		lines := func(cells []uint8) []string { return strings.Fields(wantLines(cells, order)) }
		good, quiz := lines(solved[:cells])[0], lines(puzzles)
		damaged := "?" + lines(solvedPuzzles(order, 2))[1][1:]
		want := []string{
			quiz[0] + "|" + good + "|18446744073709551615|0|false|0|-inf|ab|é",
			quiz[1] + "|" + damaged + "|18446744073709551614|-1|true|0.25|inf|ab|é",
			quiz[2] + "|-|18446744073709551613|-2|false|0.5|inf|ab|é",
		}
		if got := fieldsOf(t, form, file); !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		var fields model.Fields
		solution := make([]uint8, cells)
		text := file[form.HeaderLen():]
		for i, span := range form.Spans(nil, text) {
			at, fault := form.GivenSolution(solution, text, span, &fields)
			switch {
			case i == 0 && (at != 1 || fault != nil || !bytes.Equal(solution, solved[:cells])),
				i == 1 && (fault == nil || fault.Line != 0 || fault.Column != 1 || fault.Field != "solution"),
				i == 2 && (at != 0 || fault != nil):
				t.Errorf("solution %d: %d, %v", i, at, fault)
			}
		}
	}
}

// TestNpyPairsNamed reads pairs whose second grids are no solutions, because the hints say which
// grid is which.
func TestNpyPairsNamed(t *testing.T) {
	t.Parallel()
	puzzles := samplePuzzles(9, 4)
	file := npyFile(1, "'|u1'", "False", "(2, 2, 81)", puzzles)
	form, err := bulk.DetectWith(file, true, 0, model.Hints{Puzzle: "2", Solution: "1"})
	if err != nil || form.Layout.Puzzle != 1 || form.Layout.Solution != 0 {
		t.Fatal(form, err)
	}
	lines := strings.Fields(wantLines(puzzles, 9))
	if got := strings.Fields(formtest.Read(form, file)); !slices.Equal(got, []string{lines[1], lines[3]}) {
		t.Errorf("got %q", got)
	}
	if _, err := bulk.DetectWith(file, true, 0, model.Hints{Puzzle: "2"}); err == nil || !strings.Contains(err.Error(), "several grids per record") {
		t.Error(err)
	}
}

// TestNpyStructures refuses arrays of structures, and says what to do instead.
func TestNpyStructures(t *testing.T) {
	t.Parallel()
	const want = `numpy array of type "structured" and shape (2,): save the field with the puzzles as a plain array, for example np.save('puzzles.npy', a['puzzle'])`
	for _, descr := range []string{"[('puzzle', '|u1', (81,))]", "[('p', [('q', 'S81')])]", "[('', '|V3'), ('id', '<i4'), ('solution', '|u1', (9, 9))]", "[]"} {
		if _, err := bulk.Detect(npyFile(1, descr, "False", "(2,)", make([]byte, 4096)), true, 0); err == nil || err.Error() != want {
			t.Errorf("%s: %v", descr, err)
		}
	}
}

// TestJoinedHeaders refuses headers of joined arrays that this package does not write.
func TestJoinedHeaders(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2\n'<i4' () 'id'\n'<i4' () 'n'":        "none of the arrays holds grids: id, n",
		"2\n'|O' () 'o'\n'S81' () 'p'":          `array "o" has a type that cannot be read`,
		"2\n'|u1' (25, 25) 'p'":                 "25×25",
		"2\n'S65535' () 'x'\n'|u1' (81,) 'p'":   "the records are too large",
		"2\n'|u1' (4611686018427387904, 4) 'p'": "cannot be read",
		"2":                                     "byte 14: the header is not valid",
		"-1\n'|u1' (81,) 'p'":                   "the header is not valid",
		"'2'\n'|u1' (81,) 'p'":                  "the header is not valid",
		"2\n'|u1' (81,) 'p' ('q')":              "the header is not valid",
		"2\n'|u1' [81] 'p'":                     "the header is not valid",
		"2\n'|u1' (81,) 'p'\n'|u1'":             "the header is not valid",
	} {
		file := append(npyHead(0, text), make([]byte, 4096)...)
		if _, err := bulk.Detect(file, true, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestJoinArrays joins arrays, and leaves out arrays that do not fit. It checks that faults
// of one array are reported, as well as missing and surplus records.
func TestJoinArrays(t *testing.T) {
	t.Parallel()
	const n = 2000
	puzzles, solved := samplePuzzles(9, n), solvedPuzzles(9, n)
	p := npyFile(1, "'|u1'", "False", "(2000, 81)", puzzles)
	s := npyFile(2, "'|u1'", "False", "(2000, 9, 9)", solved)
	r := npyFile(1, "'<f4'", "False", "(2000,)", make([]byte, 4*n))
	read := func(only []int, texts ...[]byte) ([]byte, error) {
		var names []string
		var readers []io.Reader
		for i, text := range texts {
			names = append(names, fmt.Sprintf("dir/a'%d.npy", i))
			readers = append(readers, iotest.HalfReader(bytes.NewReader(text)))
		}
		j := bulk.JoinArrays()(names, readers)
		if only != nil {
			j.(interface{ Only(first, end int) }).Only(only[0], only[1])
		}
		return io.ReadAll(j)
	}
	for name, tt := range map[string]struct {
		texts   [][]byte
		only    []int
		columns string
	}{
		"three":      {[][]byte{p, s, r}, nil, "[{a_0 text} {a_1 text} {a_2 float}]"},
		"only":       {[][]byte{p, s, r}, []int{0, 1}, "[{a_0 text} {a_1 text} {a_2 float}]"},
		"misfits":    {[][]byte{p, r[:5], npyFile(1, "'|u1'", "False", "(2000, 3)", nil), npyFile(1, "'|u1'", "False", "(1999,)", nil), npyFile(1, "'|u1'", "False", "(2001,)", make([]byte, 2001)), npyFile(1, "'|u1'", "True", "(2000, 81)", nil), s}, nil, "[{a_0 text} {a_6 text}]"},
		"alone":      {[][]byte{p}, nil, "[]"},
		"of another": {[][]byte{p, r[:200]}, nil, "too few"},
		"longer":     {[][]byte{p, append(slices.Clone(s), 1)}, nil, "text after"},
		"no array":   {[][]byte{[]byte("text"), p}, nil, ""},
	} {
		file, err := read(tt.only, tt.texts...)
		if err != nil {
			t.Fatal(name, err)
		}
		if tt.columns == "" {
			if string(file) != "text" {
				t.Errorf("%s: %q", name, file)
			}
			continue
		}
		form := detectAll(t, file)
		switch fault := finishWhole(form, file); {
		case tt.columns[0] != '[':
			if fault.Err == nil || !strings.HasPrefix(fault.Err.Error(), tt.columns) {
				t.Errorf("%s: %v", name, fault.Err)
			}
			continue
		case fault.Err != nil || columnTypes(form) != tt.columns:
			t.Errorf("%s: %v, %v", name, form.Layout.Columns, fault.Err)
		}
		if got := formtest.Read(form, file); got != wantLines(puzzles, 9) {
			t.Errorf("%s: other puzzles", name)
		}
		if tt.only != nil || form.Layout.Solution < 0 {
			continue
		}
		if rows := fieldsOf(t, form, file); len(rows) != n || !strings.Contains(rows[n-1], wantLines(solved[81*(n-1):], 9)[:81]) {
			t.Errorf("%s: other solutions", name)
		}
	}
	broken := errors.New("broken")
	for name, at := range map[string]int{"header": 5, "middle": 1000, "end": len(s)} {
		text := io.MultiReader(bytes.NewReader(s[:at]), iotest.ErrReader(broken))
		_, err := io.ReadAll(bulk.JoinArrays()([]string{"p.npy", "s.npy"}, []io.Reader{bytes.NewReader(p), text}))
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "in s") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// columnTypes returns the names and types of a form's columns: "[{id int} {quiz text}]".
func columnTypes(f bulk.Form) string {
	var all []string
	if f.Layout != nil {
		for _, c := range f.Layout.Columns {
			all = append(all, fmt.Sprintf("{%s %v}", c.Name, c.Type))
		}
	}
	return fmt.Sprint(all)
}
