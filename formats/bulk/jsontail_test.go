package bulk

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestJSONTail checks that puzzles after the array of the records are a fault of the file,
// unless they are solutions or other forms of the same puzzles.
func TestJSONTail(t *testing.T) {
	t.Parallel()
	grid, solved := `"`+p9a+`"`, `"`+strings.Repeat("123456789", 9)+`"`
	for _, tt := range []struct {
		key, tail string
		want      string // the member that holds puzzles; "": none
	}{
		{"a", `,"b":[` + grid + `]}`, "b"},
		{"a", ` , "b c" : [ {"n":1, "puzzle":` + grid + `} ] }`, "b c"},
		{"a", `,"b":[{"puzzle":` + rows9 + `}]}`, "b"},
		{"a", `,"b":[` + list9 + `]}`, "b"},
		{"a", `,"n":1,"b":"","c":[],"d":{"e":{"puzzles":[` + grid + `]}},"f":2}`, "d"},
		{"a", `,"b":{"0":` + grid + `,"1":` + grid + `}}`, "b"},
		{"a", `,"b":[` + strings.Repeat("7,", 100) + grid + `]}`, "b"},
		{"a", `,"b":{"1":[` + grid + `]},"c":[` + grid + `]}`, "b"},
		{"a", `,"\u0062":[` + grid + `]}`, "b"},
		{"a", `,"solutions":[` + solved + `]}`, ""},
		{"a", `,"b":{"answers":[` + solved + `]}}`, ""},
		{"a", `,"b":"[` + p9a + `]","c":` + grid + `,"d":[1,[2]]}`, ""},
		{"puzzles", `,"minlex":[` + grid + `]}`, ""},
		{"puzzles", `,"quizzes":[` + grid + `]}`, "quizzes"},
		{"solutions", `,"quizzes":[` + grid + `]}`, "quizzes"},
		{"solutions", `,"b":[` + grid + `]}`, "b"},
	} {
		header := fmt.Sprintf(`{"%s":[`, tt.key)
		form, err := Detect([]byte(header+object9+"]}"), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		file := []byte(header + object9 + "]" + tt.tail)
		want := p9a + "\n"
		if tt.want != "" {
			want += fmt.Sprintf("in %q: %v\n", tt.want, model.ErrArrays)
		}
		if got := readWhole(form, file); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
		checkSplits(t, form, file)
	}
}

// TestStraysApart checks that a grid in a member of JSON, or in text of XML, that is no record is
// reported with its line, wherever the file is cut.
func TestStraysApart(t *testing.T) {
	t.Parallel()
	list, game := `[{"puzzle":"`+wild9[0]+`"},{"puzzle":"`+wild9[2]+`"}]`, `<game data="`+wild9[0]+`"/><game data="`+wild9[2]+`"/>`
	for _, tt := range []struct{ file, want string }{
		{"{\"n\":1,\n\"a\":" + list + ",\n\"c\":\"" + wild9[1] + "\"}", "3:5: in \"c\": looks like a grid, but is not read\n"},
		{"{\"b\":{\n\"c\":\"" + wild9[1] + "\"},\"a\":" + list + "}", "2:5: in \"c\": looks like a grid, but is not read\n"},
		{"{\"solution\":\"" + wild9[1] + "\",\"puzzles\":" + list + "}", ""},
		{"{\"c\":\"" + wild9[1][:70] + "\",\"puzzles\":" + list + ",\"d\":[7]}", ""},
		{"<a>\n<b>" + game + "</b>\n<c>" + wild9[1] + "</c>\n</a>", "3 (row 0): 3:1: looks like a grid, but is not read\n"},
		{"<a>\n<b>" + game + "</b>\n<c>" + wild9[1][:70] + "</c>\n</a>", ""},
	} {
		file := []byte(tt.file)
		form, err := Detect(file, true, 0)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got, want := readWhole(form, file), wild9[0]+"\n"+wild9[2]+"\n"+tt.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
		checkSplits(t, form, file)
	}
}

// TestSolutionsApart checks that an array of solutions is reported: by detection if the
// sample has it, and after the records if not.
func TestSolutionsApart(t *testing.T) {
	t.Parallel()
	grid, solved := `"`+p9a+`","`+dotted+`"`, `"`+strings.Repeat("123456789", 9)+`"`
	for file, want := range map[string]string{
		`{"puzzles":[` + grid + `],"solutions":[` + solved + `]}`:                                            "solutions",
		`{"quizzes":{"0":"` + p9a + `","1":"` + p9b + `"},"answer":{"0":` + solved + `,"1":` + solved + `}}`: "answer",
		`{"a":{"puzzles":[` + grid + `],"n":1},"b":{"solutions":[` + solved + `]}}`:                          "solutions",
		`{"puzzles":[` + grid + `],"solutions":[1,2]}`:                                                       "",
		`{"puzzles":[` + grid + `],"minlex":[` + grid + `]}`:                                                 "",
		`[{"puzzle":` + grid[:83] + `,"solution":` + solved + `}]`:                                           "",
	} {
		form, err := Detect([]byte(file), true, 0)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		framer := form.NewFramer()
		for text := file; len(text) > 0; {
			_, to := framer.Cut(new(model.Records), []byte(text), true)
			text = text[to:]
		}
		if got := UnreadSolutions(framer); got != want || framer.Finish() != nil {
			t.Errorf("%s: %q, %v, want %q", file, got, framer.Finish(), want)
		}
		notes := strings.Join(form.Layout.Notes, "; ")
		if strings.Contains(notes, "stands apart") != (want != "") || !strings.Contains(notes, want) {
			t.Errorf("%s: %s", file, notes)
		}
	}
	if got := UnreadSolutions(line9.NewFramer()); got != "" {
		t.Errorf("of lines: %q", got)
	}
}

// TestCutList checks that a list of rows that is cut off, or other invalid JSON, does not
// give grids.
func TestCutList(t *testing.T) {
	t.Parallel()
	rows := strings.ReplaceAll(strings.Trim(rows9, "[]"), "],[", ",\n")
	damaged := "[" + strings.Replace(rows, ",", " ", 1) + "]\n\n[" + rows + "]\n\n[" + rows[:30]
	if form, err := Detect([]byte(damaged), true, 0); !errors.Is(err, model.ErrUnclosed) {
		t.Errorf("%v, %v", form, err)
	}
}
