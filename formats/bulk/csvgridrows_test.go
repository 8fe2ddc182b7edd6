package bulk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// rowTable returns a table of puzzles and solutions with one column per row, after a column
// of numbers.
func rowTable(separator, zero string, write func(row string) string) string {
	var b strings.Builder
	b.WriteString("id")
	for _, name := range []string{"r", "s"} {
		for i := range 9 {
			fmt.Fprintf(&b, "%s%s%d", separator, name, i+1)
		}
	}
	for i, p := range wild9[:len(wildSolved)] {
		fmt.Fprintf(&b, "\n%d", 100000000+i)
		for _, grid := range []string{strings.ReplaceAll(p, ".", zero), wildSolved[i]} {
			for at := 0; at < 81; at += 9 {
				b.WriteString(separator + write(grid[at:at+9]))
			}
		}
	}
	return b.String() + "\n"
}

// TestRowColumns reads grids with one column per row, as text or as numbers.
func TestRowColumns(t *testing.T) {
	t.Parallel()
	asIs := func(row string) string { return row }
	cut := func(row string) string { return strings.TrimLeft(row[:8], "0") + row[8:] }
	quoted := func(row string) string { return `"` + row + `"` }
	for name, tt := range map[string]struct {
		file, column string
		kind         Kind
	}{
		"points":           {rowTable(",", ".", asIs), "", CSV},
		"zeros":            {rowTable(",", "0", asIs), "", CSV},
		"named":            {rowTable(",", "0", asIs), "r1", CSV},
		"numbers":          {rowTable(",", "0", cut), "", CSV},
		"quoted":           {rowTable(";", ".", quoted), "", CSV},
		"tabs":             {rowTable("\t", "_", asIs), "", TSV},
		"tabs and numbers": {rowTable("\t", "0", cut), "", TSV},
	} {
		form, err := DetectWith([]byte(tt.file), true, 0, model.Hints{Puzzle: tt.column})
		if err != nil || form.Kind != tt.kind || form.Layout.Puzzle != 1 || form.info().CellColumns != 9 {
			t.Errorf("%s: %v, %v, %+v", name, form, err, form.Layout)
			continue
		}
		if got := readWhole(form, []byte(tt.file)); got != strings.Join(wild9[:len(wildSolved)], "\n")+"\n" {
			t.Errorf("%s: reads\n%s", name, got)
		}
		checkSplits(t, form, []byte(tt.file))
		if tt.column != "" {
			continue
		}
		record := []byte(tt.file[strings.LastIndexByte(tt.file[:len(tt.file)-1], '\n')+1:])
		solution := make([]uint8, 81)
		var fields model.Fields
		if _, fault := form.GivenSolution(solution, record, model.Span{To: len(record)}, &fields); fault != nil || string(cells.AppendCells(nil, solution)) != wildSolved[len(wildSolved)-1] {
			t.Errorf("%s: solution %v, %v", name, solution, fault)
		}
	}
}

// TestRowColumnFaults checks that the fault of a row names its column, and that a short row
// is a fault unless other rows also lost zeros.
func TestRowColumnFaults(t *testing.T) {
	t.Parallel()
	file := rowTable(",", "0", func(row string) string { return row })
	for name, tt := range map[string]struct{ old, changed, want string }{
		"a cell less": {",700040006,", ",70004006,", `in "r`},
		"a bad cell":  {",700040006,", ",7000x0006,", "bad cell 'x'"},
		"a cell more": {",700040006,", ",7000400061,", "more than 9 cells"},
		"no cell":     {",700040006,", ",,", "0 of 9 cells"},
	} {
		if !strings.Contains(file, tt.old) {
			t.Fatalf("no %s in\n%s", tt.old, file)
		}
		text := []byte(strings.Replace(file, tt.old, tt.changed, 1))
		form, err := Detect(text, true, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var records model.Records
		form.Decode(&records, text[len(form.info().Header):])
		if len(records.Faults) == 0 || !strings.Contains(records.Faults[0].Error(), tt.want) || records.N+len(records.Faults) < len(wildSolved) {
			t.Errorf("%s: %v of %d records", name, records.Faults, records.N)
		}
	}
}
