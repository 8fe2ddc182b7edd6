package bulk_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

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
		form   bulk.Form
		answer bulk.Answer
		want   string
	}{
		{line9, bulk.Answer{Verdict: bulk.Solved, Cells: grid}, line},
		{line9, bulk.Answer{Verdict: bulk.Multiple, Cells: grid}, "multiple " + line},
		{line9, bulk.Answer{Verdict: bulk.Multiple, Cells: grid, Count: 37}, "multiple 37 " + line},
		{line9, bulk.Answer{Verdict: bulk.Multiple, Cells: grid, Count: 1000, AtLeast: true}, "multiple 1000+ " + line},
		{line9, bulk.Answer{Verdict: bulk.NoSolution}, "no solution\n"},
		{line9, bulk.Answer{Verdict: bulk.Contradiction, Clash: [2]int{0, 1}}, "contradiction r1c1 r1c2\n"},
		{line9, bulk.Answer{Verdict: bulk.Contradiction, Clash: [2]int{9, 80}}, "contradiction r2c1 r9c9\n"},
		{line9, bulk.Answer{Verdict: bulk.GaveUp, Guesses: 1000}, "gave up after 1000 guesses\n"},
		{line9, bulk.Answer{Verdict: bulk.GaveUp, Guesses: math.MaxUint64}, "gave up after 18446744073709551615 guesses\n"},
		{line9, bulk.Answer{Verdict: bulk.Malformed, Fault: bad}, "malformed column 17: bad cell 'x'\n"},
		{line9, bulk.Answer{Verdict: bulk.Malformed}, "malformed\n"},
		{line16, bulk.Answer{Verdict: bulk.Solved, Cells: grid16cells}, line16text},
		{line16, bulk.Answer{Verdict: bulk.Multiple, Cells: grid16cells}, "multiple " + line16text},
		{line16, bulk.Answer{Verdict: bulk.Contradiction, Clash: [2]int{16, 255}}, "contradiction r2c1 r16c16\n"},
		{line16, bulk.Answer{Verdict: bulk.Malformed, Fault: badRow}, "malformed row 2 column 17: 2 of 16 rows\n"},

		{hiho9, bulk.Answer{Verdict: bulk.Solved, Cells: grid}, rows},
		{hiho9, bulk.Answer{Verdict: bulk.Multiple, Cells: grid}, "multiple\n" + rows},
		{hiho9, bulk.Answer{Verdict: bulk.Multiple, Cells: grid, Count: 37, AtLeast: true}, "multiple 37+\n" + rows},
		{hiho9, bulk.Answer{Verdict: bulk.NoSolution}, "No\n"},
		{hiho9, bulk.Answer{Verdict: bulk.Contradiction}, "No\n"},
		{hiho9, bulk.Answer{Verdict: bulk.GaveUp}, "gave up after 0 guesses\n"},
		{hiho9, bulk.Answer{Verdict: bulk.Malformed, Fault: bad}, "malformed column 17: bad cell 'x'\n"},

		{grid16, bulk.Answer{Verdict: bulk.Solved, Cells: grid16cells}, rows16 + "\n"},
		{grid16, bulk.Answer{Verdict: bulk.Multiple, Cells: grid16cells}, "multiple\n" + rows16 + "\n"},
		{grid16, bulk.Answer{Verdict: bulk.NoSolution}, "no solution\n\n"},
		{grid16, bulk.Answer{Verdict: bulk.Contradiction, Clash: [2]int{0, 17}}, "contradiction r1c1 r2c2\n\n"},
		{grid16, bulk.Answer{Verdict: bulk.Malformed, Fault: badRow}, "malformed row 2 column 17: 2 of 16 rows\n\n"},
	} {
		if got := string(tt.form.AppendAnswer([]byte("before "), &tt.answer)); got != "before "+tt.want {
			t.Errorf("%v, %v: got %q, want %q", tt.form, tt.answer.Verdict, got, tt.want)
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
	line9.AppendAnswer(nil, &bulk.Answer{Cells: make([]uint8, 81)})
}

func TestVerdictString(t *testing.T) {
	if got := bulk.Contradiction.String(); got != "contradiction" {
		t.Errorf("got %q", got)
	}
	if got := (&bulk.Answer{}).Verdict.String(); got != "unknown" {
		t.Errorf("got %q", got)
	}
	if got := bulk.Verdict(9).String(); got != "Verdict(9)" {
		t.Errorf("got %q", got)
	}
}
