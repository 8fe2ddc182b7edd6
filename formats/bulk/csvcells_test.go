package bulk

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// cellNames are the names of 81 columns of cells.
var cellNames = strings.Split(numbers("", 81), ",")

// squares returns the names of cells as in chess: A1 to I9.
func squares() string {
	names := make([]string, 81)
	for i := range names {
		names[i] = string(rune('A'+i/9)) + string(rune('1'+i%9))
	}
	return strings.Join(names, ",")
}

// TestCellColumns checks that the first cells of puzzles and solutions are found after
// columns with values that could be cells.
func TestCellColumns(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]struct {
		tableText
		column           string // given by the user
		puzzle, solution int
	}{
		"a number, header":         {tableText{header: "stars," + numbers("", 81) + "\n", line: "3,CELLS"}, "", 1, -1},
		"a number, prefix":         {tableText{header: "stars," + numbers("c", 81) + "\n", line: "3,CELLS"}, "", 1, -1},
		"a number, squares":        {tableText{header: "stars," + squares() + "\n", line: "3,CELLS"}, "", 1, -1},
		"a number, no header":      {tableText{line: "3,CELLS"}, "", 1, -1},
		"a number and empty":       {tableText{line: "3,,CELLS"}, "", 2, -1},
		"a number behind":          {tableText{line: "CELLS,3"}, "", 0, -1},
		"a bad cell":               {tableText{header: "stars," + numbers("", 81) + "\n", line: "3,CELLS\n3,CELLSx"}, "", 1, -1},
		"a number between":         {tableText{header: numbers("p", 81) + ",stars," + numbers("s", 81) + "\n", line: "CELLS,3,SOLVED"}, "", 0, 82},
		"named":                    {tableText{header: "stars," + numbers("c", 81) + "\n", line: "3,CELLS"}, "c0", 1, -1},
		"named by a number":        {tableText{header: "stars," + numbers("", 81) + "\n", line: "3,CELLS"}, "0", 1, -1},
		"numbered":                 {tableText{header: "stars," + numbers("", 81) + "\n", line: "3,CELLS"}, "2", 1, -1},
		"numbered, no header":      {tableText{line: "3,CELLS"}, "2", 1, -1},
		"numbered otherwise":       {tableText{line: "3,CELLS"}, "1", 0, -1},
		"numbered, one is a digit": {tableText{line: "1,CELLS"}, "1", 0, -1},
	} {
		d.zeros = "0"
		text := []byte(d.write(wild9))
		form, err := DetectWith(text, true, 0, model.Hints{Puzzle: d.column})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		l := form.info()
		if l.CellColumns != 81 || l.Puzzle != d.puzzle || l.Solution != d.solution || (len(l.Header) > 0) != (d.header != "") {
			t.Errorf("%s: %d columns from %d, the solution's from %d, header %q", name, l.CellColumns, l.Puzzle, l.Solution, l.Header)
		}
	}
}

// TestNumberedColumns checks that a number from the user is a column name if the file has
// names, and that it does not turn the first row into names. Other numbers are refused.
func TestNumberedColumns(t *testing.T) {
	t.Parallel()
	for text, typed := range map[string]bool{
		"1," + wild9[0] + "\n2," + wild9[1] + "\n":                                  false,
		"3,2\nint,text\n1," + wild9[0] + "\n2," + wild9[1] + "\n":                   true,
		"0,puzzle\nint,text\n1," + wild9[0] + "\n2," + wild9[1] + "\n":              true,
		"id,puzzle,solution\n1," + wild9[0] + ",\n2," + wild9[1] + ",\n":            false,
		strings.Join(cellNames[:2], "\t") + "\n1\t" + wild9[0] + "\n2\t" + wild9[1]: false,
	} {
		form, err := DetectWith([]byte(text), true, 0, model.Hints{Puzzle: "2", Typed: typed})
		if err != nil || form.Layout.Puzzle != 1 || !strings.HasSuffix(readWhole(form, []byte(text)), wild9[0]+"\n"+wild9[1]+"\n") {
			t.Errorf("%.20q: %v, %v, %+v", text, form, err, form.Layout)
		}
	}
	for _, number := range []int{math.MinInt, -1, 0, 4, math.MaxInt} {
		if form, err := DetectWith([]byte("id,puzzle\n1,"+wild9[0]+"\n"), true, 0, model.Hints{Puzzle: strconv.Itoa(number)}); err == nil {
			t.Errorf("column %d: %v", number, form)
		}
	}
}
