package bulk

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// dotted is p9b with points for blanks.
var dotted = strings.ReplaceAll(p9b, "0", ".")

// TestTargetOfCells checks that a grid with one column per cell becomes one JSON member, so
// that it can be read again.
func TestTargetOfCells(t *testing.T) {
	t.Parallel()
	between := func(grid string) string { return strings.Join(strings.Split(grid, ""), ",") }
	solved, empty := strings.Repeat("123456789", 9), strings.Repeat(",", 80)
	puzzle16 := strings.Repeat("ABCDEFGHIJKLMNO.", 16)
	numbers16 := strings.TrimSuffix(strings.Repeat("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0,", 16), ",")
	named := numbers("c", 81)
	for name, tt := range map[string]struct{ file, want string }{
		"alone":     {named + "\n" + between(p9a) + "\n", `{"puzzle":"` + p9a + `"}`},
		"no header": {between(p9a) + "\n" + between(dotted) + "\n", `{"puzzle":"` + p9a + `"}` + "\n" + `{"puzzle":"` + dotted + `"}`},
		"others":    {"id," + named + ",level\n7," + between(p9a) + ",hard\n", `{"id":7,"puzzle":"` + p9a + `","level":"hard"}`},
		"solution": {
			named + "," + numbers("s", 81) + ",n\n" + between(p9a) + "," + between(solved) + ",7\n" + between(dotted) + "," + empty + ",8\n",
			`{"puzzle":"` + p9a + `","solution":"` + solved + `","n":7}` + "\n" + `{"puzzle":"` + dotted + `","solution":null,"n":8}`,
		},
		"solution first": {
			numbers("s", 81) + "," + named + "\n" + between(solved) + "," + between(p9a) + "\n",
			`{"solution":"` + solved + `","puzzle":"` + p9a + `"}`,
		},
		"name taken": {named + ",puzzle\n" + between(p9a) + ",first\n", `{"puzzle":"` + p9a + `","puzzle_2":"first"}`},
		"malformed": {
			named + "\n" + between(p9a) + "\n" + "xy" + between(p9a)[1:] + "\n" + empty + "\n",
			`{"puzzle":"` + p9a + `"}` + "\n" + `{"puzzle":"xy` + strings.ReplaceAll(between(p9a)[1:], ",", " ") + `"}` + "\n" + `{"puzzle":"` + strings.Repeat(".", 81) + `"}`,
		},
		"order 16": {numbers("c", 256) + "\n" + numbers16 + "\n", `{"puzzle":"` + puzzle16 + `"}`},
	} {
		form, err := DetectWith([]byte(tt.file), true, 0, model.Hints{Rows: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		to, lost, err := form.Target(NDJSON, nil, Form{})
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

// TestTargetNames checks that column names become unique in JSON and Parquet, and stay as
// they are in other kinds. Later files must match columns by these names.
func TestTargetNames(t *testing.T) {
	t.Parallel()
	header, row := "puzzle,note,note,,\n", p9a+",a,b,c,d\n"
	for _, tt := range []struct {
		header string
		kind   Kind
		want   string
	}{
		{header, NDJSON, "puzzle note note_2 column4 column5"},
		{header, Parquet, "puzzle note note_2 column4 column5"},
		{header, CSV, "puzzle note note  "},
		{header, TSV, "puzzle note note  "},
		{"puzzle,note,note_2,note,note\n", NDJSON, "puzzle note note_2 note_3 note_4"},
		{"puzzle,,column2,a,b\n", Parquet, "puzzle column2 column2_2 a b"},
	} {
		form, err := DetectWith([]byte(tt.header+row), true, CSV, model.Hints{Rows: true})
		if err != nil {
			t.Fatal(err)
		}
		first, lost, err := form.Target(tt.kind, nil, Form{})
		if err != nil || len(lost) > 0 {
			t.Errorf("%q as %v: %v, lost %v", tt.header, tt.kind, err, lost)
		}
		if got := strings.Join(columnNames(first), " "); got != tt.want {
			t.Errorf("%q as %v: %s, want %s", tt.header, tt.kind, got, tt.want)
		}
		again, lost, err := form.Target(tt.kind, nil, first)
		if tt.kind == NDJSON && (err != nil || len(lost) > 0 || rowsTo(form, again, tt.header+row, nil) != rowsTo(form, first, tt.header+row, nil)) {
			t.Errorf("%q as %v behind itself: %v, lost %v: %s", tt.header, tt.kind, err, lost, rowsTo(form, again, tt.header+row, nil))
		}
	}
	const object = `{"puzzle":"` + "%s" + `","":1}`
	form, err := Detect(fmt.Appendf(nil, object, p9a), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	if to, _, _ := form.Target(NDJSON, nil, Form{}); strings.Join(columnNames(to), " ") != "puzzle " {
		t.Errorf("a member without a name becomes %q", columnNames(to))
	}
}

func columnNames(f Form) (names []string) {
	for _, c := range f.Layout.Columns {
		names = append(names, c.Name)
	}
	return names
}

// TestTargetFollows writes the puzzles of a file with one column per cell into the puzzle
// column of the first file.
func TestTargetFollows(t *testing.T) {
	t.Parallel()
	plain := "quiz,level\n" + p9a + ",1\n"
	cells := "level," + numbers("c", 81) + "\n2," + strings.Join(strings.Split(dotted, ""), ",") + "\n"
	for _, kind := range []Kind{CSV, NDJSON} {
		var first Form
		var got strings.Builder
		for _, file := range []string{plain, cells} {
			form, err := DetectWith([]byte(file), true, CSV, model.Hints{Rows: true})
			if err != nil {
				t.Fatal(err)
			}
			to, lost, err := form.Target(kind, nil, first)
			if err != nil || len(lost) > 0 {
				t.Errorf("%v: %v, lost %v", kind, err, lost)
			}
			if first.Kind == 0 {
				first = to
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

// TestTargetTexts checks that texts among other JSON values lose their quotes in delimited
// text.
func TestTargetTexts(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]map[Kind]string{
		`"hard"`:        {CSV: `hard`, TSV: `hard`, Parquet: `"""hard"""`, NDJSON: `"hard"`},
		`"a, \"b\""`:    {CSV: `"a, ""b"""`, TSV: `"a, ""b"""`, NDJSON: `"a, \"b\""`},
		`"\u00e9\ttab"`: {CSV: "é\ttab", TSV: "\"é\ttab\"", NDJSON: `"\u00e9\ttab"`},
		`""`:            {CSV: `""`, TSV: `""`, NDJSON: `""`},
		`3`:             {CSV: `3`, Parquet: `3`, NDJSON: `3`},
		`[1, "x"]`:      {CSV: `"[1,""x""]"`, NDJSON: `[1, "x"]`},
		`null`:          {CSV: ``, TSV: ``, NDJSON: `null`},
	} {
		lead := `{"level":1,"puzzle":"` + p9a + `"}` + "\n" + `{"level":"x","puzzle":"` + p9a + `"}` + "\n"
		record := `{"level":` + value + `,"puzzle":"` + p9a + `"}` + "\n"
		form, err := Detect([]byte(lead+record), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		for kind, want := range want {
			to, _, err := form.Target(kind, nil, Form{})
			if err != nil {
				t.Fatal(err)
			}
			separator := map[Kind]string{CSV: ",", TSV: "\t", Parquet: ","}[kind]
			want += separator + p9a + "\n"
			if kind == NDJSON {
				want = record
			}
			if got := rowsTo(form, to, record, nil); got != want {
				t.Errorf("%s as %v: got %q, want %q", value, kind, got, want)
			}
		}
	}
}

// TestTargetFollowsCells has files that follow a file with one column per cell. Cells match
// by place, whatever their names are.
func TestTargetFollowsCells(t *testing.T) {
	t.Parallel()
	of := func(file string) Form {
		f, err := DetectWith([]byte(file), true, CSV, model.Hints{Rows: true})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	row := strings.Join(strings.Split(dotted, ""), ",") + ",2\n"
	first, _, err := of(numbers("c", 81)+",level\n"+row).Target(CSV, nil, Form{})
	if err != nil {
		t.Fatal(err)
	}
	from := of("level," + numbers("k", 81) + "\n2," + row[:len(row)-3] + "\n")
	to, lost, err := from.Target(CSV, nil, first)
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	if got := rowsTo(from, to, "level,"+numbers("k", 81)+"\n2,"+row[:len(row)-3]+"\n", nil); !strings.HasSuffix(got, "\n"+row) && got != row {
		t.Errorf("got %s, want %s", got, row)
	}
	if _, _, err := of("quiz,level\n"+p9a+",1\n").Target(CSV, nil, first); err == nil {
		t.Error("a puzzle in one column follows one in 81")
	}
}

// TestTargetAfter checks that later files are written like the first.
func TestTargetAfter(t *testing.T) {
	t.Parallel()
	table, err := DetectWith([]byte("quiz,level\n"+p9a+",1\n"), true, CSV, model.Hints{})
	if err != nil {
		t.Fatal(err)
	}
	line, big := Form{Kind: Line, Order: 9}, Form{Kind: Line, Order: 16}
	if to, lost, err := table.Target(0, nil, line); err != nil || to.Kind != Line || len(lost) != 1 {
		t.Errorf("a table after lines: %v, lost %v: %v", to, lost, err)
	}
	if to, _, err := table.Target(CSV, nil, line); err != nil || to.Kind != CSV {
		t.Errorf("a table that is asked for: %v: %v", to, err)
	}
	array, _, err := line.Target(Npy, nil, Form{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := big.Target(Npy, nil, array); err == nil {
		t.Error("an array has puzzles of two sizes")
	}
}

// TestOneColumn checks that each row of a table with one column is a record in all kinds.
// In CSV a null becomes an empty text, because an empty line is not a record.
func TestOneColumn(t *testing.T) {
	t.Parallel()
	const null, empty = "\n", "\"\"\n"
	object := func(value string) string { return `{"puzzle":` + value + "}\n" }
	puzzle := object(`"` + p9a + `"`)
	files := map[Kind][2]string{ // with a null, and with an empty text in its place
		NDJSON:  {puzzle + object(`""`) + object("null"), puzzle + object(`""`) + object(`""`)},
		Parquet: {"puzzle\ntext\n" + p9a + "\n" + empty + null, "puzzle\ntext\n" + p9a + "\n" + empty + empty},
		CSV:     {1: "puzzle\n" + p9a + "\n" + empty + empty},
		TSV:     {1: "puzzle\n" + p9a + "\n" + empty + empty},
	}
	for kind, texts := range files {
		for i, text := range texts {
			if text == "" {
				continue
			}
			form, err := DetectWith([]byte(text), true, kind, model.Hints{Rows: true, Typed: kind == Parquet})
			if err != nil {
				t.Fatal(err)
			}
			for target, want := range files {
				to, _, err := form.Target(target, nil, Form{})
				if err != nil {
					t.Fatal(err)
				}
				if got := string(to.AppendHeader(nil)) + rowsTo(form, to, text, nil); got != cmp.Or(want[i], want[1]) {
					t.Errorf("%v to %v: %q, want %q", kind, target, got, cmp.Or(want[i], want[1]))
				}
			}
			if got := string(form.AppendCopy(nil, []byte(null))); kind == Parquet && got != empty {
				t.Errorf("the copy of a null is %q", got)
			}
		}
	}
}
