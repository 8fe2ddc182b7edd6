package parquettable

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// maxNumber is the most bytes of a value that is no text. Decimals have up to 32.
const maxNumber = 64

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

// A cursor gives the fields of a column, row by row. The goroutine of Reader.Read alone uses it;
// jobs have only its pages.
type cursor struct {
	*column
	reader *Reader
	index  int // of the column

	page  *page // nil before the first one
	entry int   // the next one of the page
	value int   // the next one of the page
	rows  int64 // of the row group, up to the end of the page

	ahead      *page // the page after that one, if it was read
	group      int   // the row group of the page to read next
	chunk      *chunk
	offset     int64 // where to read the next page
	entries    int64 // of the chunk from there on
	dictionary *page // of the chunk
}

// damaged fails, because of a page.
func (c *cursor) damaged(group int, offset int64, err error) {
	c.reader.fail(&PageError{Column: c.name, Group: group, Offset: offset, Err: err})
}

// more reports whether there is another entry, and goes to its page. Before it gives an entry of a
// page it checks that the row group has the rows of the page.
func (c *cursor) more() bool {
	for c.page == nil || c.entry == c.page.entries {
		if c.page != nil && c.page.held > 0 {
			c.reader.held -= c.page.held
			c.page.held = 0
			c.reader.spare = append(c.reader.spare, *c.page)
		}
		if !c.fetch(true) {
			return false
		}
		p := c.ahead
		if c.page == nil || c.page.group != p.group {
			c.rows = 0
		}
		c.page, c.ahead, c.entry, c.value = p, nil, 0, 0
		if err := c.enter(p); err != nil {
			c.damaged(p.group, p.offset, err)
			return false
		}
		if c.reader.begun {
			c.fetch(false)
		}
	}
	return true
}

// enter waits for a page to be decoded, and checks its rows.
func (c *cursor) enter(p *page) error {
	start := time.Now()
	select {
	case <-p.done:
	case <-c.reader.quit:
		return os.ErrClosed
	}
	c.reader.opts.Pool.Since(start, pool.AwaitingDecoding)
	c.rows += p.rows
	if want := c.reader.footer.groups[p.group].rows; p.err == nil && (c.rows > want || p.last && c.rows < want) {
		return errRowCount
	}
	return p.err
}

// fetch reads the page after the current one, also of a later row group, and has it decoded. It
// reports false if there is none, or if it is not needed and there is no memory.
func (c *cursor) fetch(needed bool) bool {
	r := c.reader
	for c.ahead == nil {
		for c.entries == 0 {
			if c.group+1 == r.to {
				return false
			}
			c.group++
			chunks := r.footer.groups[c.group].chunks
			c.chunk, c.dictionary = &chunks[c.index], nil
			c.offset, c.entries = c.chunk.start(), c.chunk.entries()
			for i := range chunks { // what is left out counts as read
				if c.index == r.first && r.cursors[i] == nil {
					r.progress(chunks[i].said[chunkSize])
				}
			}
		}
		p, err := c.read(needed)
		if err != nil && needed {
			c.damaged(c.group, c.offset, err)
		}
		if err != nil || p == nil {
			return false
		}
		if p.kind != dictionaryPage {
			c.ahead = p
			r.opts.Pool.Do(p)
		}
	}
	return true
}

