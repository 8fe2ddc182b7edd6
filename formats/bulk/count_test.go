package bulk_test

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// TestCountRecords has lines that are records, lines that are not, and lines that need a
// closer look.
func TestCountRecords(t *testing.T) {
	const unknown = -1
	for text, want := range map[string][2]int{
		"":                       {0, 0},
		"1\n":                    {1, 1},
		"\n#1\n1\nno solution\n": {4, 2},
		"eee\nE\n":               {2, 2},
		"1\nend\n1\n":            {3, unknown},
		"1\n \n":                 {2, unknown},
		"\r\n1\n":                {2, unknown},
		"\ufeff1\n":              {1, unknown},
		"1\n2":                   {1, unknown},
	} {
		lines, n, known := bulk.CountRecords([]byte(text))
		records := int(n)
		if !known {
			records = unknown
		}
		if [2]int{int(lines), records} != want {
			t.Errorf("%q: %d lines, %d records; want %v", text, lines, records, want)
		}
	}
}
