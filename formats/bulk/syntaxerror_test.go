package bulk_test

import (
	"errors"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

func TestSyntaxError(t *testing.T) {
	for _, tt := range []struct {
		err  model.SyntaxError
		want string
	}{
		{model.SyntaxError{File: "corpus.txt", Record: 9, Line: 412, Column: 17, Err: model.ErrCell, Got: 'x'}, "corpus.txt:412:17: bad cell 'x'"},
		{model.SyntaxError{Line: 412, Column: 17, Err: model.ErrShort, Have: 79, Want: 81}, "412:17: 79 of 81 cells"},
		{model.SyntaxError{File: "-", Line: 412, Err: model.ErrLong, Want: 81}, "-:412: more than 81 cells"},
		{model.SyntaxError{File: "a b", Err: model.ErrCount, Have: 1, Want: 2}, "a b: the header says 2 puzzles, the file holds 1"},
		{model.SyntaxError{File: "f", Column: 3, Err: model.ErrTrailing}, "f: text after the end"},
		{model.SyntaxError{Err: model.ErrTrailing, Want: 5}, "text after the last of 5 puzzles"},
		{model.SyntaxError{File: "a.npy", Record: 3, Column: 7, Err: model.ErrNumber, Number: -17}, "a.npy: record 3, column 7: bad cell -17"},
		{model.SyntaxError{Record: 3, Err: model.ErrNumber, Number: 0.5}, "record 3: bad cell 0.5"},
		{model.SyntaxError{Err: errors.New("naïve\n")}, "na??ve?"},
		{model.SyntaxError{}, "unknown error"},
	} {
		err := tt.err
		if got := err.Error(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		if err.Err != nil && !errors.Is(&err, err.Err) {
			t.Errorf("%v is not %v", &err, err.Err)
		}
	}
}

func TestRebase(t *testing.T) {
	e := model.SyntaxError{Record: 0, Line: 1, Column: 5, Err: model.ErrShort}.Rebase("f", 10, 20)
	if e.File != "f" || e.Record != 11 || e.Line != 21 || e.Column != 5 {
		t.Errorf("got %+v", e)
	}
}
