package parquettable

import (
	"errors"
	"fmt"
	"math"
	"sync"
)

// A leaf is a column as the file has it, and the pages of it that are in use.
type leaf struct {
	*node
	reader *Reader

	group         int   // the row group of the next page
	chunk         chunk // of that group
	at            int64 // where the next page is
	left          int64 // entries of the chunk from there on
	rows          int64 // of the chunk, up to there
	dict          *page
	pending       *page // whose header was read
	pendingHeader int64 // the bytes of that
	header        []byte
	window        []*page // pages that rows are still to be made of
	decoded       int     // how many of them were seen to be decoded
	skip          int     // rows of the first one that were used
	passed        bool    // some page was used up

	mu   sync.Mutex
	free []*page
}

// A PageError says which page of a file is damaged, or cannot be read.
type PageError struct {
	Column string
	Group  int   // the row group, from 0 on
	Offset int64 // of the page in the file
	Err    error
}

func (e *PageError) Error() string {
	return fmt.Sprintf("column %q, row group %d, page at byte %d: %v", e.Column, e.Group, e.Offset, e.Err)
}

// Unwrap returns what is wrong with the page.
func (e *PageError) Unwrap() error { return e.Err }

func (l *leaf) damaged(offset int64, err error) error {
	return &PageError{Column: l.path, Group: l.group, Offset: offset, Err: err}
}

// more reports whether the leaf has further pages. It moves to the next row
// group where one ends.
func (l *leaf) more() (bool, error) {
	for l.left == 0 {
		if l.rep > 0 {
			if _, err := l.decodeAhead(math.MaxInt); err != nil { // to count rows
				return false, err
			}
		}
		groups := l.reader.footer.groups
		if l.group >= l.reader.from {
			if err := l.checkEnd(); err != nil {
				return false, err
			}
		}
		if l.group == l.reader.to-1 {
			return false, nil
		}
		l.group++
		c := groups[l.group].chunks[l.leaf]
		l.chunk, l.at, l.left, l.rows = c, c.start, c.entries, 0
		l.drop(l.dict)
		l.dict = nil
		if l == l.reader.leaves[0] {
			l.reader.passDropped(l.group)
		}
	}
	return true, nil
}

// next reads the header of the next page, which says what it will cost. The
// page itself is not read.
func (l *leaf) next() (*page, error) {
	if l.pending != nil {
		return l.pending, nil
	}
	end := l.chunk.start + l.chunk.size
	h, size, err := readPageHeader(l.reader.file, l.at, end, &l.header)
	if err == nil {
		err = l.checkPage(&h, end-l.at-int64(size))
	}
	if err != nil {
		return nil, l.damaged(l.at, err)
	}
	l.pending, l.pendingHeader = l.take(), int64(size)
	l.pending.begin(l, h)
	return l.pending, nil
}

// fetch reads a page whose header was seen, and has it decoded.
func (l *leaf) fetch() error {
	p, size := l.pending, l.pendingHeader
	l.pending = nil
	h := &p.header
	p.raw = l.reader.raws.take(h.packed)
	if err := readAt(l.reader.file, p.raw, l.at+size); err != nil {
		return l.damaged(l.at, err)
	}
	l.at += size + int64(h.packed)
	l.reader.read(size + int64(h.packed))
	if h.kind == dictionaryPage {
		return l.fetchDictionary(p)
	}
	if l.left -= int64(h.entries); l.left < 0 {
		return l.damaged(p.offset, errors.New("the pages have more values than the column"))
	}
	p.ends = l.left == 0
	if l.rep == 0 {
		p.rows = h.entries
		l.rows += int64(p.rows)
	}
	if l.rows > l.reader.footer.groups[l.group].rows {
		return l.damaged(p.offset, errRowCount)
	}
	if p.dict = l.dict; p.dict != nil {
		p.dict.refs.Add(1)
	}
	l.window = append(l.window, p)
	l.reader.opts.Pool.Do(p)
	return nil
}

// fetchDictionary waits for the dictionary: pages that are decoded after it need
// it.
func (l *leaf) fetchDictionary(p *page) error {
	if l.dict != nil {
		return l.damaged(p.offset, errors.New("a second dictionary"))
	}
	l.dict = p
	l.reader.opts.Pool.Do(p)
	return l.await(p)
}

// await waits for a page to be decoded.
func (l *leaf) await(p *page) error {
	select {
	case <-p.done:
		return p.err
	case <-l.reader.quit:
		return errQuit
	}
}

// ahead is how many whole rows there are in the first n pages of the window:
// those of a column that repeats may go on in the next page.
func (l *leaf) ahead(n int) (rows int) {
	if n == 0 {
		return 0
	}
	for _, p := range l.window[:n] {
		rows += p.rows
	}
	if l.rep > 0 && !l.window[n-1].ends {
		rows--
	}
	return rows - l.skip
}

// decodeAhead waits for pages to be decoded up to some rows ahead, as far as
// they were fetched, and returns how many pages these are.
func (l *leaf) decodeAhead(rows int) (pages int, err error) {
	for pages = 1; pages <= len(l.window); pages++ {
		if pages > l.decoded {
			p := l.window[pages-1]
			if err := l.await(p); err != nil {
				return 0, err
			}
			l.decoded = pages
			if l.rep > 0 {
				l.rows += int64(p.rows)
			}
		}
		if l.ahead(pages) >= rows {
			return pages, nil
		}
	}
	return len(l.window), nil
}

// use passes over rows that a piece has.
func (l *leaf) use(rows int) {
	l.skip += rows
	for l.decoded > 0 && l.skip >= l.window[0].rows {
		l.skip -= l.window[0].rows
		l.drop(l.window[0])
		l.passed = true
		l.window = append(l.window[:0], l.window[1:]...)
		l.decoded--
	}
}

// take returns an empty page, which counts as used once.
func (l *leaf) take() *page {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.free); n > 0 {
		p := l.free[n-1]
		l.free = l.free[:n-1]
		return p
	}
	return &page{leaf: l}
}

// begin readies a page for what its header says is there.
func (p *page) begin(l *leaf, h pageHeader) {
	p.group, p.codec, p.header, p.offset = l.group, l.chunk.codec, h, l.at
	p.cost = int64(h.packed) + int64(h.text) + 6*int64(h.entries)
	p.rows, p.ends, p.nulls, p.indexed, p.err = 0, false, false, false, nil
	p.done = make(chan struct{})
	p.refs.Store(1)
}

// drop gives up one use of a page. Nil is none.
func (l *leaf) drop(p *page) {
	if p == nil || p.refs.Add(-1) > 0 {
		return
	}
	l.drop(p.dict)
	p.dict = nil
	l.reader.release(p.cost)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, p)
}
