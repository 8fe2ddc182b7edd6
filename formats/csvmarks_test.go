package formats

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// fieldsSeen tells the records of a text, and where their fields lie.
func fieldsSeen(separator byte, text []byte, marking bool) string {
	var said bytes.Buffer
	form := Form{Kind: CSV, Order: 9, Layout: &Layout{separator: separator}}
	rows := newCSVRows(form, text)
	rows.known, rows.quoting, rows.marking = true, true, marking
	rows.marks.reset(text, separator)
	for rows.next() {
		n := rows.countFields()
		fmt.Fprintf(&said, "%+v %q %d:", rows.span, rows.record, n)
		for column := range n + 1 {
			from, to := rows.field(column)
			fmt.Fprintf(&said, " %q", rows.record[from:to])
		}
		said.WriteByte('\n')
	}
	fmt.Fprintf(&said, "%d lines", rows.lines)
	return said.String()
}

// quotedText is text in which quotes are mostly, or hardly ever, around whole fields.
func quotedText(r *rand.Rand, separator byte) []byte {
	var text []byte
	wild := []int{0, 0, 2, 9}[r.IntN(4)]
	plain := func() {
		for range r.IntN(90) {
			text = append(text, "0123456789. x"[r.IntN(13)])
		}
	}
	for range r.IntN(40) {
		switch {
		case r.IntN(10) < wild:
			for range r.IntN(6) {
				text = append(text, []byte{'"', separator, '\n', '\r', '#', '[', '1'}[r.IntN(7)])
			}
		case r.IntN(3) == 0:
			plain()
		default:
			text = append(text, '"')
			plain()
			if r.IntN(4) == 0 {
				text = append(text, separator)
				plain()
			}
			text = append(text, '"')
		}
		ends := []string{string(separator), string(separator), string(separator), "\n", "\r\n"}
		text = append(text, ends[r.IntN(len(ends))]...)
	}
	return text
}

// TestCSVMarks wants the same of fields that are found by their marks as where one byte
// after the other is looked at.
func TestCSVMarks(t *testing.T) {
	if !packed.CanFindMarks() {
		t.Skip("this processor has no kernel for them")
	}
	r := rand.New(rand.NewPCG(23, 24))
	for range 5000 {
		separator := ",;\t|:"[r.IntN(5)]
		text := quotedText(r, separator)
		if got, want := fieldsSeen(separator, text, true), fieldsSeen(separator, text, false); got != want {
			t.Fatalf("%q: by marks\n%s\nwith care\n%s", text, got, want)
		}
	}
}

// FuzzCSVMarks is TestCSVMarks for any text.
func FuzzCSVMarks(f *testing.F) {
	f.Add(byte(','), []byte("id,\"puzzle\"\n1,\"1,2\"\r\n\"a\"\"b\",\"c\nd\",\"e\"\r,x\"y\"\n\"z"))
	f.Fuzz(func(t *testing.T, separator byte, text []byte) {
		if len(text) > fuzzMost {
			return
		}
		if !packed.CanFindMarks() || separator == '"' || separator <= '\r' && separator != '\t' || separator == ' ' {
			return
		}
		if got, want := fieldsSeen(separator, text, true), fieldsSeen(separator, text, false); got != want {
			t.Fatalf("%q: by marks\n%s\nwith care\n%s", text, got, want)
		}
	})
}
