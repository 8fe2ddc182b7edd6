package bulk_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestLostSolutions reads tables whose solutions are whole (s), empty (-), rounded by a program (r) or
// unreadable (x). The column of solutions is found, and each state is told.
func TestLostSolutions(t *testing.T) {
	t.Parallel()
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	fill := strings.NewReplacer("P", puzzle, "S", solution)
	for _, test := range []struct {
		name, text, want string
		column           int
	}{
		{"whole", "puzzle,solution\nP,S\nP,\nP,8.64e+80\nP,x\n", "s-rx", 1},
		{"all rounded", "quizzes,solutions\nP,8.64E+80\nP,8.642e80\n", "rr", 1},
		{"German", "puzzle;solution\nP;8,64E+80\nP;S\n", "rs", 1},
		{"in quotes", "puzzle,solution\n\"P\",\"8.64e+80\"\nP,\"\"\n", "r-", 1},
		{"other columns", "id,solution,puzzle,note\n1,8.64e+80,P,a\n2,S,P,8.64e+80\n", "rs", 1},
		{"apart", "puzzle,note,solution\nP,8.64e+80,S\nP,,8.64e+80\n", "sr", 2},
		{"only empty", "puzzle,solution\nP,\nP,nan\nP\n", "---", 1},
		{"too short", "puzzle,answer\nP," + solution[:80] + "\n", "x", 1},
		{"other data", "puzzle,solutions\nP,1\n", "", -1},
		{"a label", "puzzle,label\nP,\n", "", -1},
		{"no float of a grid", "puzzle,answer\nP,8.64e+40\n", "", -1},
		{"JSON", `{"puzzle":"P","solution":8.64e+80}` + "\n" + `{"puzzle":"P","solution":"8.64e+80"}` + "\n" + `{"puzzle":"P","solution":null}` + "\n", "rr-", 1},
		{"JSON in another order", `{"solution":"S","puzzle":"P"}` + "\n" + `{"puzzle":"P","solution":8.64e+80}` + "\n", "sr", 0},
		{"JSON object", `{"puzzle":"P","solution":{"by":"x"}}` + "\n", "", -1},
	} {
		text := []byte(fill.Replace(test.text))
		f, err := bulk.DetectWith(text, true, 0, model.Hints{Rows: true})
		if err != nil || f.Layout.Solution != test.column {
			t.Errorf("%s: %v, column %+v", test.name, err, f.Layout)
			continue
		}
		if got := solutionsOf(f, text); test.column >= 0 && got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// solutionsOf returns the state of the solution of each record.
func solutionsOf(f bulk.Form, text []byte) (got string) {
	var records model.Records
	from, to := f.NewFramer().Cut(new(model.Records), text, true)
	text = text[from:to]
	f.Decode(&records, text)
	var solution [81]uint8
	for i, span := range f.Spans(nil, text) {
		at, fault := f.GivenSolution(solution[:], text, span, new(model.Fields))
		switch rounded := fault != nil && errors.Is(fault, model.ErrRounded); {
		case rounded != slices.Contains(records.Rounded, i):
			return fmt.Sprintf("record %d: %v, but Decode says %v", i, fault, records.Rounded)
		case rounded:
			got += "r"
		case fault != nil:
			got += "x"
		case at == 0:
			got += "-"
		default:
			got += "s"
		}
	}
	return got
}
