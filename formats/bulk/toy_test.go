package bulk

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/toy"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestToyForm adds a form, which has its own folder, by one line in the list of forms. Then
// the form is detected, named, read and written like all others.
func TestToyForm(t *testing.T) {
	before := forms
	t.Cleanup(func() { forms = before })
	forms = append(forms[:len(forms):len(forms)], toy.Form)

	kind, err := ParseKind("toy")
	if err != nil {
		t.Fatal(err)
	}
	file := "made by hand\ntoy" + p9a + "\ntoy" + p9b[:80] + "x\n"
	found, err := Detect([]byte(file), true, 0)
	if err != nil || found.Kind != kind {
		t.Fatalf("Detect = %v, %v", found, err)
	}
	var text strings.Builder
	for grid, err := range Puzzles(strings.NewReader(file), model.Hints{}) {
		if err != nil {
			text.WriteString(err.Error())
			continue
		}
		text.Write(found.AppendPuzzle(nil, grid))
	}
	want := "toy" + strings.ReplaceAll(p9a, "0", ".") + "\n3:84: bad cell 'x'"
	if text.String() != want {
		t.Errorf("%q, want %q", text.String(), want)
	}
	if target, _, err := found.Target(CSV, nil, Form{}); err != nil || len(target.Layout.Columns) != 1 {
		t.Errorf("as CSV: %+v, %v", target.Layout, err)
	}
}
