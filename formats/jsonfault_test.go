package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

const maxJSONRecord, maxJSONIndent = 64 << 10, 4 << 10

// The forms that the tests read files in, as they are detected.
var (
	ndjson9 = Form{Kind: NDJSON, Order: 9}.Plain()
	bare9   = detected(NDJSON, `"`+p9a+"\"\n\""+p9b+`"`)
	flat9   = detected(NDJSON, `{"a":{"puzzle":"`+p9a+`"}}`)
	values9 = Form{Kind: JSON, Order: 9}
	array9  = detected(JSON, `[{"puzzle":"`+p9a+`"}]`)
	member9 = detected(JSON, `{"a":[{"puzzle":"`+p9a+`"}]}`)
	keyed9  = detected(JSON, `{"x1":{"puzzle":"`+p9a+`"},"x2":{"puzzle":"`+p9b+`"}}`)
	listed9 = detected(JSON, `[["`+p9a+`"],["`+p9b+`"]]`)
)

// detected returns the form of a file of a kind.
func detected(kind Kind, text string) Form {
	found, err := DetectWith([]byte(text), true, kind, Hints{Rows: true})
	if err != nil {
		panic(err)
	}
	return found
}

// jsonFaults hold files of which one record is malformed, at the mark, in a column
// of the line, or not as a whole.
var jsonFaults = []struct {
	form Form
	file string
	want string // of what is wrong, after the position
}{
	{ndjson9, `{"puzzle":"` + p9a[:7] + `§x` + p9a[8:] + `"}`, `in "puzzle": bad cell 'x'`},
	{ndjson9, "\n" + object9 + "\n" + `{"puzzle":"` + p9a[:80] + `§"}`, `in "puzzle": 80 of 81 cells`},
	{ndjson9, `{"puzzle":"` + p9a + `§1"}`, `in "puzzle": more than 81 cells`},
	{ndjson9, `{"puzzle":"` + p9a[:9] + `\n` + p9a[9:18] + `\u000a§x` + p9a[19:] + `"}`, `in "puzzle": bad cell 'x'`},
	{ndjson9, `{"puzzle":` + list9[:5] + `§99` + list9[6:] + `}`, `in "puzzle": bad cell '9'`},
	{ndjson9, `{"puzzle":[1,2]§}`, `in "puzzle": 2 of 81 cells`},
	{ndjson9, `{"puzzle":§null}`, `in "puzzle": 0 of 81 cells`},
	{ndjson9, `{"puzzle":§17}`, `in "puzzle": unexpected '1' in JSON`},
	{ndjson9, `{"puzzle":§{"a":1}}`, `in "puzzle": unexpected '{' in JSON`},
	{ndjson9, `{"other":1}§`, `in "puzzle": 0 of 81 cells`},
	{ndjson9, `{"puzzle":"` + p9a + `"§`, `JSON that is not closed`},
	{ndjson9, `{"puzzle":"` + p9a + `"} §x`, `unexpected 'x' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `",§}`, `unexpected '}' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `","a":0§1}`, `unexpected '1' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `","a":tru§}`, `unexpected '}' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `","a":"\§q"}`, `unexpected 'q' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + "\",\"a\":\"§\t\"}", `unexpected 0x09 in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `","a":[1,2§}`, `unexpected '}' in JSON`},
	{ndjson9, `§["` + p9a + `"]`, `unexpected '[' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `","puzzle":§7}`, `in "puzzle": unexpected '7' in JSON`},
	{ndjson9, `{"puzzle":"` + p9a + `","x":` + strings.Repeat("[", 1000) + "§[" + strings.Repeat("]", 1000+1) + "}", `unexpected '[' in JSON`},
	{flat9, `{"b":{},"a":{"puzzle":"` + p9a[:7] + `§x` + p9a[8:] + `"}}`, `in "a.puzzle": bad cell 'x'`},
	{flat9, `{"a":{"b":1}§,"puzzle":"` + p9a + `"}`, `in "a.puzzle": 0 of 81 cells`},
	{flat9, `{"a":§`, `JSON that is not closed`},
	{bare9, `§{"puzzle":"` + p9a + `"}`, `unexpected '{' in JSON`},
	{bare9, `["",[3],§",",{}` + strings.Repeat(",1", 77) + `]`, `bad cell '"'`},
	{bare9, `[1,[2],§[],[` + strings.Repeat("1,", 77) + `7]]`, `bad cell '['`},
	{bare9, `[1,2§`, `JSON that is not closed`},
	{bare9, `§17`, `unexpected '1' in JSON`},
	{values9, object9 + "\n{\n \"puzzle\": \"" + p9a[:4] + "§x" + p9a[5:] + "\"\n}\n" + object9, `in "puzzle": bad cell 'x'`},
	{array9, "[\n  " + object9 + ",\n  {\"puzzle\":§null},\n  " + object9 + "]", `in "puzzle": 0 of 81 cells`},
	{array9, "[" + object9 + ",\n§nothing, " + object9 + "]", `unexpected 'n' in JSON`},
	{array9, "[" + object9 + ",\n§}, " + object9 + "]", `unexpected '}' in JSON`},
	{array9, "[" + object9 + ",\n{\"a\":\"§\n}, " + object9 + "]", `unexpected 0x0a in JSON`},
}

// TestJSONFaults wants a malformed record to cost itself, and its position.
func TestJSONFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range jsonFaults {
		file, at := mark(tt.file)
		got := readWhole(tt.form, []byte(file))
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

// TestJSONEnds wants what is wrong with a file as a whole.
func TestJSONEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		form Form
		file string
		want string
	}{
		{array9, "[" + object9 + "]\n ", ""},
		{array9, "[]", ""},
		{array9, "[ ,\n]", ""},
		{array9, "[\n" + object9 + "\n§", "JSON that is not closed"},
		{array9, "[§", "JSON that is not closed"},
		{array9, "[" + object9 + "]\n §x" + object9, "text after the end"},
		{array9, "[" + object9 + "]§]", "text after the end"},
		{member9, `{"a":[` + object9 + `], "b":[1,{"x":"]"}], "c":{}, "d":null}`, ""},
		{member9, `{"a":[` + object9 + `]§`, "JSON that is not closed"},
		{member9, `{"a":[` + object9 + `], §` + object9 + "]}", "text after the end"},
		{member9, `{"a":[` + object9 + `]}§,`, "text after the end"},
		{values9, object9 + " " + object9, ""},
	} {
		file, at := mark(tt.file)
		puzzles := strings.Count(strings.Split(file, "],")[0], object9)
		if before, _, ok := strings.Cut(tt.file, "]\n §"); ok {
			puzzles = strings.Count(before, object9)
		}
		want := strings.Repeat(p9a+"\n", puzzles)
		if tt.want != "" {
			want += at[0] + ": " + tt.want + "\n"
		}
		if got := readWhole(tt.form, []byte(file)); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", file, got, want)
		}
		checkSplits(t, tt.form, []byte(file))
	}
}

