package bulk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A tableText says how to write a file of rows. line has PUZZLE for the puzzle, N for its
// number and SOLUTION for its solution. CELLS and SOLVED are their cells separated by
// commas, and ROWS is the puzzle's rows as JSON.
type tableText struct {
	header, line, between, footer string
	zeros                         string // replaces the dots of the puzzle
}

// write returns the table.
func (d tableText) write(puzzles []string) string {
	solution := strings.Repeat("123456789", 9)
	blank := strings.NewReplacer(".", cmp.Or(d.zeros, "."))
	split := func(cells string) string { return blank.Replace(strings.Join(strings.Split(cells, ""), ",")) }
	var lines []string
	for i, p := range puzzles {
		var rows []string
		for row := range slices.Chunk([]byte(p), 9) {
			rows = append(rows, "["+split(string(row))+"]")
		}
		lines = append(lines, strings.NewReplacer(
			"PUZZLE", blank.Replace(p), "SOLUTION", solution, "CELLS", split(p), "SOLVED", split(solution),
			"ROWS", strings.Join(rows, ","), "N", fmt.Sprint(i),
		).Replace(d.line))
	}
	return d.header + strings.Join(lines, cmp.Or(d.between, "\n")) + d.footer
}

// numbers returns n column names with a prefix, separated by commas.
func numbers(prefix string, n int) string {
	var names []string
	for i := range n {
		names = append(names, prefix+fmt.Sprint(i))
	}
	return strings.Join(names, ",")
}

// csvTables are files of the form CSV.
var csvTables = map[string]tableText{
	"solution first":            {header: "solution,puzzle\n", line: "SOLUTION,PUZZLE"},
	"words":                     {header: "Sudoku Solution,Sudoku Puzzle\n", line: "SOLUTION,PUZZLE"},
	"camel case":                {header: "solvedGrid,startGrid\n", line: "SOLUTION,PUZZLE"},
	"underscores":               {header: "final_grid,initial_grid\n", line: "SOLUTION,PUZZLE", zeros: "0"},
	"capitals":                  {header: "SOLVED,UNSOLVED\n", line: "SOLUTION,PUZZLE"},
	"names that tell nothing":   {header: "out,in\n", line: "SOLUTION,PUZZLE", zeros: "0"},
	"no header, solution first": {line: "N,SOLUTION,PUZZLE"},
	"all quoted":                {header: `"","puzzle","solution"` + "\n", line: `"N","PUZZLE","SOLUTION"`},
	"all quoted, semicolons":    {header: `"";"puzzle";"solution"` + "\n", line: `"N";"PUZZLE";"SOLUTION"`},
	"single quotes":             {header: "'puzzle','solution'\n", line: "'PUZZLE','SOLUTION'"},
	"lists in quotes":           {header: "puzzle,solution\n", line: `"[[ROWS]]","[SOLVED]"`, zeros: "0"},
	"lists with None":           {header: "puzzle\n", line: `"[CELLS]"`, zeros: "None"},
	"lists with minus ones":     {header: "puzzle\n", line: `"[CELLS]"`, zeros: "-1"},
	"separator told":            {header: "sep=;\r\npuzzle;solution\r\n", line: "PUZZLE;SOLUTION", between: "\r\n", footer: "\r\n"},
	"separator told, no header": {header: "\"sep=;\"\n", line: "PUZZLE;SOLUTION"},
	"comments before":           {header: "# made by x, v1.0\n# 2024-01-01\npuzzle,solution\n", line: "PUZZLE,SOLUTION"},
	"comment names columns":     {header: "#id,puzzle,solution\n", line: "N,PUZZLE,SOLUTION"},
	"spaces as blanks":          {header: "puzzle,solution\n", line: "PUZZLE,SOLUTION", zeros: " "},
	"cells":                     {header: numbers("", 81) + "\n", line: "CELLS", zeros: "0"},
	"cells, label first":        {header: "id," + numbers("c", 81) + "\n", line: "N,CELLS", zeros: "0"},
	"cells, solution first":     {header: numbers("s", 81) + "," + numbers("p", 81) + "\n", line: "SOLVED,CELLS", zeros: "0"},
	"cells, solution behind":    {header: numbers("p", 81) + ",rating," + numbers("s", 81) + "\n", line: "CELLS,0.5,SOLVED", zeros: "0"},
	"cells, solution as text":   {header: numbers("c", 81) + ",solution\n", line: "CELLS,SOLUTION", zeros: "0"},
	"cells of two frames":       {header: numbers("", 81) + "," + numbers("", 81) + "\n", line: "CELLS,SOLVED", zeros: "0"},
	"cells, index of pandas":    {header: "," + numbers("", 81) + "\n", line: "N,CELLS", zeros: "0"},
	"cells, index, no header":   {line: "N,CELLS", zeros: "0"},
	"empty cells":               {header: numbers("", 81) + "\n", line: "CELLS", zeros: "NaN"},
	"cells with minus ones":     {header: numbers("", 81) + "\n", line: "CELLS", zeros: "-1"},
	"undefined cells":           {header: "puzzle\n", line: `"[CELLS]"`, zeros: "undefined"},
	"floats of numpy":           {line: "CELLS", zeros: "0.000000000000000000e+00"},
	"mysql":                     {header: "+----+--------+\n| id | puzzle |\n+----+--------+\n", line: "| N | PUZZLE |", footer: "\n+----+--------+\n6 rows in set (0.00 sec)\n"},
	"psql":                      {header: " id | puzzle\n----+--------\n", line: " N | PUZZLE ", footer: "\n(6 rows)\n"},
	"Python":                    {header: "puzzles = [\n", line: `    'PUZZLE',`, footer: "\n]\n"},
	"C":                         {header: "const char *puzzles[] = {\n", line: `  "PUZZLE",`, footer: "\n};\n"},
}

