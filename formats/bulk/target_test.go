package bulk_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

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
		form, err := bulk.DetectWith([]byte(tt.file), true, 0, model.Hints{Rows: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		to, lost, err := form.Target(bulk.NDJSON, nil, bulk.Form{})
		if err != nil || len(lost) > 0 {
			t.Errorf("%s: %v, lost %v", name, err, lost)
			continue
		}
		got := formtest.Rows(form, to, tt.file, nil)
		if got != tt.want+"\n" {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, tt.want)
		}
		if again, err := bulk.Detect([]byte(got), true, 0); err != nil || again.Kind != bulk.NDJSON || again.Order != form.Order {
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
		kind   bulk.Kind
		want   string
	}{
		{header, bulk.NDJSON, "puzzle note note_2 column4 column5"},
		{header, bulk.Parquet, "puzzle note note_2 column4 column5"},
		{header, bulk.CSV, "puzzle note note  "},
		{header, bulk.TSV, "puzzle note note  "},
		{"puzzle,note,note_2,note,note\n", bulk.NDJSON, "puzzle note note_2 note_3 note_4"},
		{"puzzle,,column2,a,b\n", bulk.Parquet, "puzzle column2 column2_2 a b"},
	} {
		form, err := bulk.DetectWith([]byte(tt.header+row), true, bulk.CSV, model.Hints{Rows: true})
		if err != nil {
			t.Fatal(err)
		}
		first, lost, err := form.Target(tt.kind, nil, bulk.Form{})
		if err != nil || len(lost) > 0 {
			t.Errorf("%q as %v: %v, lost %v", tt.header, tt.kind, err, lost)
		}
		if got := strings.Join(columnNames(first), " "); got != tt.want {
			t.Errorf("%q as %v: %s, want %s", tt.header, tt.kind, got, tt.want)
		}
		again, lost, err := form.Target(tt.kind, nil, first)
		if tt.kind == bulk.NDJSON && (err != nil || len(lost) > 0 || formtest.Rows(form, again, tt.header+row, nil) != formtest.Rows(form, first, tt.header+row, nil)) {
			t.Errorf("%q as %v behind itself: %v, lost %v: %s", tt.header, tt.kind, err, lost, formtest.Rows(form, again, tt.header+row, nil))
		}
	}
	const object = `{"puzzle":"` + "%s" + `","":1}`
	form, err := bulk.Detect(fmt.Appendf(nil, object, p9a), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	if to, _, _ := form.Target(bulk.NDJSON, nil, bulk.Form{}); strings.Join(columnNames(to), " ") != "puzzle " {
		t.Errorf("a member without a name becomes %q", columnNames(to))
	}
}

// numbers returns n column names with a prefix, separated by commas.
func numbers(prefix string, n int) string {
	var names []string
	for i := range n {
		names = append(names, prefix+fmt.Sprint(i))
	}
	return strings.Join(names, ",")
}

func columnNames(f bulk.Form) (names []string) {
	for _, c := range f.Layout.Columns {
		names = append(names, c.Name)
	}
	return names
}

// TestTargetTexts checks that texts among other JSON values lose their quotes in delimited
// text.
func TestTargetTexts(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]map[bulk.Kind]string{
		`"hard"`:        {bulk.CSV: `hard`, bulk.TSV: `hard`, bulk.Parquet: `"""hard"""`, bulk.NDJSON: `"hard"`},
		`"#1"`:          {bulk.CSV: `"#1"`, bulk.TSV: `"#1"`, bulk.NDJSON: `"#1"`},
		`"a, \"b\""`:    {bulk.CSV: `"a, ""b"""`, bulk.TSV: `"a, ""b"""`, bulk.NDJSON: `"a, \"b\""`},
		`"\u00e9\ttab"`: {bulk.CSV: "é\ttab", bulk.TSV: "\"é\ttab\"", bulk.NDJSON: `"\u00e9\ttab"`},
		`""`:            {bulk.CSV: `""`, bulk.TSV: `""`, bulk.NDJSON: `""`},
		`3`:             {bulk.CSV: `3`, bulk.Parquet: `3`, bulk.NDJSON: `3`},
		`[1, "x"]`:      {bulk.CSV: `"[1,""x""]"`, bulk.NDJSON: `[1, "x"]`},
		`null`:          {bulk.CSV: ``, bulk.TSV: ``, bulk.NDJSON: `null`},
	} {
		lead := `{"level":1,"puzzle":"` + p9a + `"}` + "\n" + `{"level":"x","puzzle":"` + p9a + `"}` + "\n"
		record := `{"level":` + value + `,"puzzle":"` + p9a + `"}` + "\n"
		form, err := bulk.Detect([]byte(lead+record), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		for kind, want := range want {
			to, _, err := form.Target(kind, nil, bulk.Form{})
			if err != nil {
				t.Fatal(err)
			}
			separator := map[bulk.Kind]string{bulk.CSV: ",", bulk.TSV: "\t", bulk.Parquet: ","}[kind]
			want += separator + p9a + "\n"
			if kind == bulk.NDJSON {
				want = record
			}
			if got := formtest.Rows(form, to, record, nil); got != want {
				t.Errorf("%s as %v: got %q, want %q", value, kind, got, want)
			}
		}
	}
}

// TestTargetAfter checks that later files are written like the first.
func TestTargetAfter(t *testing.T) {
	t.Parallel()
	table, err := bulk.DetectWith([]byte("quiz,level\n"+p9a+",1\n"), true, bulk.CSV, model.Hints{})
	if err != nil {
		t.Fatal(err)
	}
	line, big := bulk.Form{Kind: bulk.Line, Order: 9}, bulk.Form{Kind: bulk.Line, Order: 16}
	if to, lost, err := table.Target(0, nil, line); err != nil || to.Kind != bulk.Line || len(lost) != 1 {
		t.Errorf("a table after lines: %v, lost %v: %v", to, lost, err)
	}
	if to, _, err := table.Target(bulk.CSV, nil, line); err != nil || to.Kind != bulk.CSV {
		t.Errorf("a table that is asked for: %v: %v", to, err)
	}
	array, _, err := line.Target(bulk.Npy, nil, bulk.Form{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := big.Target(bulk.Npy, nil, array); err == nil {
		t.Error("an array has puzzles of two sizes")
	}
}

// TestTargetOfLists checks that puzzles in the notation of lists are written like the puzzles of the first file, and that
// no row has letters for digits below rows with numbers.
func TestTargetOfLists(t *testing.T) {
	t.Parallel()
	between := func(grid string) string { return strings.Join(strings.Split(grid, ""), ", ") }
	object := func(value string) string { return `{"puzzle":` + value + "}\n" }
	zeros, letters := strings.ReplaceAll(dotted, ".", "0"), strings.Repeat("ABCDEFGHIJKLMNO.", 16)
	numbers := strings.TrimSuffix(strings.Repeat("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0,", 16), ",")
	lines9, lists9 := object(`"`+dotted+`"`), object("["+between(zeros)+"]")
	lines16, lists16 := object(`"`+letters+`"`), object("["+numbers+"]")
	csv := func(value string) string { return "puzzle\n" + value + "\n" }
	for _, tt := range []struct {
		kind              bulk.Kind
		first, then, want string
	}{
		{bulk.NDJSON, lines9, lists9, lines9},
		{bulk.NDJSON, lists9, lists9, lists9},
		{bulk.NDJSON, lists9, lines9, lines9},
		{bulk.NDJSON, lines16, lists16, lines16},
		{bulk.NDJSON, lists16, lists16, lists16},
		{bulk.NDJSON, lists16, lines16, "error"},
		{bulk.CSV, csv(dotted), csv(`"` + between(zeros) + `"`), dotted + "\n"},
		{bulk.CSV, lists9, csv(`"` + between(zeros) + `"`), dotted + "\n"},
		{bulk.CSV, lists16, csv(`"` + numbers + `"`), letters + "\n"},
		{bulk.CSV, csv(`"` + numbers + `"`), lists16, "error"},
		{bulk.CSV, csv(`"` + numbers + `"`), csv(`"` + numbers + `"`), `"` + numbers + "\"\n"},
	} {
		var forms [2]bulk.Form
		for i, text := range []string{tt.first, tt.then} {
			var err error
			if forms[i], err = bulk.DetectWith([]byte(text), true, 0, model.Hints{Rows: true}); err != nil {
				t.Fatal(err)
			}
		}
		first, _, err := forms[0].Target(tt.kind, nil, bulk.Form{})
		if err != nil {
			t.Fatal(err)
		}
		got := "error"
		if to, _, err := forms[1].Target(tt.kind, nil, first); err == nil {
			got = formtest.Rows(forms[1], to, tt.then, nil)
		}
		if got != tt.want {
			t.Errorf("%v, %.30q behind %.30q: %.99q, want %.99q", tt.kind, tt.then, tt.first, got, tt.want)
		}
	}
}

// TestOneColumn checks that each row of a table with one column is a record in all kinds.
// In CSV a null becomes an empty text, because an empty line is not a record.
func TestOneColumn(t *testing.T) {
	t.Parallel()
	const null, empty = "\n", "\"\"\n"
	object := func(value string) string { return `{"puzzle":` + value + "}\n" }
	puzzle := object(`"` + p9a + `"`)
	files := map[bulk.Kind][2]string{ // with a null, and with an empty text in its place
		bulk.NDJSON:  {puzzle + object(`""`) + object("null"), puzzle + object(`""`) + object(`""`)},
		bulk.Parquet: {"puzzle\ntext\n" + p9a + "\n" + empty + null, "puzzle\ntext\n" + p9a + "\n" + empty + empty},
		bulk.CSV:     {1: "puzzle\n" + p9a + "\n" + empty + empty},
		bulk.TSV:     {1: "puzzle\n" + p9a + "\n" + empty + empty},
	}
	for kind, texts := range files {
		for i, text := range texts {
			if text == "" {
				continue
			}
			form, err := bulk.DetectWith([]byte(text), true, kind, model.Hints{Rows: true, Typed: kind == bulk.Parquet})
			if err != nil {
				t.Fatal(err)
			}
			for target, want := range files {
				to, _, err := form.Target(target, nil, bulk.Form{})
				if err != nil {
					t.Fatal(err)
				}
				if got := string(to.AppendHeader(nil)) + formtest.Rows(form, to, text, nil); got != cmp.Or(want[i], want[1]) {
					t.Errorf("%v to %v: %q, want %q", kind, target, got, cmp.Or(want[i], want[1]))
				}
			}
			if got := string(form.AppendCopy(nil, []byte(null))); kind == bulk.Parquet && got != empty {
				t.Errorf("the copy of a null is %q", got)
			}
		}
	}
}
