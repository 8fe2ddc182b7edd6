package checkreport

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// TestGoingOn continues a report whose header another process wrote. The columns must be the
// columns of the first input, whatever the next input is.
func TestGoingOn(t *testing.T) {
	t.Parallel()
	puzzle := strings.Repeat(".", 81)
	first := record(t, "a.csv", "n,puzzle,note\n1,"+puzzle+",x\n")
	second := record(t, "b.csv", "puzzle,remark\n"+puzzle+",y\n")
	columns, err := ParseColumns(nil, Asked{})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"ndjson", "csv"} {
		records := NewRecords(format, columns, -1, nil)
		begin := write(t, records, first)
		want := write(t, records, second)
		if alone := write(t, NewRecords(format, columns, -1, nil), second); alone == want {
			t.Errorf("%s: the first input makes no difference:\n%s%s", format, begin, want)
		}
		again := NewRecords(format, columns, -1, nil)
		again.GoOn(first.Form)
		if got := write(t, again, second); got != want {
			t.Errorf("%s: going on it is\n%swant\n%s", format, got, want)
		}
	}
}

// record returns the only record of a table.
func record(t *testing.T, name, text string) *check.Record {
	t.Helper()
	form, err := bulk.Detect([]byte(text), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &check.Record{
		Where: check.Where{File: name, Record: 1, Line: 2}, Number: 1, Order: 9, Form: form, Verdict: bulk.Multiple, Solution: make([]uint8, 81), Puzzle: make([]uint8, 81),
		Text: []byte(text[strings.IndexByte(text, '\n')+1:]),
	}
}

func write(t *testing.T, records *Records, r *check.Record) string {
	t.Helper()
	text, err := records.Write(nil, r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
