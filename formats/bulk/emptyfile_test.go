package bulk

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestEmptyFiles reads what each kind writes without a puzzle.
func TestEmptyFiles(t *testing.T) {
	t.Parallel()
	for _, kind := range Writable() {
		form, err := kind.Form(16)
		if err != nil {
			form, err = kind.Form(9)
		}
		if err != nil {
			t.Fatal(err)
		}
		text := form.AppendCountedHeader(nil, 0)
		if e, ok := kind.Enclosure("<name>"); ok {
			text = []byte(e.Empty)
		}
		if kind.IsTyped() {
			continue // package corpus makes its text
		}
		for _, from := range []Kind{0, kind.read()} {
			if read, err := Detect(text, true, from); err != nil || from != 0 && read.Kind != from {
				t.Errorf("%v: %q is read as %v, %v", kind, text, read, err)
			} else if got := readWhole(read, text); got != "" {
				t.Errorf("%v: %q holds %s", kind, text, got)
			}
		}
	}
}

// TestNoColumns asks for columns of text that has none.
func TestNoColumns(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"<x>", "<opensudoku>\n<game data=\"12", "{}", "[]", "a b c\n"} {
		for _, hints := range []model.Hints{{Puzzle: "solution", Solution: "state", State: true}, {Solution: "state", State: true}, {Puzzle: "a", Loose: true}, {Solution: "a"}} {
			if form, err := DetectWith([]byte(text), true, 0, hints); err == nil && text != "[]" {
				t.Errorf("%q, %+v: %v", text, hints, form)
			}
		}
	}
}
