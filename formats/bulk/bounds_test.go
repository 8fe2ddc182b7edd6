package bulk

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

const maxDetectLine = 4 << 10

// TestHihoBounds tests lines, blocks and counts exactly at their limits, and one beyond.
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
		"count, one more":    {greatest + "\n" + block, puzzle + "1:1: the header says " + greatest + " puzzles, the file holds 1\n"},
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

// unknown is the result of Detect for a file without a known form.
var unknown = Form{}

// TestDetectBounds places the deciding text exactly at the end of what Detect looks at, and
// one byte later.
func TestDetectBounds(t *testing.T) {
	t.Parallel()
	junk := func(n int) string { // n bytes of text that is no puzzle
		return strings.Repeat(strings.Repeat("x", 99)+"\n", n/100-1) + strings.Repeat("x", 99+n%100) + "\n"
	}
	long := func(n int) string { return strings.Repeat("y", n) + "\n" }
	for name, tt := range map[string]struct {
		text string
		want Form
	}{
		"record":              {junk(DetectBytes-82) + p9a + "\n", line9},
		"record, one past":    {junk(DetectBytes-81) + p9a + "\n", unknown},
		"whole file":          {junk(DetectBytes-81) + p9a, line9},
		"row":                 {junk(DetectBytes-len(rowL)) + rowL, grid16},
		"comments to the end": {strings.Repeat("#\n", DetectBytes/2), line9},
		"comments, one more":  {strings.Repeat("#\n", DetectBytes/2) + "#", unknown},
		"header":              {strings.Repeat("9", 40) + "\n" + row9 + p9a + "\n" + rowL, hiho9},
		"long line":           {long(DetectBytes-83) + p9a + "\n", line9},
		"long row":            {rowL[:16] + strings.Repeat(" ", 5000) + "\n" + strings.Repeat(rowL, 15), grid16},
		"header, long row":    {"2\n" + strings.Repeat("1 ", 3000) + "\n" + strings.Repeat(row9, 17), hiho9},
	} {
		form, err := Detect([]byte(tt.text), true, 0)
		if form != tt.want || (err != nil) != (tt.want == unknown) {
			t.Errorf("%s: %v, %v, want %v", name, form, err, tt.want)
		}
		for _, n := range []int{40, maxDetectLine + 1, DetectBytes} {
			got, prefixErr := Detect([]byte(tt.text[:min(n, len(tt.text)-1)]), false, 0)
			if !errors.Is(prefixErr, ErrNeedMore) && (got != form || (prefixErr == nil) != (err == nil)) {
				t.Errorf("%s: %v, %v of the first %d bytes, but %v, %v of all", name, got, prefixErr, n, form, err)
			}
		}
	}
	for n, want := range map[int]error{15: ErrNeedMore, 16: errUTF16} {
		if _, err := Detect([]byte(strings.Repeat("1\x00", 8)[:n]), false, 0); !errors.Is(err, want) {
			t.Errorf("%d bytes of UTF-16: %v", n, err)
		}
	}
	for _, text := range []string{"\xff\xfe\x00\x001\x00\x00\x00", "\x00\x00\xfe\xff\x00\x00\x001"} {
		if _, err := Detect([]byte(text), true, 0); !errors.Is(err, errUTF32) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{junk(DetectBytes-2) + "xx", junk(DetectBytes), strings.Repeat("#\n", DetectBytes/2)} {
		if _, err := Detect([]byte(text), false, 0); err == nil || errors.Is(err, ErrNeedMore) {
			t.Errorf("as much as is looked at: %v", err)
		}
	}
	_, err := Detect([]byte(strings.Repeat("xy", 17)), true, 0)
	if e, ok := errors.AsType[*unknownFormError](err); !ok || e.Text != strings.Repeat("xy", 16) {
		t.Errorf("the beginning of the record: %v", err)
	}
	if form, err := Detect([]byte(p9a+","+long(maxDetectLine)[:maxDetectLine-81]), false, 0); form != line9 {
		t.Errorf("a line that does not end: %v, %v", form, err)
	}
}
