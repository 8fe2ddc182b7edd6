package bulk

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestNoBreakSpaces reads lines as copied from web pages. Lines that begin with digits must
// not be taken for JSON numbers.
func TestNoBreakSpaces(t *testing.T) {
	t.Parallel()
	zeros := strings.Split(strings.ReplaceAll(strings.Join(wild9, " "), ".", "0"), " ")
	for name, end := range map[string]string{"behind": "\u00a0", "before a name": "\u00a0name", "two": "\u00a0\u00a0"} {
		for _, puzzles := range [][]string{wild9, zeros} {
			checkWild(t, name, Line, strings.Join(puzzles, end+"\n")+end+"\n", wild9)
		}
	}
	solution := strings.Repeat("123456789", 9)
	record := []byte(wild9[0] + "\u00a0" + solution + "\u00a0\n")
	cells := make([]uint8, 81)
	if column, fault := line9.GivenSolution(cells, record, model.Span{To: len(record)}, new(model.Fields)); column != 84 || fault != nil || cells[80] != 9 {
		t.Errorf("solution at %d, %v", column, fault)
	}
	for _, end := range []string{"\u2007", "\xc2", "\xc2\xa1", "\f"} {
		text := strings.Join(zeros, end+"\n") + end + "\n"
		if form, err := Detect([]byte(text), true, NDJSON); err == nil {
			t.Errorf("%q: %v", end, form)
		}
	}
}
