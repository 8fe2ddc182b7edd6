package formats

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// The tables and the word arithmetic of package packed say the same of every
// byte.
func TestTablesAreWords(t *testing.T) {
	for _, form := range []Form{line9, line16} {
		table := tableOf(form.Order)
		cells, text := make([]uint8, form.Order*form.Order), bytes.Repeat([]byte{'.'}, form.Order*form.Order)
		for b, want := range table {
			text[11] = byte(b)
			if ok := packed.ReadCells(cells, text); ok != (want != badCell) || ok && cells[11] != want {
				t.Errorf("%v: %q reads as %v, %d, want %d", form, byte(b), ok, cells[11], want)
			}
		}
	}
}

// decodeCarefully is decodeLines with every line read alone, and its cells by
// the table.
func decodeCarefully(dst *Records, text []byte) {
	size := dst.Order * dst.Order
	table := tableOf(dst.Order)
	for len(text) > 0 {
		line, n, _ := nextLine(text)
		text = text[n:]
		dst.Lines++
		faults := len(dst.Faults)
		dst.Cells = slices.Grow(dst.Cells, size)
		if !decodeLine(dst, line, dst.Cells[len(dst.Cells):][:size]) {
			decodeTrailing(dst, text)
			return
		}
		if faults == len(dst.Faults) && len(line) > 0 && table[line[0]] != badCell {
			for i, cell := range dst.Cells[len(dst.Cells)-size:] {
				if table[line[i]] != cell {
					panic("decodeLine and the table differ")
				}
			}
		}
	}
}

// checkCareful compares Decode with reading each line alone.
func checkCareful(t *testing.T, form Form, text []byte) {
	t.Helper()
	var got Records
	form.Decode(&got, text)
	want := Records{Order: form.Order}
	decodeCarefully(&want, text)
	if !bytes.Equal(got.Cells, want.Cells) || !slices.Equal(got.Faults, want.Faults) {
		t.Fatalf("%v, %q: got %+v\nwant %+v", form, text, got, want)
	}
	got.Cells, got.Faults, want.Cells, want.Faults = nil, nil, nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, %q: got %+v\nwant %+v", form, text, got, want)
	}
}

// Lines of all kinds among usual ones, some of them damaged, read as each does
// alone.
func TestUsualLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		form := []Form{line9, line16}[r.IntN(2)]
		text := randomFile(r, form)
		for range r.IntN(3) {
			if at := r.IntN(len(text) + 1); at < len(text) {
				text[at] = byte(r.Uint32())
			}
		}
		checkCareful(t, form, text)
	}
}

// randomFile returns lines of which most are puzzles and nothing else.
func randomFile(r *rand.Rand, form Form) []byte {
	cells := make([]uint8, form.Order*form.Order)
	var text []byte
	for range r.IntN(20) {
		for i := range cells {
			cells[i] = uint8(r.IntN(form.Order + 1))
		}
		line := form.AppendPuzzle(nil, cells)
		line = line[:len(line)-1]
		switch r.IntN(16) {
		case 0:
			line = append(line, '\r')
		case 1:
			line = append(line, " 7.1 easy"...)
		case 2:
			line = append([]byte("# "), line...)
		case 3:
			line = line[:r.IntN(len(line))]
		case 4:
			line = append(line, line...)
		case 5:
			line = []byte([]string{"", " \t", "x", "end", "end \r"}[r.IntN(5)])
		}
		text = append(append(text, line...), '\n')
	}
	return text[:len(text)-min(len(text), r.IntN(2))]
}

// AppendSolved writes what AppendAnswer does, one by one, and values that are
// no cell as the glyphs say.
func TestAppendSolved(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, form := range allForms() {
		size := form.Order * form.Order
		for range 300 {
			cells := make([]uint8, r.IntN(6)*size)
			for i := range cells {
				cells[i] = uint8(r.IntN(form.Order + 1))
			}
			if len(cells) > 0 && r.IntN(2) == 0 {
				cells[r.IntN(len(cells))] = uint8(r.Uint32())
			}
			want := []byte("before ")
			for at := 0; at < len(cells); at += size {
				want = form.AppendAnswer(want, &Answer{Cells: cells[at : at+size]})
			}
			got := form.AppendSolved([]byte("before "), cells)
			if !bytes.Equal(got, want) {
				t.Fatalf("%v, %v: got %q, want %q", form, cells, got, want)
			}
			if form.Kind == Line {
				checkGlyphs(t, form, got[len("before "):], cells)
			}
		}
	}
}

// checkGlyphs checks each byte of lines that were written.
func checkGlyphs(t *testing.T, form Form, text []byte, cells []uint8) {
	t.Helper()
	glyph := digitsDot
	if form.Order == 16 {
		glyph = lettersDot
	}
	size := form.Order * form.Order
	for i, cell := range cells {
		if got := text[i+i/size]; got != glyph[cell&glyphMask] {
			t.Fatalf("%v: %d is written %q", form, cell, got)
		}
	}
	if n := len(cells) / size; bytes.Count(text, []byte{'\n'}) != n || len(text) != n*(size+1) {
		t.Fatalf("%v: %d bytes for %d grids: %q", form, len(text), n, text)
	}
}
