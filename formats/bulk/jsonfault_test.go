package bulk

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// jsonForms returns the forms in which the tests read files, by name.
var jsonForms = sync.OnceValue(func() map[string]Form {
	forms := map[string]Form{"ndjson": {Kind: NDJSON, Order: 9}, "values": {Kind: JSON, Order: 9}}
	for name, file := range map[string]string{
		"bare": strings.Repeat(list9+"\n", 2), "flat": `{"a":{"puzzle":"` + p9a + `"}}`, "array": "[" + object9 + "]", "member": `{"a":[` + object9 + "]}",
		"keyed": `{"a":` + object9 + `,"b":` + object9 + "}", "listed": `[["` + p9a + `","a"],["` + p9a + `","b"]]`,
	} {
		form, err := Detect([]byte(file), true, 0)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		forms[name] = form
	}
	return forms
})

// jsonFaults hold files with one malformed record at the mark. The position is a column of
// the line, or of the record.
var jsonFaults = []struct {
	form string
	file string
	want string // the reason, after the position
}{
	{"ndjson", `{"puzzle":"` + p9a[:7] + `§x` + p9a[8:] + `"}`, `in "puzzle": bad cell 'x'`},
	{"ndjson", "\n" + object9 + "\n" + `{"puzzle":"` + p9a[:80] + `§"}`, `in "puzzle": 80 of 81 cells`},
	{"ndjson", `{"puzzle":"` + p9a + `§1"}`, `in "puzzle": more than 81 cells`},
	{"ndjson", `{"puzzle":"` + p9a[:9] + `\n` + p9a[9:18] + `\u000a§x` + p9a[19:] + `"}`, `in "puzzle": bad cell 'x'`},
	{"ndjson", `{"puzzle":"\u002e` + p9a[1:7] + "§\xa5" + p9a[8:] + `"}`, `in "puzzle": bad cell 0xa5`},
	{"ndjson", `{"puzzle":` + list9[:5] + `§99` + list9[6:] + `}`, `in "puzzle": bad cell '9'`},
	{"ndjson", `{"puzzle":[1,2]§}`, `in "puzzle": 2 of 81 cells`},
	{"ndjson", `{"puzzle":§null}`, `in "puzzle": 0 of 81 cells`},
	{"ndjson", `{"puzzle":§17}`, `in "puzzle": unexpected '1' in JSON`},
	{"ndjson", `{"puzzle":§{"a":1}}`, `in "puzzle": unexpected '{' in JSON`},
	{"ndjson", `{"other":1}§`, `in "puzzle": 0 of 81 cells`},
	{"ndjson", `{"puzzle":"` + p9a + `"§`, `JSON that is not closed`},
	{"ndjson", `{"puzzle":"` + p9a + `"} §x`, `unexpected 'x' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `"§,}`, `unexpected ',' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `","a":0§1}`, `unexpected '1' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `","a":tru§}`, `unexpected '}' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `","a":"§\q"}`, `unexpected '\\' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + "\",\"a\":\"§\t\"}", `unexpected 0x09 in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `","a":[1,2§}`, `unexpected '}' in JSON`},
	{"ndjson", `§["` + p9a + `"]`, `unexpected '[' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `","puzzle":§7}`, `in "puzzle": unexpected '7' in JSON`},
	{"ndjson", `{"puzzle":"` + p9a + `","x":` + strings.Repeat("[", 9999) + "§[" + strings.Repeat("]", 10000) + "}", `unexpected '[' in JSON`},
	{"flat", `{"b":{},"a":{"puzzle":"` + p9a[:7] + `§x` + p9a[8:] + `"}}`, `in "a.puzzle": bad cell 'x'`},
	{"flat", `{"a":{"b":1},"puzzle":"` + p9a + `"}§`, `in "a.puzzle": 0 of 81 cells`},
	{"flat", `{"a":§`, `JSON that is not closed`},
	{"bare", `§{"puzzle":"` + p9a + `"}`, `unexpected '{' in JSON`},
	{"bare", `["",[3],§",",{}` + strings.Repeat(",1", 77) + `]`, `bad cell '"'`},
	{"bare", `[1,[2],§[],[` + strings.Repeat("1,", 77) + `7]]`, `bad cell '['`},
	{"bare", `[1,2§`, `JSON that is not closed`},
	{"bare", `§17`, `unexpected '1' in JSON`},
	{"values", object9 + "\n{\n \"puzzle\": \"" + p9a[:4] + "§x" + p9a[5:] + "\"\n}\n" + object9, `in "puzzle": bad cell 'x'`},
	{"array", "[\n  " + object9 + ",\n  {\"puzzle\":§null},\n  " + object9 + "]", `in "puzzle": 0 of 81 cells`},
}

// TestJSONFaults checks that a malformed record affects only itself, and has the right
// position.
func TestJSONFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range jsonFaults {
		file, at := mark(tt.file)
		got := readWhole(jsonForms()[tt.form], []byte(file))
		faults := 0
		for line := range strings.Lines(got) {
			if _, fault, ok := strings.Cut(line, "(row 0): "); ok {
				faults++
				if fault != at[0]+": "+tt.want+"\n" {
					t.Errorf("%v %.300q: got %s, want %s: %s", tt.form, file, fault, at[0], tt.want)
				}
			}
		}
		if faults != 1 || strings.Count(got, "\n") != 1+strings.Count(file, object9) {
			t.Errorf("%v %.300q: got\n%s", tt.form, file, got)
		}
	}
}