// read reads a page, and decodes it if it is a dictionary. It returns no page if there is no memory
// for one that is not needed.
func (c *cursor) read(needed bool) (*page, error) {
	r, end := c.reader, c.chunk.end()
	h, err := readPageHeader(r.file, c.offset, end)
	if err != nil {
		return nil, err
	}
	p := &page{}
	if n := len(r.spare); n > 0 {
		*p = r.spare[n-1]
	}
	*p = page{
		pageHeader: h, cursor: c, group: c.group, offset: c.offset, held: h.cost(), dictionary: c.dictionary, done: make(chan struct{}),
		values: p.values, raw: p.raw, text: p.text, reps: p.reps, defs: p.defs, indices: p.indices,
	}
	next, entries := c.offset+int64(h.size)+int64(h.packed), c.entries-int64(h.entries)
	if h.kind == dictionaryPage {
		entries = c.entries
	}
	p.last = entries == 0
	switch {
	case r.held+p.held > maxAhead && !needed:
		return nil, nil
	case r.held+p.held > r.budget:
		return nil, fmt.Errorf("pages whose rows belong together take %d MiB, at most %d are read: write the file with smaller pages",
			(r.held+p.held)>>20, r.budget>>20)
	case entries < 0:
		return nil, errors.New("the pages have more values than the column")
	case next > end, p.last && next != end:
		return nil, errors.New("the pages do not fill the place of their column")
	}
	p.raw, r.spare = resize(p.raw, h.packed), r.spare[:max(0, len(r.spare)-1)]
	if err := readAt(r.file, p.raw, c.offset+int64(h.size)); err != nil {
		return nil, err
	}
	if h.kind == dictionaryPage {
		if c.dictionary != nil {
			return nil, errors.New("a second dictionary")
		}
		if err := p.decode(); err != nil {
			return nil, err
		}
		c.dictionary = p
	}
	r.progress(next - c.offset)
	r.held += p.held
	if c.offset, c.entries = next, entries; p.last && c.dictionary != nil {
		p.held += c.dictionary.held
	}
	return p, nil
}

// appendField appends the field of the next row, which begins at a byte of dst. For a null it
// appends nothing.
func (c *cursor) appendField(dst []byte, row int) []byte {
	if !c.more() {
		c.damaged(c.group, c.offset, errRowCount)
		return dst
	}
	if len(c.listDefs) > 0 {
		return c.appendList(dst, row)
	}
	v, null := c.next()
	switch {
	case null, !c.reader.fits(len(dst) - row + len(v)):
		return dst
	case !c.isText():
		return c.appendValue(dst, v)
	case c.page.clean && len(v) > 0:
		return append(dst, v...)
	}
	return appendQuoted(dst, v)
}

// next returns the value of the current entry, and goes to the next entry.
func (c *cursor) next() (v []byte, null bool) {
	p := c.page
	c.entry++
	if p.nulls && int(p.defs[c.entry-1]) < c.maxDef {
		return nil, true
	}
	v = p.at(c.value)
	if c.value++; len(v) > maxNumber && !c.isText() {
		c.damaged(p.group, p.offset, errLength)
		return nil, true
	}
	return v, false
}

// appendList appends the field of a column with lists, as JSON. Its entries are the current one
// and those after it that repeat.
func (c *cursor) appendList(dst []byte, row int) []byte {
	if c.page.reps[c.entry] > 0 {
		c.damaged(c.page.group, c.page.offset, errLevels)
	}
	if c.levelBelow(c.listDefs[0] - 1) {
		c.entry++
		return dst
	}
	json, open := c.reader.json[:0], 0 // lists that are open
	for rep := 0; ; rep = int(c.page.reps[c.entry]) {
		if rep > 0 {
			if rep > open || c.levelBelow(c.listDefs[rep-1]) {
				c.damaged(c.page.group, c.page.offset, errLevels)
			}
			json = append(closeLists(json, open-rep), ',')
		}
		json, open = c.appendEntry(json, rep)
		if !c.reader.fits(len(dst)-row+len(json)) || !c.more() || c.page.reps[c.entry] == 0 {
			break
		}
	}
	c.reader.json = closeLists(json, open)
	return appendQuoted(dst, c.reader.json)
}

// appendEntry appends the current entry, with the lists that it begins inside those that are open.
// It returns how many are open then.
func (c *cursor) appendEntry(json []byte, open int) ([]byte, int) {
	for ; open < len(c.listDefs); open++ {
		text := "["
		if c.levelBelow(c.listDefs[open] - 1) {
			text = "null"
		} else if c.levelBelow(c.listDefs[open]) {
			text = "[]"
		}
		if json = append(json, text...); len(text) > 1 {
			c.entry++
			return json, open
		}
	}
	v, null := c.next()
	switch {
	case null:
		json = append(json, "null"...)
	case c.reader.fits(len(json) + len(v)):
		json = c.appendJSON(json, v)
	}
	return json, open
}

func closeLists(json []byte, n int) []byte {
	for range n {
		json = append(json, ']')
	}
	return json
}

// levelBelow reports whether the current entry has less than a definition level.
func (c *cursor) levelBelow(level int) bool { return int(c.page.defs[c.entry]) < level }
