package bulk

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Puzzles as JSON values.
var (
	rows9   = nested(p9a, 9)
	list9   = "[" + strings.Join(strings.Split(strings.ReplaceAll(p9a, ".", "0"), ""), ",") + "]"
	lined9  = linesOf(p9a, 9, `\n`)
	object9 = `{"id":7,"puzzle":"` + p9a + `","solution":null}`
)

// nested returns cells as an array of rows, each an array of numbers.
func nested(cells string, order int) string {
	var rows [][]int
	for i := 0; i < len(cells); i += order {
		var row []int
		for _, b := range []byte(cells[i : i+order]) {
			n := 0
			if b >= '1' && b <= '9' {
				n = int(b - '0')
			}
			row = append(row, n)
		}
		rows = append(rows, row)
	}
	text, _ := json.Marshal(rows)
	return string(text)
}

// linesOf returns cells as rows joined by between.
func linesOf(cells string, order int, between string) string {
	var rows []string
	for i := 0; i < len(cells); i += order {
		rows = append(rows, cells[i:i+order])
	}
	return strings.Join(rows, between)
}

// readDetected reads a file in its detected form.
func readDetected(t *testing.T, file string) (Form, string) {
	t.Helper()
	form, err := Detect([]byte(file), true, 0)
	if err != nil {
		t.Errorf("%.200q: %v", file, err)
		return line9, ""
	}
	return form, readWhole(form, []byte(file)[BOMLen([]byte(file)):])
}

