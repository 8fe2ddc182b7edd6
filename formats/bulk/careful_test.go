package bulk_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// decodeCarefully is Decode without its fast paths: it reads every line alone.
func decodeCarefully(dst *model.Records, form bulk.Form, text []byte) {
	switch form.Kind {
	case bulk.Line:
		decodeLinesCarefully(dst, text)
	case bulk.Hiho:
		hiho.Decode(dst, text, false)
	}
}

// decodeLinesCarefully reads each line as a separate text without its newline, which is too
// short for the fast path, and compares the cells with the table.
func decodeLinesCarefully(dst *model.Records, text []byte) {
	table := cells.TableOf(dst.Order)
	plain := bulk.Form{Kind: bulk.Line, Order: dst.Order}
	for len(text) > 0 {
		line, n, _ := syntax.NextLine(text)
		text = text[n:]
		dst.Lines++
		var one model.Records
		plain.Decode(&one, line)
		if one.Ended {
			dst.Ended = true
			var rest model.Records
			plain.Decode(&rest, append([]byte("end\n"), text...))
			if dst.Trailing = rest.Trailing; dst.Trailing.Err != nil {
				dst.Trailing.Line += dst.Lines - 1
			}
			dst.Lines += syntax.CountLines(text)
			return
		}
		for _, fault := range one.Faults {
			fault.Line = dst.Lines
			dst.Fault(fault)
		}
		if len(one.Cells) > 0 && table[line[0]] != cells.BadCell {
			for i, cell := range one.Cells {
				want := table[line[i]]
				if len(one.Cells) == 81 && strings.IndexByte(cells.OtherBlanks, line[i]) >= 0 {
					want = 0
				}
				if want != cell {
					panic("decodeLine and the table differ")
				}
			}
		}
		dst.Hidden += one.Hidden
		dst.Cells = append(dst.Cells, one.Cells...)
		dst.N += one.N - len(one.Faults)
	}
}

// checkCareful compares Decode with decodeCarefully, if the form has fast paths.
func checkCareful(t *testing.T, form bulk.Form, text []byte) {
	t.Helper()
	if !slices.Contains(fastForms(), form) {
		return
	}
	var got model.Records
	form.Decode(&got, text)
	want := model.Records{Order: form.Order}
	decodeCarefully(&want, form, text)
	if !bytes.Equal(got.Cells, want.Cells) || !slices.Equal(got.Faults, want.Faults) {
		t.Fatalf("%v, %q: got %+v\nwant %+v", form, text, got, want)
	}
	got.Cells, got.Faults, want.Cells, want.Faults = nil, nil, nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, %q: got %+v\nwant %+v", form, text, got, want)
	}
}

// TestUsualText damages usual text. Each line must read as it does alone.
func TestUsualText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		form := fastForms()[r.IntN(len(fastForms()))]
		var text []byte
		for range r.IntN(20) {
			grid := make([]uint8, form.Order*form.Order)
			for i := range grid {
				grid[i] = uint8(r.IntN(form.Order + 1))
			}
			text = form.AppendPuzzle(text, grid)
		}
		for range r.IntN(5) {
			at := r.IntN(len(text) + 1)
			switch line := bytes.LastIndexByte(text[:at], '\n'); r.IntN(3) {
			case 0:
				text = slices.Replace(text, at, min(at+r.IntN(2), len(text)), byte(r.Uint32()))
			case 1:
				text = slices.Delete(text, at, min(at+r.IntN(300), len(text)))
			default:
				more := []string{"\r", " 7.1 easy", "\n# ", "\nx", "\nend", "\nend \r", "\n \t"}[r.IntN(7)]
				text = slices.Insert(text, max(line, 0), []byte(more)...)
			}
		}
		checkCareful(t, form, text)
	}
}

// TestRowBytes tries every byte at every place of a grid in rows, and adjacent pairs of
// bytes, because one could carry into the next.
func TestRowBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, form := range fastForms() {
		cells := make([]uint8, form.Order*form.Order)
		for i := range cells {
			cells[i] = uint8(i * 7 % (form.Order + 1))
		}
		grid := form.AppendPuzzle(nil, cells)
		step := 1
		if form.Kind == bulk.Line {
			step = 7 // package packed tries every place
		}
		for at := 0; at < len(grid); at += step {
			text := slices.Clone(grid)
			for b := range 256 {
				text[at] = byte(b)
				checkCareful(t, form, text)
			}
		}
		for pair := range 1 << 13 {
			text := slices.Clone(grid)
			text[20+pair%5], text[21+pair%5] = byte(r.Uint32()), byte(r.Uint32())
			checkCareful(t, form, text)
		}
	}
}

// fastForms returns the forms with fast paths.
func fastForms() []bulk.Form { return []bulk.Form{line9, line16, hiho9} }

// appendCarefully is AppendPuzzle one cell at a time.
func appendCarefully(dst []byte, form bulk.Form, grid []uint8) []byte {
	glyph := map[bulk.Form]*cells.Glyphs{line9: cells.DigitsDot, line16: cells.GlyphsOf(16), hiho9: cells.DigitsZero, grid16: cells.LettersDash}[form]
	for i, cell := range grid {
		dst = append(dst, glyph[cell&cells.GlyphMask])
		switch rowEnds := (i+1)%form.Order == 0; {
		case form.Kind == bulk.Hiho && !rowEnds:
			dst = append(dst, ' ')
		case form.Kind != bulk.Line && rowEnds || i == len(grid)-1:
			dst = append(dst, '\n')
		}
	}
	if form.Kind == bulk.Letters16 {
		dst = append(dst, '\n')
	}
	return dst
}

// TestAppendValues tries every value at every place, and adjacent pairs.
func TestAppendValues(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, form := range allForms() {
		check := func(cells []uint8) {
			t.Helper()
			want := appendCarefully(nil, form, cells)
			if got := form.AppendPuzzle(nil, cells); !bytes.Equal(got, want) {
				t.Fatalf("%v, %v: got %q, want %q", form, cells, got, want)
			}
			if got := form.AppendSolved(nil, slices.Concat(cells, cells)); !bytes.Equal(got, slices.Concat(want, want)) {
				t.Fatalf("%v, %v twice: got %q, want %q", form, cells, got, want)
			}
		}
		cells := make([]uint8, form.Order*form.Order)
		for at := range cells {
			for value := range 256 {
				cells[at] = uint8(value)
				check(cells)
			}
			cells[at] = 0
		}
		for pair := range 1 << 12 {
			cells[pair%5], cells[1+pair%5] = uint8(r.Uint32()), uint8(r.Uint32())
			check(cells)
			cells[pair%5], cells[1+pair%5] = 0, 0
		}
	}
}

// TestAppendMultiple compares the answers to several puzzles with one call for each.
func TestAppendMultiple(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, form := range allForms() {
		for n := range 40 {
			size, before := form.Order*form.Order, make([]byte, n, n+r.IntN(1<<14))
			grids, want := make([]uint8, n*size), slices.Clone(before)
			for i := range grids {
				grids[i] = uint8(1 + r.IntN(form.Order))
			}
			for grid := range slices.Chunk(grids, size) {
				want = form.AppendAnswer(want, &bulk.Answer{Verdict: bulk.Multiple, Cells: grid})
			}
			if got := form.AppendMultiple(before, grids); !bytes.Equal(got, want) {
				t.Fatalf("%v, %d grids: got %q, want %q", form, n, got, want)
			}
		}
	}
}
