package outfile

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// TestUnlike writes records of two inputs to one file. Write must refuse a record that would be read as
// something else.
func TestUnlike(t *testing.T) {
	t.Parallel()
	blank, full := strings.Repeat(".", 81), strings.Repeat("123456789", 9)
	table, swapped := "puzzle,solution\n"+blank+","+full+"\n", "solution,puzzle\n"+full+","+blank+"\n"
	first := record(t, "a.csv", table)
	for _, test := range []struct {
		with *Copy
		ok   bool
	}{
		{record(t, "b.csv", table), true},
		{record(t, "b.csv", swapped), false},
		{record(t, "b.txt", blank+"\n"), false},
		{record(t, "b.csv", "puzzle,solution\n"+strings.Repeat(".", 256)+",\n"), false},
	} {
		var out strings.Builder
		w := NewCopies(&out)
		if err := w.Write(first); err != nil {
			t.Fatal(err)
		}
		if err := w.Write(test.with); test.ok == errors.Is(err, ErrUnlike) {
			t.Errorf("%s: %v", test.with.File, err)
		}
	}
}

// TestArrays requires that records of an array fit a file of lines.
func TestArrays(t *testing.T) {
	t.Parallel()
	array := &Copy{Form: bulk.Form{Kind: bulk.Npy, Order: 9}, Text: []byte("x"), File: "a.npy", Number: 1, Reason: "why"}
	line := record(t, "b.txt", strings.Repeat(".", 81)+"\n")
	w := NewCopies(new(strings.Builder))
	if err := errors.Join(w.Write(array), w.Write(line)); err != nil {
		t.Error(err)
	}
}

// record returns the last line of a text, after its headers, as a record.
func record(t *testing.T, name, text string) *Copy {
	t.Helper()
	form, err := bulk.Detect([]byte(text), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(text, "\n")
	return &Copy{Form: form, Text: []byte(lines[len(lines)-2]), File: name, Number: 1}
}
