package bulk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestBadRow checks that one bad row in a hundred is one malformed record at its place, and
// does not change the detected columns.
func TestBadRow(t *testing.T) {
	t.Parallel()
	const good = "N,PUZZLE,SOLUTION,a b,0.5,x,7"
	bads := []string{
		"bad row,1,2,3,4,5,6", "1,2,3,4,5,6,7", "bad row", "7", "x,y", "a,b,c,d,e,f,g,h,i", "bad row,,,,,,",
		`"bad, row",1,2,3,4,5,6`, `bad "row",1,2`, `"bad row,1,2,3,4,5,6`, // with quotes
		"PUZZLE,SOLUTION,a b,0.5,x,7", "N,,PUZZLE,SOLUTION,a b,0.5,x", "N,CUT,SOLUTION,a b,0.5,x,7", // shifted, or cut off
	}
	for _, test := range []struct{ header, good string }{
		{"id,puzzle,solution,source,rating,b,c", good},
		{"nr,q,s,a,b,c,d", good},
		{"q,s,a,b,c,d,e", "PUZZLE,SOLUTION,a b,0.5,x,N,7"},
		{"puzzle", "PUZZLE"},
	} {
		for _, separator := range []string{",", ";", "\t", `","`} {
			for _, bad := range bads {
				if strings.HasPrefix(test.good, "PUZZLE") && strings.HasPrefix(bad, "PUZZLE") || separator == `","` && strings.Contains(bad, `"`) {
					continue // there is no bad row, or it is not quoted
				}
				for _, at := range []int{0, 49, 98} {
					checkBadRow(t, badTable(test.header, test.good, bad, separator, at), badTable(test.header, test.good, test.good, separator, at), at)
				}
			}
		}
	}
}

// badTable returns a table of a hundred rows with one bad row. If separator has quotes,
// they surround all fields.
func badTable(header, good, bad, separator string, at int) string {
	puzzle, solution := wild9[0], solved9
	var rows []string
	for i := range 100 {
		row := good
		if i == at {
			row = bad
		}
		rows = append(rows, strings.NewReplacer("N", fmt.Sprint(i), "PUZZLE", puzzle, "SOLUTION", solution, "CUT", puzzle[1:]).Replace(row))
	}
	var text strings.Builder
	for _, row := range slices.Insert(rows, 0, header) {
		row = strings.ReplaceAll(row, ",", separator)
		if separator == `","` {
			row = `"` + row + `"`
		}
		text.WriteString(row + "\n")
	}
	return text.String()
}

func checkBadRow(t *testing.T, text, clean string, at int) {
	t.Helper()
	line := strings.Split(text, "\n")[1+at]
	want, err := Detect([]byte(clean), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	form, err := Detect([]byte(text), true, 0)
	if err != nil || columnsText(form) != columnsText(want) {
		t.Errorf("row %d is %q: %v, %s\nwant %s", at, line, err, columnsText(form), columnsText(want))
		return
	}
	var records model.Records
	form.Decode(&records, []byte(text)[form.HeaderLen():])
	if records.N != 100 || len(records.Faults) != 1 || records.Faults[0].Record != at || records.Faults[0].Line != 1+at {
		t.Errorf("row %d is %q: %d records, %v", at, line, records.N, records.Faults)
	}
}

// columnsText describes a table's form and columns.
func columnsText(f Form) string {
	if f.Layout == nil {
		return f.String()
	}
	var names []string
	for _, c := range f.Layout.Columns {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("%v: %q, puzzle %d, solution %d", f, names, f.Layout.Puzzle, f.Layout.Solution)
}
