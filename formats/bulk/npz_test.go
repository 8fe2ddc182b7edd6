package bulk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// splitRows writes rows to an ArrayWriter, in pieces, and returns the arrays by name: the header's type and
// shape, and the values. They are the same where the first array has a writer of its own.
func splitRows(t *testing.T, text string) (w *ArrayWriter, names []string, types, values map[string]string, err error) {
	t.Helper()
	w, names, types, values, err = splitRowsTo(t, text, nil)
	var first bytes.Buffer
	_, _, _, apart, failed := splitRowsTo(t, text, &first)
	if err == nil {
		apart["puzzles.npy"] = first.String() + apart["puzzles.npy"]
	}
	if !maps.Equal(apart, values) || fmt.Sprint(failed) != fmt.Sprint(err) {
		t.Errorf("the arrays differ with a first array that is written apart: %v", failed)
	}
	return w, names, types, values, err
}

// splitRowsTo is splitRows with a writer for the values of the first array.
func splitRowsTo(t *testing.T, text string, first io.Writer) (w *ArrayWriter, names []string, types, values map[string]string, err error) {
	t.Helper()
	spool, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = spool.Close() })
	w = NewArrayWriter(spool, first, &Form{})
	for piece := range slices.Chunk([]byte(text), 100_001) {
		if _, err := w.Write(slices.Clone(piece)); err != nil {
			t.Fatal(err)
		}
		clear(piece) // the writer keeps nothing of it
	}
	names, arrays, err := w.Arrays(spool)
	types, values = map[string]string{}, map[string]string{}
	for i, name := range names {
		array, err := io.ReadAll(arrays[i])
		if err != nil {
			t.Fatal(err)
		}
		size := 10 + int(binary.LittleEndian.Uint16(array[8:]))
		types[name] = strings.TrimSpace(string(array[10:size]))
		values[name] = string(array[size:])
	}
	return w, names, types, values, err
}

// TestArrayWriter splits rows with values of all types, some of them missing.
func TestArrayWriter(t *testing.T) {
	const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	puzzle := func(i int) string { return solved[:i%80] + "." + solved[i%80+1:] }
	const rows = 3000 // more than are read at a time
	var text strings.Builder
	text.WriteString("solution,puzzle,n,some,x,yes,maybe,word,puzzles\ntext,text,int,int,float,bool,bool,text,int\n")
	for i := range rows {
		some, maybe, x := fmt.Sprint(i), "true", fmt.Sprintf("%d.5", i)
		if i%4 == 0 {
			x = fmt.Sprintf("-%d", i)
		}
		if i%7 == 3 {
			some, maybe = "", ""
		}
		p, word := puzzle(i), "a b"
		if i == 5 {
			p = "nonsense"
		}
		if i > rows/2 {
			word = `"a,""b"`
		}
		fmt.Fprintf(&text, "%s,%s,%d,%s,%s,%v,%s,%s,%d\n", solved, p, -i, some, x, i%2 == 0, maybe, word, i)
	}
	_, names, types, values, err := splitRows(t, text.String())
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); got != "puzzles.npy solutions.npy n.npy some.npy x.npy yes.npy maybe.npy puzzles_2.npy" {
		t.Error(got)
	}
	for name, want := range map[string]string{"puzzles": "'|u1'", "solutions": "'|u1'", "n": "'<i8'", "some": "'<f8'", "x": "'<f8'", "yes": "'|b1'", "maybe": "'<f8'"} {
		shape := "(3000,)"
		if strings.HasSuffix(name, "s") && name != "yes" {
			shape = "(3000, 81)"
		}
		if head := types[name+".npy"]; head != "{'descr': "+want+", 'fortran_order': False, 'shape': "+shape+", }" {
			t.Errorf("%s: %s", name, head)
		}
	}
	number := func(name string, i int) float64 {
		bits := binary.LittleEndian.Uint64([]byte(values[name])[8*i:])
		if name == "n.npy" {
			return float64(int64(bits))
		}
		return math.Float64frombits(bits)
	}
	for i := range rows {
		missing := i%7 == 3
		var want []byte
		for _, c := range []byte(puzzle(i)) {
			want = append(want, max(c, '0')-'0')
		}
		if i == 5 {
			want = make([]byte, 81)
		}
		if got := []byte(values["puzzles.npy"])[81*i:][:81]; !bytes.Equal(got, want) {
			t.Fatalf("row %d: puzzle %v, want %v", i, got, want)
		}
		if got := values["solutions.npy"][81*i:][:81]; got[80] != 9 || got[0] != 5 {
			t.Fatalf("row %d: solution %v", i, []byte(got))
		}
		x := float64(i) + 0.5
		if i%4 == 0 {
			x = -float64(i)
		}
		if number("n.npy", i) != float64(-i) || number("x.npy", i) != x || int(values["yes.npy"][i]) != 1-i%2 {
			t.Fatalf("row %d: %v %v", i, number("n.npy", i), number("x.npy", i))
		}
		if s, m := number("some.npy", i), number("maybe.npy", i); missing != math.IsNaN(s) || missing != math.IsNaN(m) || !missing && (s != float64(i) || m != 1) {
			t.Fatalf("row %d: %v, %v", i, s, m)
		}
	}
}

// TestArrayWriterFaults refuses values that an array cannot hold.
func TestArrayWriterFaults(t *testing.T) {
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for value, want := range map[string]string{
		"12x":                 `row 2: column n: "12x" is no int, which the first rows have: write .csv` + "\n",
		"9223372036854775808": "row 2: column n: \"9223372036854775808\" is no int",
		"9007199254740993":    "column n has missing values and numbers above 2^53",
	} {
		_, _, _, _, err := splitRows(t, "puzzle,n\ntext,int\n"+puzzle+",1\n"+puzzle+","+value+"\n"+puzzle+",\n")
		if err == nil || !strings.Contains(err.Error()+"\n", want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, names, types, _, err := splitRows(t, "puzzle,solution,n\ntext,text,int\n")
	if err != nil || len(names) != 3 || !strings.Contains(types["solutions.npy"], "(0, 81)") || !strings.Contains(types["n.npy"], "(0,)") {
		t.Errorf("no rows: %v, %v, %v", names, types, err)
	}
	whole := strings.NewReplacer(".", "1").Replace(puzzle)
	text := "puzzle,solution\ntext,text\n" + puzzle + "," + whole + "\n" + puzzle + ",\n" + puzzle + ",nan\n5x,\n" + puzzle + ",8.64e+80\n"
	if w, _, _, _, err := splitRows(t, text); err != nil || w.Zeroed != 3 {
		t.Errorf("%d missing solutions, want 3, %v", w.Zeroed, err)
	}
	late := "puzzle,solution\ntext,text\n" + strings.Repeat(puzzle+",\n", 1000) + puzzle + ","
	_, _, _, values, err := splitRows(t, late+strings.Repeat("1", 81)+"\n")
	if got := values["solutions.npy"]; err != nil || got != strings.Repeat("\x00", 81000)+strings.Repeat("\x01", 81) {
		t.Errorf("a solution after the sample: %v, %d bytes", err, len(got))
	}
	if _, _, _, _, err = splitRows(t, late+"see page 4\n"); err == nil || !strings.HasPrefix(err.Error(), `row 1001: column solution: "see page 4" is no solution`) {
		t.Error(err)
	}
}
