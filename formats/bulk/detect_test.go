package bulk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// detectTests hold the beginnings of files with the expected form or error. err is a part
// of the message.
var detectTests = []struct {
	name string
	text string
	kind bulk.Kind
	form bulk.Form
	err  string
}{
	{"empty", "", 0, line9, ""},
	{"empty line", "", bulk.Line, line9, ""},
	{"empty opensudoku", "", bulk.OpenSudoku, bulk.Form{Kind: bulk.OpenSudoku, Order: 9}, ""},
	{"blank opensudoku", " \n", bulk.OpenSudoku, bulk.Form{Kind: bulk.OpenSudoku, Order: 9}, ""},
	{"blank and comments", "\n\r\n \t\n# x\n#\n", 0, line9, ""},
	{"rows in comments", "# " + p9a[:9] + "\n" + strings.Repeat("# 2...5...7\n", 8), 0, bulk.Form{}, "only in comments"},
	{"signs for blanks", strings.ReplaceAll(strings.ReplaceAll(p9a, "0", "#"), ".", "#") + "\n", 0, bulk.Form{}, "tr '#' ."},
	{"end of DOS", p9a + "\n" + p9b + "\n\x1a", 0, line9, ""},
	{"BOM only", "\xef\xbb\xbf", 0, line9, ""},

	{"order 9 digits only", strings.Repeat("1", 81) + "\n", 0, line9, ""},
	{"order 9 dots only", strings.Repeat(".", 81) + "\n", 0, line9, ""},
	{"order 9 and a long tail", p9a + "," + strings.Repeat("x", 2*bulk.DetectBytes), 0, line9, ""},
	{"order 9 solved, another behind it", solved9 + "," + solved9 + "\n", 0, line9, ""},
	{"order 9 solved, then a puzzle", solved9 + "," + p9a + "\n" + p9a + "," + p9b + "\n", 0, line9, ""},
	{"order 16 dots only", strings.Repeat(".", 256) + ";\n", 0, line16, ""},
	{"end", "end\n", 0, line9, ""},
	{"end with blanks", "\nend \r\n" + p16a, 0, line9, ""},
	{"first malformed", "x" + p9a + "\n" + p9b + "\n", 0, line9, ""},
	{"80 cells first", p9a[:80] + "\n\n#\n" + p9b + "\n" + p9b + "\n", 0, line9, ""},
	{"many malformed", strings.Repeat("x\n", 30_000) + p9a + "\n", 0, line9, ""},

	{"hiho header and blanks", "\n 12 \r\n\n", 0, hiho9, ""},
	{"hiho negative", "-5\n" + row9, 0, hiho9, ""},
	{"hiho great", "1000000000000\n\n" + row9, 0, hiho9, ""},
	{"hiho overflow", strings.Repeat("9", 30) + "\n" + row9, 0, hiho9, ""},
	{"hiho malformed first row", "2\n1 2 3\n" + row9, 0, hiho9, ""},
	{"hiho very malformed first row", "2\n1 2 x\n" + row9, 0, hiho9, ""},
	{"hiho without header", row9 + row9, 0, hiho9, ""},
	{"hiho bad header", "t=2\n" + row9 + row9, 0, hiho9, ""},
	{"hiho header, then much blank", "2\n" + strings.Repeat("\n", 2*bulk.DetectBytes) + p9a, 0, hiho9, ""},

	{"letters dashes", strings.Repeat("-", 16), 0, grid16, ""},
	{"letters blanks", "A-CDEFGHIJKLMNOP \t\r\n", 0, grid16, ""},
	{"letters after a count", "2\n" + rowL, 0, grid16, ""},
	{"letters short first", "ABC\n" + rowL, 0, grid16, ""},

	{"number, then puzzles", "17\n" + p9a + "\n", 0, line9, ""},
	{"number and text", "17\nx\n", 0, bulk.Form{}, `line 1, column 3: "17" is not a record of a known form (line, hiho, letters16, `},
	{"packed rows", "1\n400070100\n", 0, bulk.Form{}, "not a record of a known form"},
	{"text", "\n\nDear all,\nhello\n", 0, bulk.Form{}, `line 3, column 4: "Dear all," is`},
	{"cut JSON", `{"source":"a","question":"` + p9a + `","answer":"` + p9a + `","`, 0, bulk.Form{}, "line 1, column 1: "},
	{"cut JSON in an array", `[ { "source":"a","question":"` + p9a + `","answer":"` + p9a + `","`, 0, bulk.Form{}, "line 1, column 1: "},
	{"80 cells", p9a[:80] + "\n", 0, bulk.Form{}, "line 1, column 81: "},
	{"82 cells", p9a + "1\n", 0, bulk.Form{}, "line 1, column 82: "},
	{"binary", "\x00\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 0, bulk.Form{}, "binary data"},
	{"one endless line", strings.Repeat("1", 2*bulk.DetectBytes), 0, bulk.Form{}, "line 1, column 82: "},
	{"endless letters", strings.Repeat("A", 2*bulk.DetectBytes), 0, bulk.Form{}, "line 1, column 257: "},
	{"endless comments", strings.Repeat("#\n", bulk.DetectBytes), 0, bulk.Form{}, "no record in the first 65536 bytes"},
	{"both orders", "x\n" + p9a + "\n" + p16a + "\n", 0, line9, ""},
	{"three forms", p9a[:3] + "\n" + rowL + row9 + p9a + "\n" + row9, 0, line9, ""},

	{"declared line, solution first", solved9 + "," + p9a, bulk.Line, line9, ""},
	{"declared line, but hiho", "1\n" + row9, bulk.Line, line9, ""},
	{"declared line, but letters", rowL + rowL, bulk.Line, line9, ""},
	{"declared line, malformed first", "1\n" + row9 + rowL + p16a + "\n", bulk.Line, line16, ""},
	{"declared line, both", "1\n" + p9a + "\n" + p16a + "\n", bulk.Line, line9, ""},
	{"declared line, comments", strings.Repeat("#\n", bulk.DetectBytes), bulk.Line, line9, ""},
	{"declared hiho", p9a, bulk.Hiho, hiho9, ""},
	{"declared letters16", p9a, bulk.Letters16, grid16, ""},

	{"UTF-16 mark only", "\xff\xfe", 0, bulk.Form{}, "UTF-16"},
	{"binary data like a comment", "%\x01\x00\xff\n# x\n", 0, bulk.Form{}, "binary data"},
	{"binary data like a comment, declared line", "%\x01\x00\xff", bulk.Line, bulk.Form{}, "binary data"},
	{"control character in the first record", "\x01" + p9a + "\n" + p9a, 0, bulk.Form{}, "binary data"},
	{"grids among control characters", `say("` + p9a + "\")\n\x01\n", 0, bulk.Form{}, "binary data"},
	{"control character in a comment", "% \x01\n" + p9a, 0, line9, ""},
	{"comment and the end of a file of DOS", "% x\r\n\x1a", 0, line9, ""},
	{"one NUL", "1\x002" + p9a, bulk.Line, line9, ""},
}

var solved9 = strings.Repeat("123456789", 9)

func TestDetect(t *testing.T) {
	for _, tt := range detectTests {
		form, err := bulk.Detect([]byte(tt.text), true, tt.kind)
		switch {
		case tt.err == "" && (err != nil || form != tt.form):
			t.Errorf("%s: got %v, %v, want %v", tt.name, form, err, tt.form)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || form != bulk.Form{}):
			t.Errorf("%s: got %v, error %v, want ...%s...", tt.name, form, err, tt.err)
		}
		if len(tt.text) < 1000 {
			formtest.CheckPrefixes(t, []byte(tt.text), tt.kind, model.Hints{}, 0, 1)
		}
	}
}

