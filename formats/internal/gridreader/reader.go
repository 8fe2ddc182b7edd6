package gridreader

// This file turns lines into elements.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Reader reads one file. It does not allocate in steady state, and its memory is bounded.
type Reader struct {
	count   Count
	keep    bool // solutions are records
	strict  bool // there is one style, which is strict
	sizes   []int
	own     []stack // the styles of the file, one a size
	watcher *Watcher
	hidden  []int64 // the places of grids in comments, for a Cutter to take

	given   int64 // the end of the last element that Next returned
	covered int64 // the end of the last element
	line    int   // the number of the line that begins there
	at      int64 // the place of the next line
	number  int   // its number
	excess  int64 // bytes of the lines before it that are beyond MaxLine+1 and an end
	earlier int64 // the same without the last line
	passed  int64 // the same up to covered, about

	queue []Element // those before head were returned
	head  int
	held  int // from this index on, elements wait for the next grid, which is judged with them; -1: none
	full  int // the index of a complete grid that may be the solution of the next grid; -1: none

	before neighbour
	sections
	grids    int // in the styles of the file
	fault    model.SyntaxError
	finished bool
}

// NewReader returns a Reader of a file in a drawing. Without styles, all grids are strays.
func NewReader(d *File) *Reader {
	r := &Reader{count: d.Count, watcher: NewWatcher(), line: 1, number: 1, held: -1, full: -1}
	for _, style := range d.Styles {
		r.own, r.sizes = append(r.own, stack{style: style}), append(r.sizes, style.Size)
	}
	r.strict = len(r.own) == 1 && r.own[0].style.Strict
	return r
}

// Next returns the next element, or nil if it needs more text or the file has ended. text is the file
// from the end of the last element on; eof says that nothing follows it. The element is valid until the
// next call. How the file is split into texts does not change the elements.
func (r *Reader) Next(text []byte, eof bool) *Element {
	e := r.peek(text, eof)
	if e != nil {
		r.take(e)
	}
	return e
}

// take removes the element that peek returned. It stays valid until the next peek.
func (r *Reader) take(e *Element) {
	r.given = e.end()
	r.head++
}

// forget forgets the elements of the queue that were returned.
func (r *Reader) forget() {
	for i := r.head; i < len(r.queue); i++ {
		r.queue[i-r.head], r.queue[i] = r.queue[i], r.queue[i-r.head] // so the room for cells stays
	}
	r.queue = r.queue[:len(r.queue)-r.head]
	r.held, r.full = max(r.held-r.head, -1), max(r.full-r.head, -1)
	r.head = 0
}

// peek returns the element that Next returns. A text may be shorter than the one before.
func (r *Reader) peek(text []byte, eof bool) *Element {
	for {
		if r.head > 0 && (r.head == len(r.queue) || r.head == r.held) {
			r.forget()
		}
		if r.head < len(r.queue) && (r.held < 0 || r.head < r.held) {
			e := &r.queue[r.head]
			if e.size > len(text) {
				return nil // the text before was longer
			}
			e.Text = text[:e.size]
			return e
		}
		from := int(r.at - r.given)
		if r.strict && from < len(text) && r.readWhole(text[from:]) {
			continue
		}
		line, size, ended := []byte(nil), 0, false
		if from < len(text) {
			line, size, ended = syntax.NextLine(text[from:])
		}
		switch {
		case !ended && !eof, r.finished:
			return nil
		case size == 0:
			r.finish()
		default:
			line = syntax.TrimCR(line)
			at := newLineAt(line, r.at, r.at+int64(size), r.number)
			r.at = at.to
			r.number++
			r.earlier = r.excess
			r.excess += max(0, int64(size)-MaxLine-2)
			at.reach -= r.excess
			r.next(line, at)
		}
	}
}

// Finish returns the fault of the file as a whole, or nil.
func (r *Reader) Finish() *model.SyntaxError {
	if r.count.Line > 0 && r.grids < r.count.Grids {
		r.fault = model.SyntaxError{Line: r.count.Line, Column: r.count.Column, Err: model.ErrCount, Have: r.grids, Want: r.count.Grids}
	}
	if r.fault.Err == nil {
		return nil
	}
	fault := r.fault
	return &fault
}

// next takes a line.
func (r *Reader) next(line []byte, at lineAt) {
	if r.count.Line > 0 && at.number == r.count.Line {
		r.addGap(at.to, at.number+1)
		return
	}
	if r.isAtEnd() && at.number > r.count.Line {
		r.trailing(line, at)
		return
	}
	s := r.choose(line)
	kind := otherLine
	if s != nil {
		for rows := s.ended(at); rows > 0; rows = s.ended(at) {
			r.addGrid(s, rows)
			s.read(line)
		}
		if s.isRow() {
			r.endWatch()
			r.settle(s)
		}
		s.push(line, at)
		if s.complete() {
			r.addGrid(s, s.n)
		}
		if kind = s.kind; s.isRow() {
			return
		}
	}
	if kind == otherLine {
		r.title(line, at)
	}
	if kind == otherLine || s.n == 0 {
		r.addStray(r.watcher.line(line, at))
	}
	if n := at.reach - (r.covered - r.passed); n > MaxRecord || n > MaxGap && !r.watcher.isOpen() && (s == nil || s.n == 0) {
		r.endAll()
		r.addGap(at.to, at.number+1)
	}
}

