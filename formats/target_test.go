package formats

import (
	"fmt"
	"strings"
	"testing"
)

// dotted is p9b with points for blanks.
var dotted = strings.ReplaceAll(p9b, "0", ".")

// cellNames are names of columns for the cells of a grid.
func cellNames(prefix string, cells int) string {
	var names []string
	for i := range cells {
		names = append(names, fmt.Sprint(prefix, i))
	}
	return strings.Join(names, ",")
}

// TestTargetOfCells wants grids with a column for each cell to be one member of JSON
// each, so that they can be read again.
func TestTargetOfCells(t *testing.T) {
	t.Parallel()
	between := func(grid string) string { return strings.Join(strings.Split(grid, ""), ",") }
	solved, empty := strings.Repeat("123456789", 9), strings.Repeat(",", 80)
	puzzle16 := strings.Repeat("ABCDEFGHIJKLMNO.", 16)
	numbers16 := strings.TrimSuffix(strings.Repeat("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0,", 16), ",")
	named := cellNames("c", 81)
	for name, tt := range map[string]struct{ file, want string }{
		"alone":     {named + "\n" + between(p9a) + "\n", `{"puzzle":"` + p9a + `"}`},
		"no header": {between(p9a) + "\n" + between(dotted) + "\n", `{"puzzle":"` + p9a + `"}` + "\n" + `{"puzzle":"` + dotted + `"}`},
		"others":    {"id," + named + ",level\n7," + between(p9a) + ",hard\n", `{"id":7,"puzzle":"` + p9a + `","level":"hard"}`},
		"solution": {
			named + "," + cellNames("s", 81) + ",n\n" + between(p9a) + "," + between(solved) + ",7\n" + between(dotted) + "," + empty + ",8\n",
			`{"puzzle":"` + p9a + `","solution":"` + solved + `","n":7}` + "\n" + `{"puzzle":"` + dotted + `","solution":null,"n":8}`,
		},
		"solution first": {
			cellNames("s", 81) + "," + named + "\n" + between(solved) + "," + between(p9a) + "\n",
			`{"solution":"` + solved + `","puzzle":"` + p9a + `"}`,
		},
		"malformed": {
			named + "\n" + between(p9a) + "\n" + "xy" + between(p9a)[1:] + "\n" + empty + "\n",
			`{"puzzle":"` + p9a + `"}` + "\n" + `{"puzzle":"xy` + strings.ReplaceAll(between(p9a)[1:], ",", " ") + `"}` + "\n" + `{"puzzle":"` + strings.Repeat(".", 81) + `"}`,
		},
		"order 16": {cellNames("c", 256) + "\n" + numbers16 + "\n", `{"puzzle":"` + puzzle16 + `"}`},
	} {
		form, err := DetectWith([]byte(tt.file), true, 0, Hints{Rows: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		to, lost, err := form.Target(NDJSON, nil, nil)
		if err != nil || len(lost) > 0 {
			t.Errorf("%s: %v, lost %v", name, err, lost)
			continue
		}
		got := rowsTo(form, to, tt.file, nil)
		if got != tt.want+"\n" {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, tt.want)
		}
		if again, err := Detect([]byte(got), true, 0); err != nil || again.Kind != NDJSON || again.Order != form.Order {
			t.Errorf("%s: read again as %v, %v", name, again, err)
		}
	}
}

// TestTargetFollows wants the puzzles of a file with a column for each cell in the
// column of puzzles that the first file has.
func TestTargetFollows(t *testing.T) {
	t.Parallel()
	plain := "quiz,level\n" + p9a + ",1\n"
	cells := "level," + cellNames("c", 81) + "\n2," + strings.Join(strings.Split(dotted, ""), ",") + "\n"
	for _, kind := range []Kind{CSV, NDJSON} {
		var first *Layout
		var got strings.Builder
		for _, file := range []string{plain, cells} {
			form, err := DetectWith([]byte(file), true, CSV, Hints{Rows: true})
			if err != nil {
				t.Fatal(err)
			}
			to, lost, err := form.Target(kind, nil, first)
			if err != nil || len(lost) > 0 {
				t.Errorf("%v: %v, lost %v", kind, err, lost)
			}
			if first == nil {
				first = to.Layout
			}
			got.WriteString(rowsTo(form, to, file, nil))
		}
		want := map[Kind]string{
			CSV:    p9a + ",1\n" + dotted + ",2\n",
			NDJSON: `{"quiz":"` + p9a + `","level":1}` + "\n" + `{"quiz":"` + dotted + `","level":2}` + "\n",
		}[kind]
		if got.String() != want {
			t.Errorf("%v: got\n%s\nwant\n%s", kind, got.String(), want)
		}
	}
}
