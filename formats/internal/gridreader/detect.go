package gridreader

// This file finds out how a file is drawn.

import (
	"cmp"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// Detect finds out how the file of a sample is drawn. It takes the notation and the size that read most
// of the sample. If the user names several sizes, there is a style for each. Detect asks a [Watcher] and a [Reader], so
// the question what a grid is has the same answer here and later.
//
// The result is nil if the sample has no drawn grid. An error says why its grids cannot be read: their
// size was not named, their digits are not clear, or most of them are malformed.
// The last is the [*model.SyntaxError] of the first one. grids is the number of whole grids that were found then.
func Detect(s *form.Sample) (file *File, grids int, err error) {
	d := detector{sample: s}
	if d.collect(); !d.reads() {
		d.collectRows()
	}
	best := d.best(s.Orders())
	switch {
	case best == nil && len(d.ways) == 0:
		return nil, 0, nil
	case best == nil:
		return nil, 0, cells.OrderError(slices.MinFunc(d.ways, (*way).compare).style.Size)
	case best.err != nil:
		return nil, best.grids, best.err
	}
	file = &File{Styles: []Style{best.style}}
	for _, size := range s.Sizes {
		if size == best.style.Size {
			continue
		}
		style := best.style.resized(size)
		if other := d.best([]int{size}); other != nil && other.err == nil {
			style = other.style
		}
		file.Styles = append(file.Styles, style)
	}
	t := file.tally(s)
	if t.faultBytes > t.recordBytes {
		return nil, t.records, &t.fault
	}
	file.Count = file.countIn(s, &t)
	return file, 0, nil
}

// A detector finds the ways in which a sample is drawn.
type detector struct {
	sample *form.Sample
	ways   []*way
}

// A way is a style of grids that were found, and what it reads.
type way struct {
	style Style
	err   error // why it cannot be read
	grids int
	heads int    // grids below a row that numbers the columns
	text  []byte // their cells, with spaces between them
	empty int    // of them are empty fields
	tally sampleTally
}

// way returns the way of a notation and a size.
func (d *detector) way(n Notation, size int) *way {
	for _, w := range d.ways {
		if w.style.Notation == n && w.style.Size == size {
			return w
		}
	}
	d.ways = append(d.ways, &way{style: Style{Notation: n, Size: size}})
	return d.ways[len(d.ways)-1]
}

// reads reports whether grids of a size that is read were found.
func (d *detector) reads() bool {
	return slices.ContainsFunc(d.ways, func(w *way) bool { return slices.Contains(d.sample.Orders(), w.style.Size) })
}

// best returns the way that reads most of the sample, of some sizes, or nil.
func (d *detector) best(sizes []int) (best *way) {
	for _, w := range d.ways {
		if !slices.Contains(sizes, w.style.Size) {
			continue
		}
		if w.style.Cells == nil && w.err == nil {
			if w.choose(d.sample.Digits); w.err == nil {
				w.tally = (&File{Styles: []Style{w.style}}).tally(d.sample)
			}
		}
		if best == nil || w.compare(best) < 0 {
			best = w
		}
	}
	return best
}

// compare compares ways: the better one is less. It can be read, reads more grids, or finds more. Of equal
// ways the one that is found first is better, and then the more usual one.
func (w *way) compare(other *way) int {
	if failed := w.err != nil; failed != (other.err != nil) {
		if failed {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(other.tally.net(), w.tally.net()), cmp.Compare(other.grids, w.grids))
}

// choose decides how the cells are written.
func (w *way) choose(digits string) {
	s, size := &w.style, w.style.Size
	s.Headed = 2*w.heads > w.grids
	if s.Notation == Symbols {
		blank, ok := w.otherBlank()
		if !ok {
			w.err = errSymbols
			return
		}
		s.Notation, s.Cells = Chars, cells.NewAlphabet(size, "1-9", string(blank))
		return
	}
	var glyphs cells.GlyphCount
	glyphs.Add(w.text)
	seen, numbers := &glyphs.Seen, s.Notation == Numbers || separators[s.Notation] != 0
	letters := slices.Max(seen['A':'Z'+1])+slices.Max(seen['a':'z'+1]) > 0
	if numbers {
		s.Cells, w.err = glyphs.Alphabet(size, digits)
	} else {
		s.Cells, w.err = cells.ChooseAlphabet(size, seen, digits)
	}
	if a := cells.NewAlphabet(size, cells.Digits0F, "."); size == 16 && s.Cells == nil && w.isSolvedIn(a) {
		s.Cells, w.err = a, nil // 1-G would be puzzles without any G
	}
	switch {
	case s.Cells != nil:
		s.Cells.Spaced = numbers && size > 9 && !letters
		s.Filled = w.isFilled(seen)
	case slices.Max(seen['5':]) == 0:
		w.err = cells.OrderError(4) // a grid has as many cells as these rows
	}
}

// isSolvedIn reports whether the grids are solutions in an alphabet of one byte a cell.
func (w *way) isSolvedIn(a *cells.Alphabet) bool {
	grid := make([]uint8, w.style.Size*w.style.Size)
	for text := range slices.Chunk(w.text, 2*len(grid)) {
		if fault := a.Read(grid, text); fault.Err != nil || !cells.IsComplete(grid) || cells.HasClash(grid, w.style.Size) {
			return false
		}
	}
	return true
}

// isFilled reports whether blanks are written, and nearly never empty fields.
func (w *way) isFilled(seen *[256]int) bool {
	const most = 20 // how many times as frequent written blanks are
	written := -w.empty
	for b, n := range seen {
		if w.style.Cells.Table[b] == 0 {
			written += n
		}
	}
	return written > most*w.empty
}

// otherBlank returns the blank of grids of symbols whose other symbols are the digits 1 to 9.
func (w *way) otherBlank() (blank byte, ok bool) {
	for i := 0; i < len(w.text); i += 2 {
		switch b := w.text[i]; {
		case b >= '1' && b <= '9' || b == blank:
		case blank != 0:
			return 0, false
		default:
			blank = b
		}
	}
	return blank, blank != 0 && w.style.Size == 9
}

// resized returns the style of grids of another size in a file of this style.
func (s Style) resized(size int) Style {
	if s.Notation == Columns {
		s.Notation = Chars // short words would be rows of small grids
	}
	s.Size, s.Cells = size, s.Cells.Resized(size)
	return s
}