// TestJSONForms reads the same puzzles from all supported notations.
func TestJSONForms(t *testing.T) {
	t.Parallel()
	a, b := p9a, p9b
	numbers16 := func(cells string, first int, blank string) string {
		var numbers []string
		for _, c := range []byte(cells) {
			if c == '.' || c == '-' {
				numbers = append(numbers, blank)
			} else {
				numbers = append(numbers, fmt.Sprint(int(c|0x20)-'a'+first))
			}
		}
		return "[" + strings.Join(numbers, ", ") + "]"
	}
	solved16 := strings.Repeat("ABCDEFGHIJKLMNO.", 16)
	objects := func(digit, blank string) string {
		var cells []string
		for _, b := range []byte(a) {
			if b == '.' {
				cells = append(cells, blank)
			} else {
				cells = append(cells, fmt.Sprintf(digit, b))
			}
		}
		return `{"n":1,"grid":[` + strings.Join(cells, ",") + "]}"
	}
	spaced := strings.ReplaceAll(linesOf(a, 9, `","`), ".", " ")
	for name, tt := range map[string]struct {
		file  string
		kind  Kind
		cells []string
	}{
		"objects":            {object9 + "\n" + object9 + "\n", NDJSON, []string{a, a}},
		"no last newline":    {object9 + "\n" + object9, NDJSON, []string{a, a}},
		"CRLF, BOM, blanks":  {"\xef\xbb\xbf" + object9 + "\r\n\r\n  \n " + object9 + " \r\n", NDJSON, []string{a, a}},
		"spaces":             {`{ "puzzle" : "` + a + `" , "n" : [ 1 , { } ] }`, NDJSON, []string{a}},
		"usual name":         {`{"solution":"` + b + `","quiz":"` + a + `"}`, NDJSON, []string{a}},
		"any name":           {`{"n":1,"foo":"` + a + `","bar":"` + strings.ReplaceAll(a, ".", "1") + `"}`, NDJSON, []string{a}},
		"escaped name":       {`{"puz\u007ale":"` + a + `"}`, NDJSON, []string{a}},
		"rows":               {`{"puzzle":` + rows9 + `}`, NDJSON, []string{a}},
		"list":               {`{"puzzle":` + list9 + `}`, NDJSON, []string{a}},
		"nulls":              {`{"puzzle":` + strings.ReplaceAll(list9, "0", "null") + `}`, NDJSON, []string{a}},
		"minus ones":         {`{"puzzle":` + strings.ReplaceAll(list9, "0", "-1") + `}`, NDJSON, []string{a}},
		"falses":             {`[{"puzzle":` + strings.ReplaceAll(list9, "0", "false") + `}]`, JSON, []string{a}},
		"empty texts":        {`{"puzzle":["` + strings.Join(strings.Split(strings.ReplaceAll(a, ".", " "), ""), `","`) + `"]}`, NDJSON, []string{a}},
		"empty":              {`{"puzzle":["` + strings.ReplaceAll(strings.Join(strings.Split(a, ""), `","`), ".", "") + `"]}`, NDJSON, []string{a}},
		"texts of rows":      {`{"puzzle":["` + linesOf(a, 9, `","`) + `"]}`, NDJSON, []string{a}},
		"lines":              {`{"puzzle":"` + lined9 + `"}`, NDJSON, []string{a}},
		"bare arrays":        {list9 + "\n" + list9 + "\n", NDJSON, []string{a, a}},
		"bare rows":          {rows9 + "\n" + rows9 + "\n", NDJSON, []string{a, a}},
		"one array of rows":  {rows9, NDJSON, []string{a}},
		"rows with spaces":   {`{"puzzle":["` + spaced + "\"]}\n" + `{"puzzle":["1` + spaced + `"]}`, NDJSON, []string{a, ""}},
		"cells as objects":   {objects("{\"given\":true,\"value\":%c}", "{}") + "\n" + objects("{\"value\":%c}", "{\"value\":0}"), NDJSON, []string{a, a}},
		"cells, placed":      {objects("{\"v\":\"%c\",\"isFixed\":true}", "{\"v\":\"5\",\"isFixed\":false}") + "\n" + objects("{\"value\":%c,\"given\":true}", "{\"value\":1}"), NDJSON, []string{a, a}},
		"cells, no digit":    {objects("{\"value\":%c}", "{\"value\":null}") + "\n" + objects("{\"value\":%c}", "{\"value\":10}"), NDJSON, []string{a, ""}},
		"cells, bad digit":   {objects("{\"row\":5,\"value\":%c}", "{\"row\":5}") + "\n" + objects("{\"value\":%c}", "{\"value\":\"z\"}"), NDJSON, []string{a, ""}},
		"cells, unnamed":     {objects("{\"value\":%c}", "{\"value\":0}") + "\n" + strings.Replace(objects("{\"value\":%c}", "{\"value\":0}"), "value", "valve", 1), NDJSON, []string{a, ""}},
		"cells, untold":      {objects("{\"v\":%c,\"fixed\":true}", "{\"v\":5,\"fixed\":false}") + "\n" + strings.Replace(objects("{\"v\":%c,\"fixed\":true}", "{\"v\":5,\"fixed\":false}"), "fixed", "mixed", 2), NDJSON, []string{a, ""}},
		"cells, notes":       {objects("{\"type\":\"given\",\"entry\":%c}", "{\"type\":\"note\",\"entry\":[1, 2]}") + "\n" + objects("{\"type\":\"given\",\"entry\":%c}", "{\"type\":\"value\",\"entry\":7}"), NDJSON, []string{a, a}},
		"cells, one less":    {objects("{\"value\":%c}", "{}") + "\n" + strings.Replace(objects("{\"value\":%c}", "{}"), "{},", "", 1), NDJSON, []string{a, ""}},
		"an empty text more": {`{"puzzle":` + list9 + "}\n{" + `"puzzle":["",` + list9[1:] + "}\n{" + `"puzzle":["  ",` + list9[1:] + `}`, NDJSON, []string{a, "", ""}},
		"an element without a cell more": {
			strings.Join([]string{object9, `{"puzzle":[",",` + list9[1:] + `}`, `{"puzzle":` + list9[:len(list9)-1] + `,[ ]]}`, `{"puzzle":[{},` + list9[1:] + `}`}, "\n"),
			NDJSON,
			[]string{a, "", "", ""},
		},
		"first malformed":      {"{\n" + object9 + "\n" + object9 + "\n", NDJSON, []string{"", a, a}},
		"array":                {"[" + object9 + "," + object9 + "]", JSON, []string{a, a}},
		"array of one":         {"[\n" + object9 + "\n]\n", JSON, []string{a}},
		"array over lines":     {"[\n  " + object9 + ",\n  " + object9 + "\n]\n", JSON, []string{a, a}},
		"array of texts":       {`["` + a + `","` + b + `"]`, JSON, []string{a, b}},
		"array, text a line":   {"[\n\"" + a + "\",\n\"" + b + "\"\n]", JSON, []string{a, b}},
		"array of lists":       {"[" + list9 + "," + list9 + "]", JSON, []string{a, a}},
		"array of rows":        {"[" + rows9 + ",\n" + rows9 + "]", JSON, []string{a, a}},
		"in an object":         {`{"version":[1,2],"puzzles":["` + a + `","` + b + `"],"more":{"x":[{}]},"y":1}`, JSON, []string{a, b}},
		"deep":                 {`{"data":{"n":{},"puzzles":[` + object9 + `]}}`, JSON, []string{a}},
		"pretty":               {strings.ReplaceAll(object9, ",", ",\n  ") + "\n" + strings.ReplaceAll(object9, ",", ",\n  ") + "\n", JSON, []string{a, a}},
		"concatenated":         {object9 + object9, JSON, []string{a, a}},
		"empty array in data":  {`{"none":[],"data":[` + object9 + `]}`, JSON, []string{a}},
		"comma too many":       {"[" + object9 + "," + object9 + ",]", JSON, []string{a, a}},
		"within":               {`{"i":0,"row":{"question":"` + a + `","n":{}}}` + "\n" + `{"i":1,"row":{"question":` + rows9 + `}}`, NDJSON, []string{a, a}},
		"rows within":          {`{"rows":[{"i":0,"row":{"puzzle":"` + b + `"}},{"row":{"no":1}},{"row":{"puzzle":"` + a + `"}}],"n":2}`, JSON, []string{b, "", a}},
		"order 16":             {`{"puzzle":"` + p16a + `"}`, NDJSON, []string{p16a}},
		"order 16, 1 to 16":    {`{"puzzle":` + numbers16(solved16, 1, "0") + `}`, NDJSON, []string{solved16}},
		"order 16, null":       {`{"puzzle":` + numbers16(solved16, 1, "null") + `}`, NDJSON, []string{solved16}},
		"order 16, 0 to 15":    {`{"puzzle":` + numbers16(solved16, 0, "null") + `}`, NDJSON, []string{solved16}},
		"order 16, array of 1": {"[" + numbers16(solved16, 1, "0") + ",\n" + numbers16(solved16, 1, "0") + "]", JSON, []string{solved16, solved16}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.cells == nil {
				if form, err := Detect([]byte(tt.file), true, 0); err == nil {
					t.Fatalf("read as %v", form)
				}
				return
			}
			form, got := readDetected(t, tt.file)
			want := ""
			for _, cells := range tt.cells {
				if cells != "" {
					want += cells + "\n"
				}
			}
			var puzzles strings.Builder
			for line := range strings.Lines(got) {
				if len(line) == form.Order*form.Order+1 {
					puzzles.WriteString(line)
				}
			}
			if form.Kind != tt.kind || puzzles.String() != strings.ReplaceAll(strings.ToUpper(strings.ReplaceAll(want, "-", ".")), "0", ".") {
				t.Errorf("%v reads\n%s\nwant %v\n%s", form, got, tt.kind, want)
			}
		})
	}
}

