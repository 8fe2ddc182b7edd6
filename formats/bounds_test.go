package formats

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

const maxDetectLine = 4 << 10

// TestHihoBounds has lines, blocks and counts that are just not too long or too
// great, and others that are one beyond.
func TestHihoBounds(t *testing.T) {
	t.Parallel()
	row := strings.TrimSuffix(row9, "\n")
	rest, block := strings.Repeat(row9, 8), strings.Repeat(row9, 9)
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	lines := func(n int) string { return strings.Repeat("\n", n) }
	const maxLine, maxRecord = 4 << 10, 64 << 10
	const room = maxRecord - 162 // for blank lines in a block
	puzzle := readWhole(hiho9, []byte("1\n"+block))
	greatest := strconv.Itoa(math.MaxInt)
	for name, tt := range map[string]struct{ file, want string }{
		"row":                {"2\n" + row + blanks(maxLine-len(row)) + "\n" + rest + block, puzzle + puzzle},
		"row, one more":      {"2\n" + row + blanks(maxLine-len(row)+1) + "\n" + rest + block, "1 (row 1): 2:4097: line longer than 4096 bytes\n" + puzzle},
		"blank":              {"1\n" + row9 + blanks(maxLine) + "\n" + rest, puzzle},
		"blank, one more":    {"1\n" + row9 + blanks(maxLine+1) + "\n" + rest[:7*18], "1 (row 2): 3:4097: line longer than 4096 bytes\n"},
		"second row":         {"2\n" + row9 + row + blanks(maxRecord) + "\n" + rest[:7*18] + block, "1 (row 2): 3:4097: line longer than 4096 bytes\n" + puzzle},
		"between blocks":     {"2\n" + block + lines(2*maxRecord) + block, puzzle + puzzle},
		"header":             {blanks(maxLine-1) + "1\n" + block, puzzle},
		"header, one more":   {blanks(maxLine) + "1\n" + block, "1:4097: line longer than 4096 bytes\n"},
		"block":              {"2\n" + row9 + lines(room) + rest + block, puzzle + puzzle},
		"block, one more":    {"2\n" + row9 + lines(room+1) + rest + block, "1 (row 8): " + strconv.Itoa(room+1+9) + ":18: 8 of 9 rows\n" + puzzle},
		"block, many more":   {"2\n" + row9 + lines(room+100) + rest + block, "1 (row 3): " + strconv.Itoa(room+100+4) + ":18: 3 of 9 rows\n" + puzzle},
		"count":              {greatest[:len(greatest)-1] + "6\n" + block, puzzle + "1:1: the header says " + greatest[:len(greatest)-1] + "6 puzzles, the file holds 1\n"},
		"count, one more":    {greatest + "\n" + block, "1:1: the header says more than " + greatest + " puzzles\n"},
		"count, two more":    {greatest[:len(greatest)-1] + "8\n" + block, "1:1: the header says more than " + greatest + " puzzles\n"},
		"count, and a digit": {greatest + "0\n" + block, "1:1: the header says more than " + greatest + " puzzles\n"},
	} {
		whole := readWhole(hiho9, []byte(tt.file))
		if whole != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, whole, tt.want)
		}
		if got := readBuffer(t, hiho9, []byte(tt.file)); got != whole {
			t.Errorf("%s, through a small buffer: got\n%s\nwant\n%s", name, got, whole)
		}
		for _, cut := range []int{1, 2, len(tt.file) / 2, len(tt.file) - 1} {
			if got := readPieces(hiho9, []byte(tt.file), true, cut); got != whole {
				t.Errorf("%s, cut at %d: got\n%s\nwant\n%s", name, cut, got, whole)
			}
		}
	}
}

// unknown is what Detect says of a file without a form, with kind 0.
var unknown = Form{}

