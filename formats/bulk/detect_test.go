package bulk

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
)

// detectTests hold the beginnings of files with the expected form or error. err is a part
// of the message.
var detectTests = []struct {
	name string
	text string
	kind Kind
	form Form
	err  string
}{
	{"empty", "", 0, line9, ""},
	{"empty line", "", Line, line9, ""},
	{"empty hiho", "", Hiho, hiho9, ""},
	{"empty letters16", "", Letters16, grid16, ""},
	{"empty opensudoku", "", OpenSudoku, Form{Kind: OpenSudoku, Order: 9}, ""},
	{"blank opensudoku", " \n", OpenSudoku, Form{Kind: OpenSudoku, Order: 9}, ""},
	{"blank and comments", "\n\r\n \t\n# x\n#\n", 0, line9, ""},
	{"rows in comments", "# " + p9a[:9] + "\n" + strings.Repeat("# 2...5...7\n", 8), 0, Form{}, "only in comments"},
	{"signs for blanks", strings.ReplaceAll(strings.ReplaceAll(p9a, "0", "#"), ".", "#") + "\n", 0, Form{}, "tr '#' ."},
	{"end of DOS", p9a + "\n" + p9b + "\n\x1a", 0, line9, ""},
	{"BOM only", "\xef\xbb\xbf", 0, line9, ""},

	{"order 9", p9a + "\n", 0, line9, ""},
	{"order 9 at the end of the file", p9a, 0, line9, ""},
	{"order 9 BOM CRLF", "\xef\xbb\xbf\r\n" + p9a + "\r\n", 0, line9, ""},
	{"order 9 after comments", "# 1\n# " + p16a + "\n\n" + p9a + "\tx\n", 0, line9, ""},
	{"order 9 digits only", strings.Repeat("1", 81) + "\n", 0, line9, ""},
	{"order 9 dots only", strings.Repeat(".", 81) + "\n", 0, line9, ""},
	{"order 9 and a long tail", p9a + "," + strings.Repeat("x", 2*DetectBytes), 0, line9, ""},
	{"order 9 solved, another behind it", solved9 + "," + solved9 + "\n", 0, line9, ""},
	{"order 9 solved, then a puzzle", solved9 + "," + p9a + "\n" + p9a + "," + p9b + "\n", 0, line9, ""},
	{"order 16", p16a + "\n", 0, line16, ""},
	{"order 16 dots only", strings.Repeat(".", 256) + ";\n", 0, line16, ""},
	{"end", "end\n", 0, line9, ""},
	{"end with blanks", "\nend \r\n" + p16a, 0, line9, ""},
	{"first malformed", "x" + p9a + "\n" + p9b + "\n", 0, line9, ""},
	{"80 cells first", p9a[:80] + "\n\n#\n" + p9b + "\n" + p9b + "\n", 0, line9, ""},
	{"first malformed, then order 16", "x\n" + p16a + "\n", 0, line16, ""},
	{"many malformed", strings.Repeat("x\n", 30_000) + p9a + "\n", 0, line9, ""},

	{"hiho", "1\n" + row9, 0, hiho9, ""},
	{"hiho header only", "1", 0, hiho9, ""},
	{"hiho header and blanks", "\n 12 \r\n\n", 0, hiho9, ""},
	{"hiho negative", "-5\n" + row9, 0, hiho9, ""},
	{"hiho great", "1000000000000\n\n" + row9, 0, hiho9, ""},
	{"hiho overflow", strings.Repeat("9", 30) + "\n" + row9, 0, hiho9, ""},
	{"hiho malformed first row", "2\n1 2 3\n" + row9, 0, hiho9, ""},
	{"hiho very malformed first row", "2\n1 2 x\n" + row9, 0, hiho9, ""},
	{"hiho without header", row9 + row9, 0, hiho9, ""},
	{"hiho bad header", "t=2\n" + row9 + row9, 0, hiho9, ""},
	{"hiho header, then much blank", "2\n" + strings.Repeat("\n", 2*DetectBytes) + p9a, 0, hiho9, ""},

	{"letters", strings.Repeat(rowL, 16), 0, grid16, ""},
	{"letters single", "\n" + rowL, 0, grid16, ""},
	{"letters dashes", strings.Repeat("-", 16), 0, grid16, ""},
	{"letters blanks", "A-CDEFGHIJKLMNOP \t\r\n", 0, grid16, ""},
	{"letters after a count", "2\n" + rowL, 0, grid16, ""},
	{"letters short first", "ABC\n" + rowL, 0, grid16, ""},

	{"number, then puzzles", "17\n" + p9a + "\n", 0, line9, ""},
	{"number and text", "17\nx\n", 0, Form{}, `line 1, column 3: "17" is not a record of a known form (line, hiho, letters16, `},
	{"packed rows", "1\n400070100\n", 0, Form{}, "not a record of a known form"},
	{"text", "\n\nDear all,\nhello\n", 0, Form{}, `line 3, column 4: "Dear all," is`},
	{"cut JSON", `{"source":"a","question":"` + p9a + `","answer":"` + p9a + `","`, 0, Form{}, "line 1, column 1: "},
	{"cut JSON in an array", `[ { "source":"a","question":"` + p9a + `","answer":"` + p9a + `","`, 0, Form{}, "line 1, column 1: "},
	{"80 cells", p9a[:80] + "\n", 0, Form{}, "line 1, column 81: "},
	{"80 digits", strings.Repeat("1", 80) + "\n", 0, Form{}, "line 1, column 81: "},
	{"82 cells", p9a + "1\n", 0, Form{}, "line 1, column 82: "},
	{"binary", "\x00\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 0, Form{}, "binary data"},
	{"one endless line", strings.Repeat("1", 2*DetectBytes), 0, Form{}, "line 1, column 82: "},
	{"endless letters", strings.Repeat("A", 2*DetectBytes), 0, Form{}, "line 1, column 257: "},
	{"endless comments", strings.Repeat("#\n", DetectBytes), 0, Form{}, "no record in the first 65536 bytes"},
	{"both orders", "x\n" + p9a + "\n" + p16a + "\n", 0, line9, ""},
	{"three forms", p9a[:3] + "\n" + rowL + row9 + p9a + "\n" + row9, 0, line9, ""},

	{"declared line 9", p9a, Line, line9, ""},
	{"declared line, solution first", solved9 + "," + p9a, Line, line9, ""},
	{"declared line 16", p16a, Line, line16, ""},
	{"declared line, but hiho", "1\n" + row9, Line, line9, ""},
	{"declared line, but letters", rowL + rowL, Line, line9, ""},
	{"declared line, malformed first", "1\n" + row9 + rowL + p16a + "\n", Line, line16, ""},
	{"declared line, both", "1\n" + p9a + "\n" + p16a + "\n", Line, line9, ""},
	{"declared line, comments", strings.Repeat("#\n", DetectBytes), Line, line9, ""},
	{"declared hiho", p9a, Hiho, hiho9, ""},
	{"declared letters16", p9a, Letters16, grid16, ""},

	{"UTF-16 LE", utf16Text("\ufeff"+p9a, 0), 0, Form{}, "UTF-16"},
	{"UTF-16 BE", utf16Text("\ufeff"+p9a, 8), 0, Form{}, "UTF-16"},
	{"UTF-16 LE without mark", utf16Text(p9a, 0), Line, Form{}, "UTF-16"},
	{"UTF-16 BE without mark", utf16Text("1\r\n", 8), Hiho, Form{}, "UTF-16"},
	{"UTF-16 mark only", "\xff\xfe", 0, Form{}, "UTF-16"},
	{"binary data like a comment", "%\x01\x00\xff\n# x\n", 0, Form{}, "binary data"},
	{"binary data like a comment, declared line", "%\x01\x00\xff", Line, Form{}, "binary data"},
	{"control character in the first record", "\x01" + p9a + "\n" + p9a, 0, Form{}, "binary data"},
	{"grids among control characters", `say("` + p9a + "\")\n\x01\n", 0, Form{}, "binary data"},
	{"control character in a comment", "% \x01\n" + p9a, 0, line9, ""},
	{"comment and the end of a file of DOS", "% x\r\n\x1a", 0, line9, ""},
	{"one NUL", "1\x002" + p9a, Line, line9, ""},
}

var solved9 = strings.Repeat("123456789", 9)

// utf16Text encodes text as UTF-16. shift is 0 for little-endian and 8 for
// big-endian text.
func utf16Text(text string, shift int) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(u >> shift))
		b.WriteByte(byte(u >> (8 - shift)))
	}
	return b.String()
}