func TestDetectErrors(t *testing.T) {
	var unknown *bulk.UnknownFormError
	if _, err := bulk.Detect([]byte("#\nxyz"), true, 0); !errors.As(err, &unknown) || unknown.Line != 2 || unknown.Text != "xyz" {
		t.Errorf("got %v", err)
	}
	if _, err := bulk.Detect(nil, false, 0); !errors.Is(err, bulk.ErrNeedMore) {
		t.Errorf("got %v", err)
	}
}

// TestDetectEarly checks that the first line of a slow pipe is enough if it is certain.
func TestDetectEarly(t *testing.T) {
	for text, want := range map[string]bulk.Form{
		p9a + "\n": line9, p16a + " ?\n": line16, rowL: grid16, "1\n" + row9: hiho9,
	} {
		if got, err := bulk.Detect([]byte(text), false, 0); got != want {
			t.Errorf("Detect(%q) = %v, %v", text, got, err)
		}
	}
}

// TestAlternatesSolutions recognises lists that alternate puzzles and solutions, and no
// other lists.
func TestAlternatesSolutions(t *testing.T) {
	t.Parallel()
	p, s := formtest.Puzzles, formtest.Solutions
	for text, want := range map[string]bool{
		p[0] + "\n" + s[0] + "\n":                                true,
		"# a\n" + p[0] + "\n" + s[0] + "\n" + p[1] + "\n" + s[1]: true,
		p[0] + "\n" + p[1] + "\n" + s[1] + "\n" + p[2][:50]:      true,
		p[0] + "\n" + p[1] + "\n":                                false,
		p[0] + "\n" + s[1] + "\n":                                false,
		s[0] + "\n" + p[0] + "\n":                                false,
		p[0] + "\n" + s[0] + "\n" + s[0] + "\n":                  false,
		"":                                                       false,
	} {
		if got := line9.AlternatesSolutions([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
