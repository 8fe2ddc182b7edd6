package bulk

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

func TestAppendAnswer(t *testing.T) {
	grid := bytes.Repeat([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}, 9)
	line := strings.Repeat("123456789", 9) + "\n"
	rows := strings.Repeat("1 2 3 4 5 6 7 8 9\n", 9)
	grid16cells := bytes.Repeat([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 16)
	line16text := strings.Repeat("ABCDEFGHIJKLMNOP", 16) + "\n"
	rows16 := strings.Repeat("ABCDEFGHIJKLMNOP\n", 16)
	bad := &model.SyntaxError{Line: 3, Column: 17, Err: model.ErrCell, Got: 'x'}
	badRow := &model.SyntaxError{Line: 3, Column: 17, Row: 2, Err: model.ErrRows, Have: 2, Want: 16}
	for _, tt := range []struct {
		form   Form
		answer Answer
		want   string
	}{
		{line9, Answer{Verdict: Solved, Cells: grid}, line},
		{line9, Answer{Verdict: Multiple, Cells: grid}, "multiple " + line},
		{line9, Answer{Verdict: Multiple, Cells: grid, Count: 37}, "multiple 37 " + line},
		{line9, Answer{Verdict: Multiple, Cells: grid, Count: 1000, AtLeast: true}, "multiple 1000+ " + line},
		{line9, Answer{Verdict: NoSolution}, "no solution\n"},
		{line9, Answer{Verdict: Contradiction, Clash: [2]int{0, 1}}, "contradiction r1c1 r1c2\n"},
		{line9, Answer{Verdict: Contradiction, Clash: [2]int{9, 80}}, "contradiction r2c1 r9c9\n"},
		{line9, Answer{Verdict: GaveUp, Guesses: 1000}, "gave up after 1000 guesses\n"},
		{line9, Answer{Verdict: GaveUp, Guesses: math.MaxUint64}, "gave up after 18446744073709551615 guesses\n"},
		{line9, Answer{Verdict: Malformed, Fault: bad}, "malformed column 17: bad cell 'x'\n"},
		{line9, Answer{Verdict: Malformed}, "malformed\n"},
		{line16, Answer{Verdict: Solved, Cells: grid16cells}, line16text},
		{line16, Answer{Verdict: Multiple, Cells: grid16cells}, "multiple " + line16text},
		{line16, Answer{Verdict: Contradiction, Clash: [2]int{16, 255}}, "contradiction r2c1 r16c16\n"},
		{line16, Answer{Verdict: Malformed, Fault: badRow}, "malformed row 2 column 17: 2 of 16 rows\n"},

		{hiho9, Answer{Verdict: Solved, Cells: grid}, rows},
		{hiho9, Answer{Verdict: Multiple, Cells: grid}, "multiple\n" + rows},
		{hiho9, Answer{Verdict: Multiple, Cells: grid, Count: 37, AtLeast: true}, "multiple 37+\n" + rows},
		{hiho9, Answer{Verdict: NoSolution}, "No\n"},
		{hiho9, Answer{Verdict: Contradiction}, "No\n"},
		{hiho9, Answer{Verdict: GaveUp}, "gave up after 0 guesses\n"},
		{hiho9, Answer{Verdict: Malformed, Fault: bad}, "malformed column 17: bad cell 'x'\n"},

		{grid16, Answer{Verdict: Solved, Cells: grid16cells}, rows16 + "\n"},
		{grid16, Answer{Verdict: Multiple, Cells: grid16cells}, "multiple\n" + rows16 + "\n"},
		{grid16, Answer{Verdict: NoSolution}, "no solution\n\n"},
		{grid16, Answer{Verdict: Contradiction, Clash: [2]int{0, 17}}, "contradiction r1c1 r2c2\n\n"},
		{grid16, Answer{Verdict: Malformed, Fault: badRow}, "malformed row 2 column 17: 2 of 16 rows\n\n"},
	} {
		if got := string(tt.form.AppendAnswer([]byte("before "), &tt.answer)); got != "before "+tt.want {
			t.Errorf("%v, %v: got %q, want %q", tt.form, tt.answer.Verdict, got, tt.want)
		}
	}
}

// TestMarksAreNoRecords checks that an answer without a grid cannot be mistaken for a grid,
// and is exactly one line in the form Line.
func TestMarksAreNoRecords(t *testing.T) {
	errs := []error{
		nil, model.ErrCell, model.ErrSeparator, model.ErrShort, model.ErrLong, model.ErrRows, model.ErrLineTooLong, model.ErrHeader, model.ErrCount, model.ErrTrailing,
		errors.New("two\nlines\x00"),
	}
	for _, form := range []Form{line9, line16} {
		cells := make([]uint8, form.Order*form.Order)
		answers := []Answer{
			{Verdict: Multiple, Cells: cells},
			{Verdict: NoSolution},
			{Verdict: Contradiction, Clash: [2]int{3, 80}},
			{Verdict: GaveUp, Guesses: 12},
			{Verdict: Malformed},
		}
		for _, err := range errs {
			for got := range 256 {
				answers = append(answers, Answer{Verdict: Malformed, Fault: &model.SyntaxError{Column: 1, Err: err, Got: byte(got)}})
			}
		}
		for _, a := range answers {
			checkMark(t, form, &a)
		}
	}
}

// checkMark checks that an answer in the form Line is one printable line, which reads as
// one malformed record in every order.
func checkMark(t *testing.T, form Form, a *Answer) {
	t.Helper()
	text := form.AppendAnswer(nil, a)
	for i, b := range text {
		if last := i == len(text)-1; (b == '\n') != last || !last && (b < ' ' || b > '~') {
			t.Fatalf("%q is not one printable line", text)
		}
	}
	for _, order := range []int{9, 16} {
		var recs model.Records
		Form{Kind: Line, Order: order}.Decode(&recs, text)
		if recs.N != 1 || len(recs.Faults) != 1 || recs.Ended {
			t.Fatalf("%q reads as %d records, %d of them malformed", text, recs.N, len(recs.Faults))
		}
	}
}

// TestUnknownVerdict checks that an answer without a verdict panics.
func TestUnknownVerdict(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was written")
		}
	}()
	line9.AppendAnswer(nil, &Answer{Cells: make([]uint8, 81)})
}