func TestDetect(t *testing.T) {
	for _, tt := range detectTests {
		form, err := Detect([]byte(tt.text), true, tt.kind)
		switch {
		case tt.err == "" && (err != nil || form != tt.form):
			t.Errorf("%s: got %v, %v, want %v", tt.name, form, err, tt.form)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || form != Form{}):
			t.Errorf("%s: got %v, error %v, want ...%s...", tt.name, form, err, tt.err)
		}
	}
}

func TestDetectErrors(t *testing.T) {
	var unknown *unknownFormError
	if _, err := Detect([]byte("#\nxyz"), true, 0); !errors.As(err, &unknown) || unknown.Line != 2 || unknown.Text != "xyz" {
		t.Errorf("got %v", err)
	}
	if _, err := Detect(nil, false, 0); !errors.Is(err, ErrNeedMore) {
		t.Errorf("got %v", err)
	}
}

// TestDetectPrefixes checks that a shorter prefix gives the same form or asks for more
// text.
func TestDetectPrefixes(t *testing.T) {
	for _, tt := range detectTests {
		if len(tt.text) < 1000 {
			checkPrefixes(t, []byte(tt.text), tt.kind, 0, 1)
		}
	}
}

// checkPrefixes tries prefixes of increasing length, beginning with first bytes and growing
// by step.
func checkPrefixes(t *testing.T, text []byte, kind Kind, first, step int) {
	t.Helper()
	want, wantErr := Detect(text, true, kind)
	for n := first; n <= len(text); n += step {
		got, err := Detect(text[:n], false, kind)
		if errors.Is(err, ErrNeedMore) {
			continue
		}
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("Detect(%q) = %v, %v, but of %q it is %v, %v", text[:n], got, err, text, want, wantErr)
		}
	}
}

// TestDetectEarly checks that the first line of a slow pipe is enough if it is certain.
func TestDetectEarly(t *testing.T) {
	for text, want := range map[string]Form{
		p9a + "\n": line9, p16a + " ?\n": line16, rowL: grid16, "1\n" + row9: hiho9,
	} {
		if got, err := Detect([]byte(text), false, 0); got != want {
			t.Errorf("Detect(%q) = %v, %v", text, got, err)
		}
	}
}

func TestBOMLen(t *testing.T) {
	for text, want := range map[string]int{"": 0, "\xef\xbb": 0, "\xef\xbb\xbf": 3, "\xef\xbb\xbf1": 3, "1": 0} {
		if got := BOMLen([]byte(text)); got != want {
			t.Errorf("BOMLen(%q) = %d", text, got)
		}
	}
}
