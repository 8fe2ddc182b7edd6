package bulk_test

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestSolutionsApart checks that an array of solutions is reported: by detection if the
// sample has it, and after the records if not.
func TestSolutionsApart(t *testing.T) {
	t.Parallel()
	grid, solved := `"`+p9a+`","`+dotted+`"`, `"`+strings.Repeat("123456789", 9)+`"`
	for file, want := range map[string]string{
		`{"puzzles":[` + grid + `],"solutions":[` + solved + `]}`:                                            "solutions",
		`{"quizzes":{"0":"` + p9a + `","1":"` + p9b + `"},"answer":{"0":` + solved + `,"1":` + solved + `}}`: "answer",
		`{"a":{"puzzles":[` + grid + `],"n":1},"b":{"solutions":[` + solved + `]}}`:                          "solutions",
		`{"puzzles":[` + grid + `],"solutions":[1,2]}`:                                                       "",
		`{"puzzles":[` + grid + `],"minlex":[` + grid + `]}`:                                                 "",
		`[{"puzzle":` + grid[:83] + `,"solution":` + solved + `}]`:                                           "",
	} {
		form, err := bulk.Detect([]byte(file), true, 0)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		framer := form.NewFramer()
		for text := file; len(text) > 0; {
			_, to := framer.Cut(new(model.Records), []byte(text), true)
			text = text[to:]
		}
		if got := bulk.UnreadSolutions(framer); got != want || framer.Finish() != nil {
			t.Errorf("%s: %q, %v, want %q", file, got, framer.Finish(), want)
		}
		notes := strings.Join(form.Layout.Notes, "; ")
		if strings.Contains(notes, "stands apart") != (want != "") || !strings.Contains(notes, want) {
			t.Errorf("%s: %s", file, notes)
		}
	}
	if got := bulk.UnreadSolutions(line9.NewFramer()); got != "" {
		t.Errorf("of lines: %q", got)
	}
}