// TestDetectBounds has what decides end just where Detect looks no further, and
// one byte past that.
func TestDetectBounds(t *testing.T) {
	t.Parallel()
	junk := func(n int) string { return strings.Repeat("x\n", n/2-1) + strings.Repeat("x", 1+n%2) + "\n" } // n bytes
	long := func(n int) string { return strings.Repeat("y", n) + "\n" }
	for name, tt := range map[string]struct {
		text string
		want Form
	}{
		"record":                          {junk(DetectBytes-82) + p9a + "\n", line9},
		"record, one past":                {junk(DetectBytes-81) + p9a + "\n", unknown},
		"bound":                           {junk(DetectBytes-82) + p9a + " tail\n", line9},
		"bound, one past":                 {junk(DetectBytes-81) + p9a + " tail\n", unknown},
		"whole file":                      {junk(DetectBytes-81) + p9a, line9},
		"whole file, one more":            {junk(DetectBytes-80) + p9a, unknown},
		"row":                             {junk(DetectBytes-len(rowL)) + rowL, grid16},
		"row, one past":                   {junk(DetectBytes-len(rowL)+1) + rowL, unknown},
		"end":                             {junk(DetectBytes-4) + "end\n", line9},
		"end, one past":                   {junk(DetectBytes-3) + "end\n", unknown},
		"comments":                        {strings.Repeat("#\n", DetectBytes/2-41) + p9a + "\n", line9},
		"comments, one past":              {strings.Repeat("#\n", DetectBytes/2-41) + "\n" + p9a + "\n", unknown},
		"comments to the end":             {strings.Repeat("#\n", DetectBytes/2), line9},
		"comments and one more":           {strings.Repeat("#\n", DetectBytes/2) + "#", unknown},
		"comment over the end":            {strings.Repeat("#\n", DetectBytes/2-1) + "###", unknown},
		"header":                          {strings.Repeat("9", 40) + "\n" + row9 + p9a + "\n" + rowL, hiho9},
		"header, one more":                {strings.Repeat("9", 41) + "\n" + row9 + p9a + "\n" + rowL, unknown},
		"long line":                       {long(DetectBytes) + p9a + "\n", line9},
		"longer line":                     {long(3*DetectBytes) + p16a + "\n", line16},
		"long lines":                      {strings.Repeat(long(3*DetectBytes), 3) + strings.Repeat(rowL, 16), grid16},
		"long line, then two forms":       {long(5000) + p9a + "\n" + p16a + "\n", line9},
		"long lines only":                 {strings.Repeat(long(5000), 3), unknown},
		"long line of control characters": {strings.Repeat("\x01", 5000) + "\n" + p9a + "\n", unknown},
		"long comment":                    {"#" + long(2*DetectBytes) + p9a + "\n", line9},
		"long blank":                      {strings.Repeat(" ", 2*DetectBytes) + "\n" + p9a + "\n", line9},
		"long lines, to the bound":        {strings.Repeat(long(5000), 15) + junk(maxDetectLine-82) + p9a + "\n", line9},
		"long lines, one past":            {strings.Repeat(long(5000), 15) + junk(maxDetectLine-81) + p9a + "\n", unknown},
		"long lines, no more":             {strings.Repeat(long(5000), 16) + p9a + "\n", unknown},
		"longest that counts":             {strings.Repeat(long(maxDetectLine), 15) + junk(maxDetectLine-82-15) + p9a + "\n", line9},
		"longest, one past":               {strings.Repeat(long(maxDetectLine), 15) + junk(maxDetectLine-82-14) + p9a + "\n", unknown},
		"first row":                       {rowL[:16] + strings.Repeat(" ", 2*DetectBytes) + "\n" + strings.Repeat(rowL, 15), grid16},
		"letters, too many":               {strings.Repeat("A", 2*DetectBytes) + "\n" + strings.Repeat(rowL, 31), grid16},
		"header, long row":                {"2\n" + strings.Repeat("1 ", 2*DetectBytes) + "\n" + strings.Repeat(row9, 17), hiho9},
		"header, long junk":               {"2\n" + long(2*DetectBytes) + strings.Repeat(row9, 17), hiho9},
	} {
		form, err := Detect([]byte(tt.text), true, 0)
		if form != tt.want || (err != nil) != (tt.want == unknown) {
			t.Errorf("%s: %v, %v, want %v", name, form, err, tt.want)
		}
		for _, n := range []int{len(tt.text) - 1, len(tt.text) - 40, DetectBytes - 1, DetectBytes, DetectBytes + 1, maxDetectLine, maxDetectLine + 1} {
			if n < 0 || n >= len(tt.text) {
				continue
			}
			got, prefixErr := Detect([]byte(tt.text[:n]), false, 0)
			if !errors.Is(prefixErr, ErrNeedMore) && (got != form || (prefixErr == nil) != (err == nil)) {
				t.Errorf("%s: %v, %v of the first %d bytes, but %v, %v of all", name, got, prefixErr, n, form, err)
			}
		}
		short := shorten(line9, []byte(tt.text))
		if got, shortErr := Detect(short, true, 0); got != form || (shortErr == nil) != (err == nil) {
			t.Errorf("%s: %v, %v of shortened lines, but %v, %v", name, got, shortErr, form, err)
		}
	}
	for n, want := range map[int]error{15: ErrNeedMore, 16: ErrUTF16} {
		if _, err := Detect([]byte(strings.Repeat("1\x00", 8)[:n]), false, 0); !errors.Is(err, want) {
			t.Errorf("%d bytes of UTF-16: %v", n, err)
		}
	}
	for _, text := range []string{"\xff\xfe\x00\x001\x00\x00\x00", "\x00\x00\xfe\xff\x00\x00\x001"} {
		if _, err := Detect([]byte(text), true, 0); !errors.Is(err, ErrUTF32) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{junk(DetectBytes-2) + "xx", junk(DetectBytes), strings.Repeat("#\n", DetectBytes/2)} {
		if _, err := Detect([]byte(text), false, 0); err == nil || errors.Is(err, ErrNeedMore) {
			t.Errorf("as much as is looked at: %v", err)
		}
	}
	_, err := Detect([]byte(strings.Repeat("xy", 17)), true, 0)
	if e, ok := errors.AsType[*UnknownFormError](err); !ok || e.Text != strings.Repeat("xy", 16) {
		t.Errorf("the beginning of the record: %v", err)
	}
	if form, err := Detect([]byte(p9a+","+long(maxDetectLine)[:maxDetectLine-81]), false, 0); form != line9 {
		t.Errorf("a line that does not end: %v, %v", form, err)
	}
}
