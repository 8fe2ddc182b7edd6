package bulk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Puzzles as JSON values.
var (
	rows9   = nestedOf(p9a)
	list9   = listOf(p9a)
	lined9  = linesOf(p9a, 9, `\n`)
	object9 = `{"id":7,"puzzle":"` + p9a + `","solution":null}`
)

// linesOf returns cells as rows joined by between.
func linesOf(cells string, order int, between string) string {
	var rows []string
	for i := 0; i < len(cells); i += order {
		rows = append(rows, cells[i:i+order])
	}
	return strings.Join(rows, between)
}

// TestLongJSON reads an array on one line that is longer than the text for detection.
func TestLongJSON(t *testing.T) {
	t.Parallel()
	n := 0
	for cells, err := range bulk.Puzzles(strings.NewReader("["+strings.Repeat(object9+", ", 5000)+object9+"]"), model.Hints{}) {
		if err != nil || len(cells) != 81 {
			t.Fatal(n, err)
		}
		n++
	}
	if n != 5001 {
		t.Error(n)
	}
}

// TestPlacedCells checks that cells that give their place must be there, counted from 0 or
// 1: not column by column, mirrored, or two in one place.
func TestPlacedCells(t *testing.T) {
	t.Parallel()
	file := func(first int, place func(i int) (row, column int)) string {
		var cells []string
		for i, b := range []byte(p9a) {
			row, column := place(i)
			cells = append(cells, fmt.Sprintf(`{"row":%d,"col":%d,"value":%d}`, first+row, first+column, max(int(b)-'0', 0)))
		}
		return `[{"cells":[` + strings.Join(cells, ",") + `]}]`
	}
	byRow := func(i int) (row, column int) { return i / 9, i % 9 }
	for first := range 2 {
		text := file(first, byRow)
		form, err := bulk.Detect([]byte(text), true, 0)
		for i, place := range []func(i int) (row, column int){
			byRow,
			func(i int) (row, column int) { return i % 9, i / 9 },
			func(i int) (row, column int) { return i / 9, 8 - i%9 },
			func(i int) (row, column int) { return 8 - i/9, i % 9 },
			func(i int) (row, column int) { return i / 9, min(i%9, 7) },
		} {
			got := formtest.Read(form, []byte(strings.TrimSuffix(text, "]")+","+file(first, place)[1:]))
			if err != nil || i == 0 && got != p9a+"\n"+p9a+"\n" || i > 0 && !strings.HasPrefix(got, p9a+"\n2 (row 0): ") {
				t.Errorf("place %d, from %d: %v, reads\n%s", i, first, err, got)
			}
		}
	}
}

// TestGivens reads lists of clues, counted from 0 or 1. A list is not a puzzle if the base
// is not clear or a cell has two digits.
func TestGivens(t *testing.T) {
	t.Parallel()
	file := func(first int, blank string) string {
		var givens []string
		for i, b := range []byte(p9a) {
			if b != '.' && strings.IndexByte(blank, byte('0'+i/9)) < 0 && strings.IndexByte(blank, byte('0'+i%9)) < 0 {
				givens = append(givens, fmt.Sprintf("{\"r\":%d,\n\"c\":%d,\"value\":%c}", first+i/9, first+i%9, b))
			}
		}
		return "[" + strings.Join(givens, ", ") + "]"
	}
	given := strings.SplitAfterN(file(0, ""), "},", 2)[0]
	for name, tt := range map[string]struct{ list, want string }{
		"from 0":     {file(0, ""), p9a + "\n"},
		"from 1":     {file(1, ""), p9a + "\n"},
		"not told":   {file(1, "8"), ""},
		"both":       {strings.Replace(file(0, ""), `"r":8`, `"r":9`, 1), ""},
		"a cell two": {given + file(0, "")[1:], ""},
		"no digit":   {strings.Replace(file(0, ""), `"value":`, `"value":1`, 1), ""},
		"bad digit":  {strings.Replace(file(0, ""), `"value":9`, `"value":"x"`, 1), ""},
		"outside":    {strings.Replace(file(0, ""), `"c":8`, `"c":18`, 1), ""},
		"no column":  {strings.Replace(file(1, ""), `"c":8`, `"k":8`, 1), ""},
		"too few":    {strings.Join(strings.SplitAfter(file(0, ""), "}")[:16], "") + "]", ""},
	} {
		for _, text := range []string{tt.list, `{"data":[{"squares":` + tt.list + `,"size":9}]}`} {
			form, err := bulk.Detect([]byte(text), true, 0)
			got := ""
			if err == nil {
				got = formtest.Read(form, []byte(text))
			}
			if got != tt.want {
				t.Errorf("%s: %v, %v reads\n%s", name, form, err, got)
			}
		}
	}
}