// TestJSONDamage checks that invalid JSON ends the input after the records before it.
func TestJSONDamage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		form string
		file string
		want string // the reason, after the position
	}{
		{"array", "[" + object9 + ",\nn§othing, " + object9 + "]", "unexpected 'o' in JSON"},
		{"array", "[" + object9 + ",\n§}, " + object9 + "]", "unexpected '}' in JSON"},
		{"array", "[" + object9 + ",\n{\"a\":\"§\n}, " + object9 + "]", "unexpected 0x0a in JSON"},
		{"array", "[" + object9 + "," + object9[:90] + "§", "JSON that is not closed"},
		{"array", "[" + object9 + `,{"a":1 §"b":2},` + object9 + "]", "unexpected '\"' in JSON"},
		{"values", object9 + "§}" + object9, "unexpected '}' in JSON"},
		{"values", object9 + `{"a"§`, "JSON that is not closed"},
		{"keyed", `{"a":` + object9 + `,"b" ` + object9 + "}§", "JSON that is not closed"},
		{"keyed", `{"a":` + object9 + `,"b":{"c":§}}`, "unexpected '}' in JSON"},
		{"member", `{"a":[` + object9 + "§:" + object9 + "]}", "unexpected ':' in JSON"},
	} {
		file, at := mark(tt.file)
		want := p9a + "\n" + at[0] + ": " + tt.want + "\n"
		if got := readWhole(jsonForms()[tt.form], []byte(file)); got != want {
			t.Errorf("%s %q: got\n%s\nwant\n%s", tt.form, file, got, want)
		}
		checkSplits(t, jsonForms()[tt.form], []byte(file))
	}
}