// TestJSONSplits cuts files everywhere.
func TestJSONSplits(t *testing.T) {
	t.Parallel()
	forms := []Form{ndjson9, bare9, values9, array9, member9}
	for i, tt := range jsonFaults {
		file, _ := mark(tt.file)
		if len(file) > 1000 {
			continue
		}
		checkSplits(t, tt.form, []byte(file))
		checkSpans(t, tt.form, []byte(file))
		checkSpans(t, forms[i%len(forms)], []byte(file))
	}
	for _, file := range []string{
		`[{"a\\":"\"}]",` + "\n" + `"b\\\"":"x]\\"}` + " ,\n\n " + object9 + "]",
		"[\"a\\\nb\", tr ue,,1.5e7 \"\"{}[]" + object9 + ",\"x\\",
		"[" + `{"x":1` + "\n" + object9 + "\n",
	} {
		checkSplits(t, array9, []byte(file))
		checkSplits(t, values9, []byte(file[1:]))
		checkSpans(t, array9, []byte(file))
	}
}

// TestJSONBounds has records and blanks that are just not too long, and others that
// are one byte beyond.
func TestJSONBounds(t *testing.T) {
	t.Parallel()
	object := func(n int) string {
		begin, end := `{"x":"`, `","puzzle":"`+p9a+`"}`
		return begin + strings.Repeat("y", n-len(begin)-len(end)) + end
	}
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	tooLong := func(kind string) string { return fmt.Sprintf("%s longer than %d bytes\n", kind, maxJSONRecord) }
	good := p9a + "\n"
	for name, tt := range map[string]struct {
		form Form
		file string
		want string
	}{
		"line":               {ndjson9, object(form.TextMaxLine) + "\n" + object9, good + good},
		"line, one more":     {ndjson9, object(form.TextMaxLine+1) + "\n" + object9, "1 (row 0): 1:65537: " + tooLong("line") + good},
		"element":            {array9, "[\n" + object(maxJSONRecord) + "," + object9 + "]", good + good},
		"element, one more":  {array9, "[" + object9 + "\n" + object(maxJSONRecord+1) + "," + object9 + "]", good + "2 (row 0): 2:65537: " + tooLong("record") + good},
		"element, many more": {array9, "[" + object9 + "\n" + object(5*maxJSONRecord) + object9 + "]", good + "2 (row 0): 2:65537: " + tooLong("record") + good},
		"scalar":             {array9, "[\n" + strings.Repeat("1", maxJSONRecord) + "," + object9 + "]", "1 (row 0): 2:1: unexpected '1' in JSON\n" + good},
		"scalar, one more":   {array9, "[\n" + strings.Repeat("1", maxJSONRecord+1) + "," + object9 + "]", "1 (row 0): 2:65537: " + tooLong("record") + good},
		"brackets":           {values9, strings.Repeat("[", 3*maxJSONRecord), "1 (row 0): record 1, column 65537: " + tooLong("record")},
		"unclosed":           {array9, "[\n" + `{"x":` + strings.Repeat(object9+",\n", 1000), "1 (row 0): 2:65537: " + tooLong("record") + "1002:1: JSON that is not closed\n"},
		"indent":             {array9, "[\n" + blanks(maxJSONIndent) + "1," + object9 + "]", "1 (row 0): 2:4097: unexpected '1' in JSON\n" + good},
		"indent, one more":   {array9, "[\n" + blanks(maxJSONIndent+1) + "1," + object9 + "]", "1 (row 0): record 1, column 1: unexpected '1' in JSON\n" + good},
		"blanks":             {array9, "[" + object9 + blanks(3*maxJSONRecord) + "," + blanks(3*maxJSONRecord) + "\n" + object9 + "]", good + good},
		"tail":               {member9, `{"a":[` + object9 + `],"b":"` + blanks(3*maxJSONRecord) + `"}`, good},
	} {
		if tt.want == "" {
			t.Fatal(name)
		}
		whole := readWhole(tt.form, []byte(tt.file))
		if strings.HasPrefix(name, "unclosed") {
			// The line in which it becomes too long is where its column is.
			if !strings.Contains(whole, tooLong("record")) || !strings.HasSuffix(whole, "1002:1: JSON that is not closed\n") || strings.Count(whole, "\n") != 2 {
				t.Errorf("%s: got\n%s", name, whole)
			}
		} else if whole != tt.want {
			t.Errorf("%s: got\n%.500s\nwant\n%s", name, whole, tt.want)
		}
		for _, cut := range []int{1, 2, len(tt.file) / 2, len(tt.file) - 1} {
			if got := readPieces(tt.form, []byte(tt.file), true, cut); got != whole {
				t.Errorf("%s, cut at %d: got\n%s\nwant\n%s", name, cut, got, whole)
			}
		}
		if got := readFull(t, tt.form, []byte(tt.file)); got != whole {
			t.Errorf("%s, through a small buffer: got\n%s\nwant\n%s", name, got, whole)
		}
	}
}

