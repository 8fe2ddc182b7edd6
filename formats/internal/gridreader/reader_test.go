package gridreader

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// detected returns the drawing of a text.
func detected(t *testing.T, text string, sizes ...int) *File {
	t.Helper()
	d, _, err := Detect(&form.Sample{Text: []byte(text), All: true, Hints: model.Hints{Sizes: sizes}})
	if err != nil || d == nil {
		t.Fatalf("%v, %v of %q", d, err, text)
	}
	return d
}

// TestMemory reads files without an end of a record, and wants the text that waits and the queue to be
// short.
func TestMemory(t *testing.T) {
	const row = "53..7....\n"
	for _, c := range []struct{ before, again string }{
		{row, "\n"},
		{row, "---\n"},
		{"", "5, 3, 4, 6, 7, 8, 9, 1, 2\n"},
		{"", row},
		{"", solved},
		{solved, "title\n"},
		{"", compact},
		{"", row + "\r\n\n"},
		{solved, "\n"},
		{"", solved + "\n\n"},
		{"", compact + strings.Repeat(solved+"\n", 400)},
		{"Solutions\n", solved + "\n"},
		{"", "------\n"},
		{"", spaces + "\n"},
	} {
		r := NewReader(detected(t, compact))
		text := []byte(c.before)
		for read := 0; read < 2<<20; read += len(c.again) {
			text = append(text, c.again...)
			for e := r.Next(text, false); e != nil; e = r.Next(text, false) {
				text = text[len(e.Text):]
			}
			if len(text) > MaxWait+form.MaxHeld+len(c.again) || len(r.queue) > MaxRecord/len(solved) {
				t.Fatalf("%.20q, then %.20q: %d bytes wait, %d elements", c.before, c.again, len(text), len(r.queue))
			}
		}
	}
}

// TestAllocs wants no allocation for each record.
func TestAllocs(t *testing.T) {
	for _, text := range drawings() {
		d, _, err := Detect(&form.Sample{Text: []byte(text), All: true})
		if err != nil || d == nil {
			continue
		}
		d.Count = Count{}
		all, c, dst := []byte(strings.Repeat(text+"title\n", 20)), NewCutter(d, form.DropSolutions), model.Records{}
		room, rest := make([]byte, 2*len(all)+form.MaxHeld), 0
		if n := testing.AllocsPerRun(10, func() {
			text := room[:rest+copy(room[rest:], all)]
			for to := 1; to > 0 && len(text) > 0; text = text[to:] {
				dst.Reset(9)
				_, to = c.Cut(&dst, text, false)
			}
			rest = copy(room, text)
		}); n > 0 {
			t.Errorf("%v allocations for %.40q", n, text)
		}
	}
}