// TestJSONBounds has records and blanks exactly at their limits, and one byte longer.
func TestJSONBounds(t *testing.T) {
	t.Parallel()
	object := func(n int) string {
		begin, end := `{"x":"`, `","puzzle":"`+p9a+`"}`
		return begin + strings.Repeat("y", n-len(begin)-len(end)) + end
	}
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	tooLong := func(kind string) string { return fmt.Sprintf("%s longer than %d bytes\n", kind, form.TextMaxLine) }
	good := p9a + "\n"
	for name, tt := range map[string]struct {
		form string
		file string
		want string
	}{
		"line":               {"ndjson", object(form.TextMaxLine) + "\n" + object9, good + good},
		"line, one more":     {"ndjson", object(form.TextMaxLine+1) + "\n" + object9, "1 (row 0): 1:65537: " + tooLong("line") + good},
		"element":            {"array", "[\n" + object(form.TextMaxLine) + "," + object9 + "]", good + good},
		"element, one more":  {"array", "[" + object9 + "\n" + object(form.TextMaxLine+1) + "," + object9 + "]", good + "2 (row 0): 2:65537: " + tooLong("record") + good},
		"element, many more": {"array", "[" + object9 + "\n" + object(5*form.TextMaxLine) + object9 + "]", good + "2 (row 0): 2:65537: " + tooLong("record") + good},
		"scalar":             {"array", "[\n" + strings.Repeat("1", form.TextMaxLine) + "," + object9 + "]", "1 (row 0): 2:1: unexpected '1' in JSON\n" + good},
		"scalar, one more":   {"array", "[\n" + strings.Repeat("1", form.TextMaxLine+1) + "," + object9 + "]", "1 (row 0): 2:65537: " + tooLong("record") + good},
		"unclosed":           {"array", "[\n" + `{"x":[` + strings.Repeat(object9+",\n", 1000), "1 (row 0): 2:65537: " + tooLong("record") + "1002:1: JSON that is not closed\n"},
		"indent":             {"array", "[\n" + blanks(4<<10) + "1," + object9 + "]", "1 (row 0): 2:4097: unexpected '1' in JSON\n" + good},
		"indent, one more":   {"array", "[\n" + blanks(4<<10+1) + "1," + object9 + "]", "1 (row 0): record 1, column 1: unexpected '1' in JSON\n" + good},
		"blanks":             {"array", "[" + object9 + blanks(3*form.TextMaxLine) + "," + blanks(3*form.TextMaxLine) + "\n" + object9 + "]", good + good},
		"tail":               {"member", `{"a":[` + object9 + `],"b":"` + blanks(3*form.TextMaxLine) + `"}`, good},
	} {
		if tt.want == "" {
			t.Fatal(name)
		}
		whole := readWhole(jsonForms()[tt.form], []byte(tt.file))
		if strings.HasPrefix(name, "unclosed") {
			// The column belongs to the line in which the record becomes too long.
			if !strings.Contains(whole, tooLong("record")) || !strings.HasSuffix(whole, "1002:1: JSON that is not closed\n") || strings.Count(whole, "\n") != 2 {
				t.Errorf("%s: got\n%s", name, whole)
			}
		} else if whole != tt.want {
			t.Errorf("%s: got\n%.500s\nwant\n%s", name, whole, tt.want)
		}
		for _, cut := range []int{1, 2, len(tt.file) / 2, len(tt.file) - 1} {
			if got := readPieces(jsonForms()[tt.form], []byte(tt.file), true, cut); got != whole {
				t.Errorf("%s, cut at %d: got\n%s\nwant\n%s", name, cut, got, whole)
			}
		}
		if got := readBuffer(t, jsonForms()[tt.form], []byte(tt.file)); got != whole {
			t.Errorf("%s, through a small buffer: got\n%s\nwant\n%s", name, got, whole)
		}
	}
}

// TestLateMembers finds the first member that the beginning of a file does not have, in
// records that are otherwise well-formed.
func TestLateMembers(t *testing.T) {
	t.Parallel()
	record := func(more string) string { return `{"puzzle":"` + p9a + `","n":1` + more + "}" }
	first := []byte(record("") + "\n")
	form, err := Detect(first, true, 0)
	if err != nil {
		t.Fatal(err)
	}
	late := record(`,"a\u0062":[{"n":2}],"z":1`)
	for _, tt := range []struct {
		text, field string
		record      int
	}{
		{record("") + "\n" + `{"n":2,"puzzle":"` + p9a + `"}` + "\n", "", 0},
		{record("") + "\n" + late + "\n" + record(`,"z":1`) + "\n", "ab", 1},
		{`{"x":{},"puzzle":"` + p9a + `"}`, "x", 0},
	} {
		var records model.Records
		form.Decode(&records, []byte(tt.text))
		if l := records.Late; l.Field != tt.field || l.Record != tt.record || (l.Err == model.ErrLate) != (tt.field != "") || len(records.Faults) > 0 { //nolint:errorlint // never wrapped
			t.Errorf("%s: %+v, %v", tt.text, l, records.Faults)
		}
		form.Decode(&records, first)
		if records.Late.Err != nil {
			t.Errorf("it stays: %+v", records.Late)
		}
	}
	form, err = Detect([]byte("["+record("")+"]"), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	var records model.Records
	form.Decode(&records, []byte(late+"]"))
	if records.Late.Field != "ab" {
		t.Errorf("in an array: %+v", records.Late)
	}
}
