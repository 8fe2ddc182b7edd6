package gridreader

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

const (
	compact = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
	solved  = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n"
	map9    = "112222333\n111122333\n111222336\n444556636\n444555566\n444555666\n778888999\n777788999\n777888999\n"
	spaces  = "53  7\n6  195\n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28\n   419  5\n    8  79\n"
	grid4   = "1.3.\n.4.2\n2.4.\n.3.1\n"
)

// drawings are texts of drawn grids.
func drawings() []string {
	spaced := func(between string) string {
		var b bytes.Buffer
		for i, c := range []byte(compact) {
			if b.WriteByte(c); c != '\n' && compact[i+1] != '\n' {
				b.WriteString(between)
			}
		}
		return b.String()
	}
	commas := bytes.ReplaceAll([]byte(spaced(",")), []byte("."), nil)
	return []string{
		compact, compact + "\n" + solved, solved + compact, "Puzzle\n" + compact + "Solution\n" + solved, "2\n" + compact + compact,
		spaced(" "), spaced(" | "), string(commas), spaced(" & "), spaces, map9 + compact, compact + grid4 + compact,
		"1 2 3 4 5 6 7 8 9\n---------\n" + spaced(" "), compact[:81] + "\n" + compact + "# " + compact,
		compact + string(bytes.ReplaceAll([]byte(compact), []byte{'.'}, []byte{'o'})),
	}
}

// elementsOf reads a text in pieces of some bytes, and checks that the elements are the whole text, in
// order.
func elementsOf(t *testing.T, d *File, text []byte, step int) string {
	t.Helper()
	var b bytes.Buffer
	r := NewReader(d)
	for at, to := 0, 0; ; {
		eof := to == len(text)
		e := r.Next(text[at:to], eof)
		switch {
		case e == nil && eof:
			if at != len(text) {
				t.Fatalf("elements end at byte %d of %d of %q", at, len(text), text)
			}
			fmt.Fprintln(&b, len(r.hidden), r.Finish())
			return b.String()
		case e == nil:
			to = min(to+step, len(text))
			continue
		case e.From != int64(at) || e.Line != 1+bytes.Count(text[:at], []byte{'\n'}) || !bytes.Equal(e.Text, text[at:at+len(e.Text)]) || len(e.Text) == 0:
			t.Fatalf("element %q at %d, line %d, after %d bytes of %q", e.Text, e.From, e.Line, at, text)
		}
		if at += len(e.Text); e.Kind != Gap {
			fmt.Fprintln(&b, e.Kind, e.From, e.Line, len(e.Text), e.Cells, e.Err.Error())
		}
	}
}

// FuzzElements wants the elements of a file to be the whole text, in order, however the file is split.
func FuzzElements(f *testing.F) {
	letters := strings.Repeat("A-CDEFGHIJKLMNOP\n", 16)
	strict := &File{Styles: []Style{{Size: 16, Cells: cells.StandardAlphabet(256), Strict: true}}}
	for _, text := range append(drawings(), letters+letters[:100]+"\n"+letters, letters+"title\n"+compact+letters) {
		f.Add([]byte(text), uint8(0))
		f.Add([]byte(text), uint8(100))
		f.Add([]byte(text), uint8(210))
	}
	f.Fuzz(func(t *testing.T, text []byte, step uint8) {
		if len(text) > 8<<10 {
			return
		}
		d, _, err := Detect(&form.Sample{Text: text, All: true, Hints: model.Hints{Sizes: [][]int{nil, {4, 9}, {9, 16}}[step%3]}})
		if step > 200 {
			d, err = strict, nil
		}
		if err != nil || d == nil {
			return
		}
		want := elementsOf(t, d, text, len(text))
		if got := elementsOf(t, d, text, 1+int(step)); got != want {
			t.Fatalf("%q differs in pieces of %d bytes:\n%s\n%s", text, 1+step, got, want)
		}
		if got, want := cutAll(d, form.DropSolutions, string(text), 1+int(step)), cutAll(d, form.DropSolutions, string(text), len(text)); got != want {
			t.Fatalf("%q is cut otherwise in pieces of %d bytes: %s, %s", text, 1+step, got, want)
		}
	})
}
