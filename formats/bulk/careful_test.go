package bulk

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/hiho"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestTablesAreWords checks that the tables and the word arithmetic of package packed agree
// on every byte.
func TestTablesAreWords(t *testing.T) {
	for _, form := range []Form{line9, line16} {
		table := cells.TableOf(form.Order)
		grid, text := make([]uint8, form.Order*form.Order), bytes.Repeat([]byte{'.'}, form.Order*form.Order)
		for b, want := range table {
			text[11] = byte(b)
			if ok := packed.ReadCells(grid, text); ok != (want != cells.BadCell) || ok && grid[11] != want {
				t.Errorf("%v: %q reads as %v, %d, want %d", form, byte(b), ok, grid[11], want)
			}
		}
	}
}

// decodeCarefully is Decode without its fast paths: it reads every line alone.
func decodeCarefully(dst *model.Records, form Form, text []byte) {
	switch form.Kind {
	case Line:
		decodeLinesCarefully(dst, text)
	case Hiho:
		hiho.Decode(dst, text, false)
	}
}

// decodeLinesCarefully reads each line as a separate text without its newline, which is too
// short for the fast path, and compares the cells with the table.
func decodeLinesCarefully(dst *model.Records, text []byte) {
	table := cells.TableOf(dst.Order)
	plain := Form{Kind: Line, Order: dst.Order}
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

// checkCareful compares Decode with decodeCarefully.
func checkCareful(t *testing.T, form Form, text []byte) {
	t.Helper()
	if form.Kind == Letters16 {
		return // it has no fast path
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

// TestUsualText mixes usual lines with lines of all kinds, some of them damaged. Each must
// read as it does alone.
func TestUsualText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		form := allForms()[r.IntN(len(allForms()))]
		text := randomFile(r, form)
		for range r.IntN(3) {
			if at := r.IntN(len(text) + 1); at < len(text) {
				text[at] = byte(r.Uint32())
			}
		}
		checkCareful(t, form, text)
	}
}

// randomFile returns puzzles, most of them written as programs write them.
func randomFile(r *rand.Rand, form Form) []byte {
	cells := make([]uint8, form.Order*form.Order)
	var text []byte
	for range r.IntN(20) {
		for i := range cells {
			cells[i] = uint8(r.IntN(form.Order + 1))
		}
		record := form.AppendPuzzle(nil, cells)
		// Damage goes to the first line of the record, or to the only one.
		line, n, _ := syntax.NextLine(record)
		line = slices.Clone(line)
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
		case 6:
			line = append(append([]byte("\n"), line...), " \t\n"...)
		}
		text = append(append(text, line...), '\n')
		text = append(text, record[n:]...)
	}
	return text[:len(text)-min(len(text), r.IntN(2))]
}

// TestRowBytes tries every byte at every place of a grid in rows, and adjacent pairs of
// bytes, because one could carry into the next.
func TestRowBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	cells := make([]uint8, 81)
	for i := range cells {
		cells[i] = uint8(i * 7 % 10)
	}
	grid := hiho9.AppendPuzzle(nil, cells)
	for at := range grid {
		text := slices.Clone(grid)
		for b := range 256 {
			text[at] = byte(b)
			checkCareful(t, hiho9, text)
		}
	}
	for pair := range 1 << 13 {
		text := slices.Clone(grid)
		text[20+pair%5], text[21+pair%5] = byte(r.Uint32()), byte(r.Uint32())
		checkCareful(t, hiho9, text)
	}
}

// appendCarefully is AppendPuzzle one cell at a time.
func appendCarefully(dst []byte, form Form, grid []uint8) []byte {
	glyph := map[Form]*cells.Glyphs{line9: cells.DigitsDot, line16: cells.GlyphsOf(16), hiho9: cells.DigitsZero, grid16: cells.LettersDash}[form]
	for i, cell := range grid {
		dst = append(dst, glyph[cell&cells.GlyphMask])
		switch rowEnds := (i+1)%form.Order == 0; {
		case form.Kind == Hiho && !rowEnds:
			dst = append(dst, ' ')
		case form.Kind != Line && rowEnds || i == len(grid)-1:
			dst = append(dst, '\n')
		}
	}
	if form.Kind == Letters16 {
		dst = append(dst, '\n')
	}
	return dst
}

// TestAppendSolved checks that any values, alone or many at once, are written with the
// form's glyphs.
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
			want, single := []byte("before "), []byte("before ")
			for at := 0; at < len(cells); at += size {
				want = appendCarefully(want, form, cells[at:at+size])
				single = form.AppendAnswer(single, &Answer{Verdict: Solved, Cells: cells[at : at+size]})
			}
			if !bytes.Equal(single, want) {
				t.Fatalf("%v, %v: AppendAnswer gives %q, want %q", form, cells, single, want)
			}
			if got := form.AppendSolved([]byte("before "), cells); !bytes.Equal(got, want) {
				t.Fatalf("%v, %v: AppendSolved gives %q, want %q", form, cells, got, want)
			}
		}
	}
}

// TestAppendValues tries every value at every place, and adjacent pairs.
func TestAppendValues(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, form := range allForms() {
		check := func(cells []uint8) {
			t.Helper()
			if got, want := form.AppendPuzzle(nil, cells), appendCarefully(nil, form, cells); !bytes.Equal(got, want) {
				t.Fatalf("%v, %v: got %q, want %q", form, cells, got, want)
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