// isAtEnd reports whether all grids that the file announces were read.
func (r *Reader) isAtEnd() bool { return r.count.Line > 0 && r.grids == r.count.Grids }

// trailing takes a line after the last grid that the file announces.
func (r *Reader) trailing(line []byte, at lineAt) {
	if column := syntax.TextColumn(line, MaxLine); column > 0 && r.fault.Err == nil {
		r.fault = model.SyntaxError{Line: at.number, Column: column, Err: model.ErrTrailing, Want: r.count.Grids}
	}
	if r.release(); at.to-r.covered > MaxGap {
		r.addGap(at.to, at.number+1)
	}
}

// choose reads a line in the style of the open grid, or in the first one for which it is a row. It
// returns the stack of this style, or nil if the file has none.
func (r *Reader) choose(line []byte) *stack {
	var open, found *stack
	for i := range r.own {
		if s := &r.own[i]; s.n > 0 {
			open = s
		}
	}
	if open != nil {
		if kind := open.read(line); kind != otherLine && (kind != badRowLine || open.isOpen()) {
			return open
		}
	}
	for i := range r.own {
		s := &r.own[i]
		if s == open {
			continue
		}
		switch kind := s.read(line); {
		case kind == rowLine && open != nil:
			r.addGrid(open, open.n)
			return s
		case kind == rowLine:
			return s
		case found == nil || kind == badRowLine && found.kind != badRowLine:
			found = s
		}
	}
	if open != nil {
		return open
	}
	return found
}

// endWatch ends the open strays, because a record or the end follows.
func (r *Reader) endWatch() {
	if r.watcher.isOpen() {
		r.addStray(r.watcher.End())
	}
}

// endAll ends all open grids.
func (r *Reader) endAll() {
	for i := range r.own {
		if s := &r.own[i]; s.n > 0 {
			r.addGrid(s, s.n)
		}
	}
	r.endWatch()
}

// finish ends the file.
func (r *Reader) finish() {
	r.endAll()
	r.addGap(r.at, r.number)
	r.release()
	r.finished = true
}

// addGrid makes the first rows of a stack an element, and drops them.
func (r *Reader) addGrid(s *stack, rows int) {
	first, last := s.lines[0], s.lines[rows-1]
	kind, err := r.judge(s, rows)
	e := Element{Kind: kind, Style: &s.style, From: first.from, Line: first.number, Err: err, size: int(last.to - first.from)}
	if kind != Fault {
		e.Cells = s.grid(rows)
	}
	r.addGap(first.from, first.number)
	r.grids++
	if r.add(e, last.number+1); kind == Record && !r.keep && bytes.IndexByte(e.Cells, 0) < 0 {
		r.full = len(r.queue) - 1
	}
	s.drop(rows)
}

// addStray makes a stray, which may be nil, an element.
func (r *Reader) addStray(s *StrayGrid) {
	switch {
	case s == nil:
		return
	case s.Comment:
		r.hidden = append(r.hidden, s.From)
		return
	}
	r.before.grid = nil
	r.addGap(s.From, s.Line)
	r.add(Element{Kind: Stray, Style: s.style, From: s.From, Line: s.Line, Cells: s.Cells, Err: s.Fault(r.sizes...), size: int(s.To - s.From)}, s.Line+s.Lines)
}

// addGap makes the text up to a place an element. number is the number of the line that begins there.
func (r *Reader) addGap(to int64, number int) {
	kind := Gap
	if r.fault.Err != nil || r.count.Line > 0 && number == r.count.Line+1 {
		kind = Apart
	}
	if to > r.covered {
		r.add(Element{Kind: kind, From: r.covered, Line: r.line, size: int(to - r.covered)}, number)
	}
}

// add adds an element to the queue. number is the number of the line that begins at its end.
func (r *Reader) add(e Element, number int) {
	n, far := len(r.queue), r.isFar(e.end())
	switch {
	case e.Kind == Solution && far:
		r.release()
		e.Kind, r.apart = Apart, true
		if n > r.head && r.queue[n-1].Kind == Gap {
			r.queue[n-1].Kind = Apart
		}
	case e.Kind == Solution && r.held >= 0, e.Kind == Record && r.full >= 0 && r.queue[r.full].Kind == Solution:
		r.full = -1
	case e.Kind == Solution, e.Kind == Record && !r.keep:
		if r.held, r.full = n, -1; n > r.head && r.queue[n-1].Kind == Gap {
			r.held--
		}
	case e.Kind != Gap || far:
		r.release()
	}
	r.queue = slices.Grow(r.queue, 1)[:n+1]
	e.Cells = append(r.queue[n].Cells[:0], e.Cells...) // in its own room
	r.queue[n] = e
	if r.covered, r.line, r.passed = e.end(), number, r.earlier; r.covered == r.at {
		r.passed = r.excess
	}
}

// isFar reports whether a place is too far from the puzzle that is held, or from the title of the section.
func (r *Reader) isFar(to int64) bool {
	if r.section != puzzles {
		return to-r.since > maxBlock
	}
	return r.held >= 0 && to-r.queue[r.held].From > form.MaxHeld
}

// settle lets Next return the puzzle that is held if a row of a grid shows that this is another puzzle.
func (r *Reader) settle(s *stack) {
	if r.held >= 0 && r.full < 0 && r.section != states && s.kind == rowLine && s.row.clues < s.row.n {
		r.release()
	}
}

// release lets Next return what was held.
func (r *Reader) release() { r.held, r.full = -1, -1 }