// jsonTables are files of the form JSON.
var jsonTables = map[string]tableText{
	"texts":             {header: "[", line: `"PUZZLE"`, between: ", ", footer: "]"},
	"pairs":             {header: "[", line: `["SOLUTION","PUZZLE"]`, between: ",", footer: "]"},
	"values":            {header: "[", line: `["PUZZLE","SOLUTION",1.5,N]`, between: ",", footer: "]"},
	"split":             {header: `{"columns":["puzzle","solution"],"index":[0,1,2],"data":[`, line: `["PUZZLE","SOLUTION"]`, between: ",", footer: "]}"},
	"columns":           {header: `{"puzzle":{`, line: `"N":"PUZZLE"`, between: ",", footer: `},"level":{"0":1}}`},
	"index":             {header: "{", line: `"N":{"solution":"SOLUTION","puzzle":"PUZZLE"}`, between: ",", footer: "}"},
	"index, indented":   {header: "{\n", line: "  \"N\" : {\n    \"puzzle\":\"PUZZLE\"\n  }", between: ",\n", footer: "\n}\n"},
	"by name":           {header: "{", line: `"p\"N": [[ROWS]]`, between: ", ", footer: "}", zeros: "0"},
	"table":             {header: `{"schema":{"fields":[{"name":"i","type":{"a":{"b":"c"}}}]},"data":[`, line: `{"puzzle":"PUZZLE"}`, between: ",", footer: "]}"},
	"rows of a viewer":  {header: `{"features":[{"name":"question","type":{"dtype":"string"}}],"rows":[`, line: `{"row_idx":N,"row":{"question":"PUZZLE"}}`, between: ",", footer: `],"total":6}`},
	"spaces for blanks": {header: "[", line: `[[ROWS]]`, between: ",", footer: "]", zeros: `" "`},
}

