package parquettable

import (
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// maxPieceText is how much text of a piece is made at a time: values of a
// dictionary may be far larger than what refers to them.
const maxPieceText = 1 << 20

// A piece is some rows whose pages are decoded. A job makes text of them.
type piece struct {
	reader *Reader
	rows   int // still to be made text of
	scans  []scan
	text   []byte
	json   []byte // of a value
	err    error
	done   chan struct{} // holds one token when there is text
}

// A scan reads the entries of a leaf one after the other.
type scan struct {
	leaf   *leaf
	pages  []*page // all that the piece uses
	turned int     // how many of them were passed
	skip   int     // rows of the first that are not the piece's
	page   *page   // the current one; nil before the first row
	entry  int
	value  int
	bad    bool // the pages have not what they should
}

func newPiece(r *Reader) *piece {
	return &piece{
		reader: r, scans: make([]scan, len(r.nodes)), done: make(chan struct{}, 1),
		text: make([]byte, 0, pieceText+pieceText/4),
	}
}

// begin readies a piece for so many rows.
func (p *piece) begin(rows int) { p.rows, p.err = rows, nil }

// begin moves a scan to the next row of a leaf, which is in the first n of its
// pages, with those that follow.
func (s *scan) begin(l *leaf, n int) {
	s.leaf, s.skip = l, l.skip
	pages := l.window[:n]
	for s.skip >= pages[0].rows { // no row begins there that was not used
		s.skip -= pages[0].rows
		pages = pages[1:]
	}
	s.pages = append(s.pages[:0], pages...)
	for _, p := range s.pages {
		p.refs.Add(1)
	}
	s.page, s.turned, s.bad = nil, 0, false
}

// load goes to the row at which the scan begins, which may take counting.
func (s *scan) load() {
	s.page = s.pages[0]
	at := s.page.find(s.skip)
	s.entry, s.value = at.entry, at.value
}

// Run makes text: of all rows that are left, or as many as maxPieceText has
// room for.
func (p *piece) Run() {
	start := time.Now()
	p.text = p.text[:0]
	p.err = guard.Do(p.make)
	if p.err != nil {
		p.rows = 0
	}
	if p.rows == 0 {
		p.release()
	}
	p.reader.opts.Pool.Since(start, pool.Decoding)
	p.done <- struct{}{}
}

// release gives the pages up.
func (p *piece) release() {
	for i := range p.scans {
		s := &p.scans[i]
		for _, page := range s.pages {
			s.leaf.drop(page)
		}
		s.pages = s.pages[:0]
	}
	p.reader.inFlight.Add(-1)
	p.reader.signal()
}

func (p *piece) make() error {
	r := p.reader
	for _, l := range r.leaves {
		if s := &p.scans[l.leaf]; s.page == nil {
			s.load()
		}
	}
	for ; p.rows > 0 && len(p.text) < maxPieceText; p.rows-- {
		for i := range r.columns {
			if i > 0 {
				p.text = append(p.text, ',')
			}
			if i >= r.only.first && i < r.only.end {
				p.field(&r.columns[i])
			}
		}
		p.text = append(p.text, '\n')
	}
	for _, l := range r.leaves {
		if s := &p.scans[l.leaf]; s.bad {
			return s.page.damaged(errLevels)
		}
	}
	return nil
}

// field appends a field of the row.
func (p *piece) field(c *column) {
	s := &p.scans[c.leaf]
	if !c.flat() {
		p.nested(c)
		return
	}
	page, value, ok := s.next()
	switch {
	case !ok:
	case c.format != nil:
		p.text = c.format(p.text, page.at(value))
	default:
		v := page.at(value)
		if len(v) > 0 && page.clean() {
			p.text = append(p.text, v...)
		} else {
			p.text = appendField(p.text, v)
		}
	}
}

// next passes an entry of a leaf that does not repeat, and says which value of
// which page it has: ok is false for a null.
func (s *scan) next() (p *page, value int, ok bool) {
	if !s.there() {
		s.bad = true
		return s.page, 0, false
	}
	p = s.page
	s.entry++
	if p.nulls && int(p.defs[s.entry-1]) < s.leaf.def {
		return p, 0, false
	}
	s.value++
	return p, s.value - 1, true
}

// there reports whether there is a current entry. It goes to the next page where
// one ends.
func (s *scan) there() bool {
	for s.entry == s.page.header.entries {
		if len(s.pages) == s.turned+1 {
			return false
		}
		s.turned++
		s.page, s.entry, s.value = s.pages[s.turned], 0, 0
	}
	return true
}