// readFull reads a file through a buffer of the size that MaxRecord promises to be
// enough, without shortening lines.
func readFull(t *testing.T, form Form, file []byte) string {
	t.Helper()
	r := newReader(form)
	for size := form.MaxRecord() + form.MaxLine(); ; {
		n := min(size-len(r.buf), len(file))
		if n == 0 && len(file) > 0 {
			t.Fatalf("%v: no border in a full buffer", form)
		}
		piece := file[:n]
		file = file[n:]
		if r.write(piece, len(file) == 0); len(file) == 0 {
			return r.String()
		}
	}
}

// TestFewPuzzlesInArrays wants each element of an array to be a record where only one of
// them is a puzzle, however it is indented; and none where they are its columns.
func TestFewPuzzlesInArrays(t *testing.T) {
	t.Parallel()
	good, bad := `"`+p9a+`"`, `"`+p9a[:80]+`"`
	for file, want := range map[string]string{
		"[" + good + "," + bad + "," + bad + "]":                       "+--",
		"[" + bad + "," + good + "]":                                   "-+",
		"[" + good + ",null]":                                          "+-",
		"[" + list9 + "," + list9[:len(list9)-3] + "]]":                "+-",
		"[\n  " + good + "\n]\n":                                       "+",
		"{\n  \"puzzles\": [\n    " + good + "\n  ]\n}\n":              "+",
		"{\n  \"n\": 1,\n  \"puzzles\": [\n    " + good + "\n  ]\n}\n": "+",
		"[" + good + `,"easy",3]`:                                      "+",
		"[" + good + `,"easy"]` + "\n[" + good + `,"hard"]` + "\n":     "++",
	} {
		form, err := Detect([]byte(file), true, 0)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		got := ""
		for line := range strings.Lines(readWhole(form, []byte(file))) {
			got += map[bool]string{true: "+", false: "-"}[line == p9a+"\n"]
		}
		if got != want {
			t.Errorf("%s: %v reads %s, want %s:\n%s", file, form, got, want, readWhole(form, []byte(file)))
		}
	}
}

// TestLateMembers wants the first member that the beginning of a file has not, in records
// that are otherwise right, as it is written.
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
		var records Records
		form.Decode(&records, []byte(tt.text))
		if l := records.Late; l.Field != tt.field || l.Record != tt.record || (l.Err == ErrLate) != (tt.field != "") || len(records.Faults) > 0 { //nolint:errorlint // never wrapped
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
	var records Records
	form.Decode(&records, []byte(late+"]"))
	if records.Late.Field != "ab" {
		t.Errorf("in an array: %+v", records.Late)
	}
}