func TestTables(t *testing.T) {
	t.Parallel()
	for name, d := range csvTables {
		text := d.write(wild9)
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkWild(t, name, form.Kind, text, wild9) // lists are another kind of table
	}
	for name, d := range jsonTables {
		checkWild(t, name, JSON, d.write(wild9), wild9)
	}
}

// TestNamesAgain checks that repeated column names, as in joined files, are not a record
// and do not change the columns.
func TestNamesAgain(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]tableText{
		"plain":    {header: "id,puzzle\n", line: "N,PUZZLE"},
		"CRLF":     {header: "id,puzzle\r\n", line: "N,PUZZLE"},
		"quotes":   {header: `"id","puzzle"` + "\n", line: `N,"PUZZLE"`},
		"tabs":     {header: "id\tpuzzle\n", line: "N\tPUZZLE"},
		"Markdown": {header: "|id|puzzle|\n|---|---|\n", line: "|N|PUZZLE|"},
	} {
		d.footer = "\n"
		first := d.write(wild9)
		for _, mark := range []string{"", "\xef\xbb\xbf"} {
			text := []byte(first + mark + first)
			form, err := Detect(text, true, 0)
			if err != nil || readWhole(form, text) != strings.Repeat(strings.Join(wild9, "\n")+"\n", 2) {
				t.Errorf("%s, %q: %v, %v reads as\n%s", name, mark, form, err, readWhole(form, text))
				continue
			}
			isID := func(c model.Column) bool { return c.Name == "id" && c.Type == model.Int }
			if !slices.ContainsFunc(form.Layout.Columns, isID) {
				t.Errorf("%s, %q: %v", name, mark, form.Layout.Columns)
			}
		}
	}
}