// TestWildJSON reads files as they occur in practice.
func TestWildJSON(t *testing.T) {
	t.Parallel()
	wild := filepath.Join("..", "..", "shared", "wild")
	files, _ := filepath.Glob(filepath.Join(wild, "*.json*"))
	want, err := os.ReadFile(filepath.Join(wild, "lines9.txt"))
	if err != nil {
		t.Skipf("%v: the shared files lie beside the project", err)
	}
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.TrimSuffix(string(file), "\n")
		for name, text := range map[string]string{
			"as it is": string(file),
			"an array": "[" + strings.ReplaceAll(lines, "\n", ",") + "]",
			"pretty":   "[\n  " + strings.ReplaceAll(strings.ReplaceAll(lines, "\n", ",\n  "), ",\"", ",\n    \"") + "\n]\n",
			"a member": `{"rows": [` + strings.ReplaceAll(lines, "\n", ",") + "]}",
		} {
			if form, got := readDetected(t, text); got != string(want) {
				t.Errorf("%s, %s: read as %v:\n%s", path, name, form, got)
			}
		}
	}
}

// TestJSONHints reads the members that a user names.
func TestJSONHints(t *testing.T) {
	t.Parallel()
	numbers := `{"a":"` + p9a + `","puzzle":"` + p9b + `","late":1}` + "\n"
	tens := `{"puzzle":[` + strings.Repeat("10,3,0,15,", 63) + "1,2,3,4]}\n"
	for _, tt := range []struct {
		file  string
		kind  Kind
		hints model.Hints
		want  string // the puzzle's column, or the error
	}{
		{numbers, 0, model.Hints{}, "puzzle"},
		{numbers, 0, model.Hints{Puzzle: "a"}, "a"},
		{numbers, NDJSON, model.Hints{Puzzle: "1"}, "a"},
		{numbers, JSON, model.Hints{Solution: "a"}, "puzzle"},
		{numbers, 0, model.Hints{Puzzle: "b"}, `there is no column "b" (there are "a", "puzzle", "late")`},
		{"[" + numbers + "]", 0, model.Hints{Puzzle: "b"}, `there is no column "b" (there are "a", "puzzle", "late")`},
		{tens, 0, model.Hints{}, "puzzle"},
		{tens, 0, model.Hints{Digits: "1-G"}, "puzzle"},
		{"[]", JSON, model.Hints{}, "puzzle"},
		{`{"puzzle":[` + strings.Repeat("1,", 624) + "1]}", 0, model.Hints{}, "25×25: this size must be named"},
		{`{"puzzle":"` + strings.Repeat("123456789ABCDEF.", 16) + `"}`, 0, model.Hints{}, "16×16, but its digits may be 1-G or 0-F"},
		{`{"puzzle":"` + strings.Repeat("123456789ABCDEF.", 16) + `"}`, 0, model.Hints{Digits: "1-G"}, "puzzle"},
		{`{"a":1}`, 0, model.Hints{}, "JSON without a puzzle"},
		{"{", 0, model.Hints{}, "unknown form"},
		{`{"puzzle":"no"}`, NDJSON, model.Hints{}, "unknown form"},
	} {
		form, err := DetectWith([]byte(tt.file), true, tt.kind, tt.hints)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = form.Layout.Columns[form.Layout.Puzzle].Name
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%.100q with %v: %s, want %s", tt.file, tt.hints, got, tt.want)
		}
		if name := tt.hints.Solution; err == nil && name != "" && form.Layout.Columns[form.Layout.Solution].Name != name {
			t.Errorf("%.100q with %v: %v", tt.file, tt.hints, form.Layout)
		}
	}
}

// TestLongJSON reads an array on one line that is longer than the text for detection.
func TestLongJSON(t *testing.T) {
	t.Parallel()
	n := 0
	for cells, err := range Puzzles(strings.NewReader("["+strings.Repeat(object9+", ", 5000)+object9+"]"), model.Hints{}) {
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
		form, err := Detect([]byte(text), true, 0)
		for i, place := range []func(i int) (row, column int){
			byRow,
			func(i int) (row, column int) { return i % 9, i / 9 },
			func(i int) (row, column int) { return i / 9, 8 - i%9 },
			func(i int) (row, column int) { return 8 - i/9, i % 9 },
			func(i int) (row, column int) { return i / 9, min(i%9, 7) },
		} {
			got := readWhole(form, []byte(strings.TrimSuffix(text, "]")+","+file(first, place)[1:]))
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
			form, err := Detect([]byte(text), true, 0)
			got := ""
			if err == nil {
				got = readWhole(form, []byte(text))
			}
			if got != tt.want {
				t.Errorf("%s: %v, %v reads\n%s", name, form, err, got)
			}
		}
	}
}