func TestVerdictString(t *testing.T) {
	if got := Contradiction.String(); got != "contradiction" {
		t.Errorf("got %q", got)
	}
	if got := (&Answer{}).Verdict.String(); got != "unknown" {
		t.Errorf("got %q", got)
	}
	if got := Verdict(9).String(); got != "Verdict(9)" {
		t.Errorf("got %q", got)
	}
}

// TestSamples reads the judges' own files. Their inputs are detected and read without a
// fault, and their expected answers equal the written grids.
func TestSamples(t *testing.T) {
	for _, tt := range []struct {
		name    string
		form    Form
		puzzles int
	}{
		{"hiho1321", hiho9, 1}, {"poj3074", line9, 2}, {"poj3076", grid16, 4},
	} {
		in := readSample(t, tt.name+".in")
		form, err := Detect(in, true, 0)
		if err != nil || form != tt.form {
			t.Fatalf("%s: Detect = %v, %v", tt.name, form, err)
		}
		checkSplits(t, form, in)
		if got := strings.Count(readWhole(form, in), "\n"); got != tt.puzzles {
			t.Errorf("%s: read %q", tt.name, readWhole(form, in))
		}
		out := readSample(t, tt.name+".out")
		var recs model.Records
		form.Decode(&recs, out)
		var got []byte
		for cells := recs.Cells; len(cells) > 0; cells = cells[form.Order*form.Order:] {
			got = form.AppendAnswer(got, &Answer{Verdict: Solved, Cells: cells[:form.Order*form.Order]})
		}
		if recs.N != tt.puzzles || !bytes.Equal(got, out) {
			t.Errorf("%s: wrote %q, want %q", tt.name, got, out)
		}
	}
}

func readSample(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "samples", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAppendAllocs(t *testing.T) {
	for _, form := range allForms() {
		cells := make([]uint8, form.Order*form.Order)
		answers := []Answer{
			{Verdict: Solved, Cells: cells},
			{Verdict: Multiple, Cells: cells},
			{Verdict: NoSolution},
			{Verdict: Contradiction, Clash: [2]int{1, 2}},
			{Verdict: GaveUp, Guesses: 1 << 40},
			{Verdict: Malformed, Fault: &model.SyntaxError{Column: 400, Err: model.ErrShort, Have: 1000, Want: 2000}},
			{Verdict: Malformed, Fault: &model.SyntaxError{Column: 400, Row: 7, Err: model.ErrCell, Got: 'x'}},
		}
		dst := make([]byte, 0, 8<<10)
		if n := testing.AllocsPerRun(10, func() {
			dst = form.AppendPuzzle(dst[:0], cells)
			dst = form.AppendSolved(dst, cells)
			for i := range answers {
				dst = form.AppendAnswer(dst, &answers[i])
			}
		}); n > 0 {
			t.Errorf("%v: %v allocations", form, n)
		}
	}
}
