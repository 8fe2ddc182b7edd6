package parquettable

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

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

// A leaf is a column as the file has it, and a place in it. The Reader's caller alone uses it;
// jobs have only its pages.
type leaf struct {
	*node
	reader *Reader

	// The place.
	page  *page // nil before the first entry of a row group
	entry int   // of the page
	value int   // of the page
	left  int64 // entries of the row group after the page

	// The pages that were read after that page.
	queue []*page
	free  []*page // to be used again
	group int     // of the next page
	chunk *chunk  // of that group
	at    int64   // the next page in the file
	rest  int64   // entries of the chunk from there on
	dict  *page
	head  []byte
}

// enter goes to the beginning of a row group, after the one before was passed.
func (l *leaf) enter(group int) {
	l.drop()
	l.left = l.reader.footer.groups[group].chunks[l.leaf].entries
}

// drop gives up the page. The last page of a chunk also gives up the dictionary.
func (l *leaf) drop() {
	p := l.page
	if p == nil {
		return
	}
	if p.last && p.dict != nil {
		l.recycle(p.dict)
	}
	l.page, p.dict = nil, nil
	l.recycle(p)
}

// recycle keeps a page to be used again. If it was not waited for, a job may have it.
func (l *leaf) recycle(p *page) {
	if l.reader.held -= p.cost; p.decoded {
		l.free = append(l.free, p)
	}
}

// there reports whether the row group has another entry. It goes to the next page at the end of
// one.
func (l *leaf) there() bool {
	for l.page == nil || l.entry == l.page.entries {
		if l.left == 0 || l.reader.err != nil {
			return false
		}
		l.drop()
		if len(l.queue) == 0 {
			l.fetch(true)
		}
		p := l.queue[0]
		l.queue = append(l.queue[:0], l.queue[1:]...)
		l.page, l.entry, l.value = p, 0, 0
		if err := p.await(); err != nil {
			l.entry = p.entries
			l.reader.fail(err)
			return false
		}
		l.left -= int64(p.entries)
	}
	return true
}

// await waits for the page to be decoded, and its dictionary.
func (p *page) await() error {
	if !p.decoded {
		r := p.leaf.reader
		start := time.Now()
		select {
		case <-p.done:
		case <-r.quit:
			return os.ErrClosed
		}
		r.opts.Pool.Since(start, pool.AwaitingDecoding)
		p.decoded = true
	}
	if p.err != nil || !p.indexed {
		return p.err
	}
	if err := p.dict.await(); err != nil {
		return err
	}
	if int64(p.largest) >= int64(p.dict.n) {
		return p.damaged(errDictionary)
	}
	p.clean = p.dict.clean
	return nil
}

// fetch reads the next page, and has it decoded: also of a later row group. It reports false if
// there is none, or unless it is needed no memory. If reading fails the page says why.
func (l *leaf) fetch(needed bool) bool {
	groups := l.reader.footer.groups
	for l.rest == 0 {
		if l.group == l.reader.to-1 {
			return false
		}
		l.group++
		l.chunk = &groups[l.group].chunks[l.leaf]
		l.at, l.rest, l.dict = l.chunk.start, l.chunk.entries, nil
	}
	for {
		p := &page{leaf: l, done: make(chan struct{}, 1)}
		if n := len(l.free); n > 0 {
			p, l.free = l.free[n-1], l.free[:n-1]
		}
		p.group, p.codec, p.offset, p.dict = l.group, l.chunk.codec, l.at, l.dict
		p.indexed, p.decoded, p.err, p.cost = false, false, nil, 0
		ok, err := l.read(p, needed)
		if !ok {
			l.free = append(l.free, p)
			return false
		}
		if err != nil {
			p.err, p.decoded = p.damaged(err), true
			p.kind, p.last, l.rest = dataPage, true, 0
			l.group = l.reader.to - 1 // nothing after it is read
		} else {
			l.reader.opts.Pool.Do(p)
		}
		if p.kind != dictionaryPage {
			l.queue = append(l.queue, p)
			return true
		}
		l.dict = p
	}
}

// read reads a page. It reports false if there is no memory for it and it is not needed.
func (l *leaf) read(p *page, needed bool) (ok bool, err error) {
	r := l.reader
	end := l.chunk.start + l.chunk.size
	h, size, err := readPageHeader(r.file, l.at, end, &l.head)
	if err != nil {
		return true, err
	}
	p.pageHeader = h
	next := l.at + int64(size) + int64(h.packed)
	if next > end {
		return true, errFill
	}
	cost := int64(h.packed) + int64(h.textSize) + 6*int64(h.entries)
	switch h.encoding {
	case plainEncoding, plainDictionary, dictionaryIndices:
	default:
		cost += int64(h.textSize) + 18*int64(h.entries)
	}
	if r.held+cost > maxAhead && !needed {
		return false, nil
	}
	if held := r.held + cost; held > r.most {
		return true, fmt.Errorf("pages whose rows belong together take %d MiB, at most %d are read: write the file with smaller pages", held>>20, r.most>>20)
	}
	p.raw = resize(p.raw, h.packed)
	if err := readAt(r.file, p.raw, l.at+int64(size)); err != nil {
		return true, err
	}
	r.read(next - l.at)
	l.at = next
	if h.kind == dictionaryPage {
		if l.dict != nil {
			return true, errors.New("a second dictionary")
		}
	} else if l.rest -= int64(h.entries); l.rest < 0 {
		return true, errors.New("the pages have more values than the column")
	}
	if p.last = l.rest == 0; p.last && next != end {
		return true, errFill
	}
	p.cost = cost
	r.held += cost
	return true, nil
}

// ahead reads pages that are needed later, as far as there is memory.
func (l *leaf) ahead() {
	for len(l.queue) <= l.reader.opts.Pool.Workers() && l.fetch(false) {
	}
}

// next passes an entry. It returns its value; ok is false for a null.
func (l *leaf) next() (value []byte, ok bool) {
	if !l.there() {
		l.reader.fail(l.damaged(errRowCount))
		return nil, false
	}
	p := l.page
	l.entry++
	if p.nulls && int(p.defs[l.entry-1]) < l.def {
		return nil, false
	}
	l.value++
	return p.at(l.value - 1), true
}

// damaged says where the place is.
func (l *leaf) damaged(err error) error {
	if l.page == nil {
		return fmt.Errorf("column %q: %w", l.path, err)
	}
	return l.page.damaged(err)
}

// level is the definition level of the current entry.
func (l *leaf) level() int {
	if !l.there() || l.def == 0 {
		return 0
	}
	return int(l.page.defs[l.entry])
}

// repeats reports whether the current entry goes on with the list of a level.
func (l *leaf) repeats(level int) bool {
	return l.there() && int(l.page.reps[l.entry]) >= level
}
