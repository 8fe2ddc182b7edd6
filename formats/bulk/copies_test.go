package bulk_test

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestAlike compares files by the properties that matter for reading their records.
func TestAlike(t *testing.T) {
	t.Parallel()
	const (
		puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		other  = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
	)
	groups := [][]string{ // files in the same group are alike, files in different groups are not
		{puzzle + "\n", other + " a comment\n", "# " + puzzle + "\n" + puzzle},
		{strings.Repeat("."+strings.Repeat("A", 15), 16) + "\n"},
		{"puzzle,level\n" + puzzle + ",3\n", "puzzle,level\n" + other + ",easy\n" + puzzle + ",\n"},
		{"level,puzzle\n3," + puzzle + "\n"},
		{"puzzle;level\n" + puzzle + ";3\n"},
		{"puzzle\tlevel\n" + puzzle + "\t3\n"},
		{`{"puzzle":"` + puzzle + `","level":3}`, `{"id":"x","puzzle":"` + other + `"}`},
		{`{"quizzes":"` + puzzle + `"}`},
		{`{"row":{"puzzle":"` + puzzle + `"}}`},
	}
	form := func(text string) bulk.Form {
		f, err := bulk.DetectWith([]byte(text), true, 0, model.Hints{})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return f
	}
	for i, group := range groups {
		for j, with := range groups {
			for _, a := range group {
				for _, b := range with {
					if got := form(a).Alike(form(b)); got != (i == j) {
						t.Errorf("%q and %q: %v", a, b, got)
					}
				}
			}
		}
	}
	if f := form(groups[6][1]); len(f.Layout.Columns) != 2 || f.Layout.Puzzle != 1 || f.Layout.Columns[0].Name != "id" {
		t.Errorf("comparing changed %+v", f.Layout)
	}
}
