package bulk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

const maxDetectLine = 4 << 10

// unknown is the result of Detect for a file without a known form.
var unknown = bulk.Form{}

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
		want bulk.Form
	}{
		"record":              {junk(bulk.DetectBytes-82) + p9a + "\n", line9},
		"record, one past":    {junk(bulk.DetectBytes-81) + p9a + "\n", unknown},
		"whole file":          {junk(bulk.DetectBytes-81) + p9a, line9},
		"row":                 {junk(bulk.DetectBytes-len(rowL)) + rowL, grid16},
		"comments to the end": {strings.Repeat("#\n", bulk.DetectBytes/2), line9},
		"comments, one more":  {strings.Repeat("#\n", bulk.DetectBytes/2) + "#", unknown},
		"header":              {strings.Repeat("9", 40) + "\n" + row9 + p9a + "\n" + rowL, hiho9},
		"long line":           {long(bulk.DetectBytes-83) + p9a + "\n", line9},
		"long row":            {rowL[:16] + strings.Repeat(" ", 5000) + "\n" + strings.Repeat(rowL, 15), grid16},
		"header, long row":    {"2\n" + strings.Repeat("1 ", 3000) + "\n" + strings.Repeat(row9, 17), hiho9},
	} {
		form, err := bulk.Detect([]byte(tt.text), true, 0)
		if form != tt.want || (err != nil) != (tt.want == unknown) {
			t.Errorf("%s: %v, %v, want %v", name, form, err, tt.want)
		}
		for _, n := range []int{40, maxDetectLine + 1, bulk.DetectBytes} {
			got, prefixErr := bulk.Detect([]byte(tt.text[:min(n, len(tt.text)-1)]), false, 0)
			if !errors.Is(prefixErr, bulk.ErrNeedMore) && (got != form || (prefixErr == nil) != (err == nil)) {
				t.Errorf("%s: %v, %v of the first %d bytes, but %v, %v of all", name, got, prefixErr, n, form, err)
			}
		}
	}
	for n, want := range map[int]error{15: bulk.ErrNeedMore, 16: bulk.ErrUTF16} {
		if _, err := bulk.Detect([]byte(strings.Repeat("1\x00", 8)[:n]), false, 0); !errors.Is(err, want) {
			t.Errorf("%d bytes of UTF-16: %v", n, err)
		}
	}
	for _, text := range []string{"\xff\xfe\x00\x001\x00\x00\x00", "\x00\x00\xfe\xff\x00\x00\x001"} {
		if _, err := bulk.Detect([]byte(text), true, 0); !errors.Is(err, bulk.ErrUTF32) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{junk(bulk.DetectBytes-2) + "xx", junk(bulk.DetectBytes), strings.Repeat("#\n", bulk.DetectBytes/2)} {
		if _, err := bulk.Detect([]byte(text), false, 0); err == nil || errors.Is(err, bulk.ErrNeedMore) {
			t.Errorf("as much as is looked at: %v", err)
		}
	}
	_, err := bulk.Detect([]byte(strings.Repeat("xy", 17)), true, 0)
	if e, ok := errors.AsType[*bulk.UnknownFormError](err); !ok || e.Text != strings.Repeat("xy", 16) {
		t.Errorf("the beginning of the record: %v", err)
	}
	if form, err := bulk.Detect([]byte(p9a+","+long(maxDetectLine)[:maxDetectLine-81]), false, 0); form != line9 {
		t.Errorf("a line that does not end: %v, %v", form, err)
	}
}
