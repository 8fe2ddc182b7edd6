package datacard

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// TestSorted checks the order of the values of a column. Ratings are numbers, not texts.
func TestSorted(t *testing.T) {
	for _, tt := range [][3]string{ // column, values, sorted
		{"er", "10.5 9.5 1.2 11.0", "1.2 9.5 10.5 11.0"},
		{"rating", "100 20 3 -1", "-1 3 20 100"},
		{"clues", "1e2 99.5 99", "99 99.5 1e2"},
		{"tier", "medium easy hard", "easy medium hard"},
		{"source", "c b 10 9", "c b 10 9"}, // by their number of rows
		{"source", "9 10 NaN", "9 10 NaN"},
	} {
		tally := split.Tally{Column: tt[0], Values: strings.Fields(tt[1])}
		for i := range tally.Values {
			tally.Rows = append(tally.Rows, []int64{int64(10 - i)})
		}
		values, _, _ := sorted(&tally)
		var got []string
		for _, v := range values {
			got = append(got, v.value)
		}
		if strings.Join(got, " ") != tt[2] {
			t.Errorf("%s: got %v, want %s", tt[0], got, tt[2])
		}
	}
}
