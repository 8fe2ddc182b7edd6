package search

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// masks is the portable engine for every shape but 3×3 and 4×4. It keeps the
// candidates of each cell as a mask. The rules work on the cells of a band that
// a line and a box share: a segment. The union of their masks shows all digits
// at once.
type masks struct {
	engine.Interruptible
	walk
	whole
	shape geometry.Box
	all   uint32  // all digits
	views [2]view // the bands with their rows, and the stacks with their columns
	// path holds the states of the search path: second children that wait, then
	// the current state. Each level but the last fixes at least one more cell.
	path   []maskState
	clues  [3][32]uint32 // used by load: the digits in each row, column and box
	places []place       // by cell
}

// A place has the row, the column and the box of a cell, and its segments of the
// row and of the column.
type place [5]uint8

const (
	inRow = iota
	inColumn
	inBox
	inRowSegment
	inColumnSegment

	maxSegments = geometry.MaxSide * geometry.MaxBox // of the rows or of the columns
)

// A view is a way to look at the grid as bands of lines.
type view struct {
	bands, bandStep int // number of bands, and the distance of their first cells
	lines, lineStep int // lines of a band
	boxes           int // boxes of a band
	width, cellStep int // cells of a segment
}

// A maskState is one node of the search.
type maskState struct {
	cells  []uint32  // by cell: its candidates
	dirty  [2]uint32 // by view: the bands that changed since closeBand last ran for them
	open   int       // set by close: number of cells with two or more candidates
	fewest int       // set by close: the least number of candidates of such a cell
}

func newMasks(shape geometry.Box) *masks {
	n, size := shape.Side(), shape.Cells()
	r, c := shape.Rows, shape.Columns
	e := &masks{
		shape: shape, all: 1<<n - 1, path: make([]maskState, size+1), places: make([]place, size),
		views: [2]view{
			{bands: c, bandStep: r * n, lines: r, lineStep: n, boxes: r, width: c, cellStep: 1},
			{bands: r, bandStep: c, lines: c, lineStep: 1, boxes: c, width: r, cellStep: n},
		},
	}
	cells := make([]uint32, size*len(e.path))
	for i := range e.path {
		e.path[i].cells = cells[i*size:][:size:size]
	}
	for cell := range size {
		row, column, box := shape.Houses(cell)
		e.places[cell] = place{uint8(row), uint8(column), uint8(box), uint8(row*r + column/c), uint8(column*c + row/r)}
	}
	return e
}

// Search implements engine.Engine.
func (e *masks) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.begin(cells)
	return run(e, cells, limit, maxGuesses)
}

// begin implements walker.
func (e *masks) begin(cells []uint8) {
	e.walk = walk{}
	e.alive = e.load(cells) && e.close(&e.path[0])
}

// beginCandidates implements walker.
func (e *masks) beginCandidates(candidates []uint32) {
	e.walk = walk{}
	copy(e.path[0].cells, candidates)
	e.alive = !slices.Contains(candidates, 0) && e.close(e.allDirty())
}

// walkTo implements walker.
func (e *masks) walkTo(open int, maxGuesses uint64) event {
	depth, alive := e.depth, e.alive && !e.stopped
	for {
		s := &e.path[depth]
		switch {
		case alive && s.open > open:
			if e.guesses >= maxGuesses || e.guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
				return e.pause(depth)
			}
			e.guesses++
			cell := e.branchCell(s)
			depth++
			child := &e.path[depth]
			copy(child.cells, s.cells)
			digits := s.cells[cell]
			e.set(child, cell, digits&-digits)
			e.set(s, cell, digits&(digits-1))
			alive = e.close(child)
			continue
		case alive:
			return e.stopAt(depth)
		case depth == 0:
			return e.end()
		}
		depth--
		alive = e.close(&e.path[depth])
	}
}

// solution implements walker.
func (e *masks) solution(cells []uint8) {
	for i, m := range e.path[e.depth].cells {
		cells[i] = uint8(bits.Len32(m))
	}
}

// save implements walker.
func (e *masks) save(t *Subtree) {
	s := &e.path[e.depth]
	t.masks.cells = append(t.masks.cells[:0], s.cells...)
	t.masks.open, t.masks.fewest = s.open, s.fewest
}

// restart implements walker.
func (e *masks) restart(t *Subtree) {
	e.walk = walk{alive: true}
	s := &e.path[0]
	copy(s.cells, t.masks.cells)
	s.dirty, s.open, s.fewest = [2]uint32{}, t.masks.open, t.masks.fewest
}

// appendBelow implements walker.
func (e *masks) appendBelow(dst []uint8) []uint8 {
	n, size := len(dst), e.shape.Cells()
	dst = slices.Grow(dst, size)[:n+size]
	e.solution(dst[n:])
	return dst
}

// load sets up the initial state: each clue is the only candidate of its cell,
// and is removed from its peers. It returns false if two equal clues clash or a
// cell has no candidate.
func (e *masks) load(cells []uint8) bool {
	e.clues = [3][32]uint32{}
	for i, v := range cells {
		if v == 0 {
			continue
		}
		row, column, box := e.cluesAt(i)
		digit := uint32(1) << (v - 1)
		if (*row|*column|*box)&digit != 0 {
			return false
		}
		*row |= digit
		*column |= digit
		*box |= digit
	}
	s := e.allDirty()
	for i, v := range cells {
		row, column, box := e.cluesAt(i)
		s.cells[i] = e.all &^ (*row | *column | *box)
		if v != 0 {
			s.cells[i] = 1 << (v - 1)
		}
		if s.cells[i] == 0 {
			return false
		}
	}
	return true
}

// cluesAt returns the clues in the row, the column and the box of a cell.
func (e *masks) cluesAt(cell int) (row, column, box *uint32) {
	at := &e.places[cell]
	return &e.clues[inRow][at[inRow]&31], &e.clues[inColumn][at[inColumn]&31], &e.clues[inBox][at[inBox]&31]
}

// allDirty returns the first state, with all bands and stacks to look at.
func (e *masks) allDirty() *maskState {
	s := &e.path[0]
	s.dirty = [2]uint32{1<<e.views[0].bands - 1, 1<<e.views[1].bands - 1}
	return s
}

// set sets the candidates of a cell.
func (e *masks) set(s *maskState, cell int, digits uint32) {
	s.cells[cell] = digits
	at := &e.places[cell]
	s.dirty = [2]uint32{1 << (int(at[inRow]) / e.shape.Rows), 1 << (int(at[inColumn]) / e.shape.Columns)}
}

// branchCell returns the cell to branch at: the one with the fewest candidates;
// of several, the one with the highest score; of several, the first. The score
// counts open cells: once in the row and the column, twice in the box, less four
// times in the two segments. That is what the definition counts, plus a constant.
func (e *masks) branchCell(s *maskState) (best int) {
	var open [5][maxSegments]int16
	for i, m := range s.cells {
		if m&(m-1) != 0 {
			for kind, at := range &e.places[i] {
				open[kind][at]++
			}
		}
	}
	highest := math.MinInt
	for i, m := range s.cells {
		if bits.OnesCount32(m) == s.fewest {
			at := &e.places[i]
			score := int(open[inRow][at[inRow]] + open[inColumn][at[inColumn]] + 2*open[inBox][at[inBox]] -
				4*(open[inRowSegment][at[inRowSegment]]+open[inColumnSegment][at[inColumnSegment]]))
			if score > highest {
				highest, best = score, i
			}
		}
	}
	return best
}