// TestListedFields reads the columns of rows that are arrays.
func TestListedFields(t *testing.T) {
	t.Parallel()
	text := []byte(`[[1,"` + wild9[0] + `","a"],[2,"` + wild9[1] + `",null]]`)
	form, err := Detect(text, true, 0)
	if err != nil {
		t.Fatal(err)
	}
	var fields model.Fields
	form.Fields(&fields, []byte(`[2,"`+wild9[1]+`",null]`))
	if len(fields.Values) != 3 || string(fields.Values[0]) != "2" || string(fields.Values[1]) != wild9[1] || fields.Values[2] != nil {
		t.Errorf("%q", fields.Values)
	}
	to, _, err := form.Target(NDJSON, nil, Form{})
	if err != nil {
		t.Fatal(err)
	}
	got := new(RowWriter).Append(nil, to, &Row{From: form, Record: []byte(`[2,"` + wild9[1] + `",null]`), Cells: make([]uint8, 81)})
	if want := `{"column1":2,"puzzle":"` + wild9[1] + `","column3":null}` + "\n"; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTableErrors checks the errors for files that cannot be read.
func TestTableErrors(t *testing.T) {
	t.Parallel()
	small := strings.Repeat("12.4", 4)
	lines := strings.Join(wild9, "\r") + "\r"
	damaged := tableText{header: "puzzle,solution\n", line: "7PUZZLE,SOLUTION", zeros: "0"}.write(wild9)
	for text, want := range map[string]string{
		"puzzle,solution\n" + small + "," + small + "\n": "4×4: this size must be named",
		`["` + small + `"]`: "4×4: this size must be named",
		lines:               errCarriageReturns.Error(),
	} {
		if _, err := Detect([]byte(text), true, 0); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	form, err := Detect([]byte(damaged), true, 0)
	if err != nil || form.Layout.Puzzle != 0 {
		t.Errorf("damaged puzzles: %v, %v", form, err)
	}
	for hint, want := range map[string]string{
		"nope": `there is no column "nope" (there are "id", "puzzle")`,
		"id":   `there is no puzzle in column "id" (there are "id", "puzzle")`,
	} {
		_, err := DetectWith([]byte("id,puzzle\n1,"+wild9[0]+"\n"), true, 0, model.Hints{Puzzle: hint})
		if err == nil || err.Error() != want {
			t.Errorf("column %s: %v, want %s", hint, err, want)
		}
	}
}

// TestSeveral checks the errors for files with puzzles that would be missed.
func TestSeveral(t *testing.T) {
	t.Parallel()
	two, more := `"`+wild9[0]+`","`+wild9[1]+`"`, `"`+wild9[2]+`","`+wild9[3]+`"`
	for name, file := range map[string]struct {
		text   string
		arrays bool
	}{
		"levels":             {`{"easy":[` + two + `],"hard":[` + more + `]}`, true},
		"levels, indented":   {"{\n  \"easy\": [\n    " + strings.Replace(two, ",", ",\n    ", 1) + "\n  ],\n  \"hard\": [\n    " + more + "\n  ]\n}\n", true},
		"levels of objects":  {`{"easy":[{"puzzle":` + two[:83] + `}],"hard":[{"puzzle":` + more[:83] + `}]}`, true},
		"arrays in objects":  {`[{"name":"a","puzzles":[` + two + `]},{"name":"b","puzzles":[` + more + `]}]`, true},
		"a list of Python's": {strings.ReplaceAll("["+two+","+more+"]\n", `"`, "'"), false},
		"arrays of arrays":   {`[[` + two + `],[` + more + `]]`, true},
	} {
		form, err := Detect([]byte(file.text), true, 0)
		want := errSeveral
		switch {
		case strings.HasPrefix(name, "levels"), name == "arrays of arrays":
			want = errArrays
		case file.arrays:
			want = errDeepArrays
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, %v", name, form, err)
		}
	}
	for name, text := range map[string]string{
		"and solutions":  `{"solutions":["` + strings.Repeat("123456789", 9) + `"],"puzzles":[` + two + `]}`,
		"another form":   `{"puzzles":[` + two + `],"minlex":[` + two + `]}`,
		"pairs of forms": `{"puzzle":` + two[:83] + `,"other":` + two[84:] + "}\n{\"puzzle\":" + two[84:] + `,"other":` + two[:83] + "}",
	} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil || readWhole(form, []byte(text)) != wild9[0]+"\n"+wild9[1]+"\n" {
			t.Errorf("%s: %v, %v", name, form, err)
		}
	}
}

// TestHeaderAlone reads a table without rows as a file without puzzles.
func TestHeaderAlone(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]Kind{"puzzle,solution\n": CSV, "id;quiz": CSV, "id\tpuzzle\r\n": TSV, "puzzle\n": CSV, "Quizzes": CSV} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil || form.Kind != kind || readWhole(form, []byte(text)) != "" {
			t.Errorf("%q: %v, %v, %q", text, form, err, readWhole(form, []byte(text)))
		}
	}
	for _, kind := range []Kind{CSV, TSV} {
		for _, text := range []string{"puzzle\n", map[Kind]string{CSV: "id,puzzle\n", TSV: "id\tpuzzle\n"}[kind]} {
			for _, hint := range []string{"", "puzzle"} {
				form, err := DetectWith([]byte(text), true, kind, model.Hints{Puzzle: hint})
				if err != nil || form.Kind != kind || form.Layout.Columns[form.Layout.Puzzle].Name != "puzzle" {
					t.Errorf("%v of %q, column %q: %v, %v", kind, text, hint, form, err)
				}
			}
		}
		if form, err := DetectWith([]byte("id,puzzle\n"), true, 0, model.Hints{Puzzle: "board"}); err == nil {
			t.Errorf("a column that is not there: %v", form)
		}
	}
	for _, text := range []string{"puzzle,solution\n\nx", "Hello, this is my sudoku\n", "sudoku\n", "my puzzle\n", "a,b\n", `{"type":"c","features":[]}`, "f(x, y)\n"} {
		if form, err := Detect([]byte(text), true, 0); err == nil {
			t.Errorf("%q: %v", text, form)
		}
	}
}
