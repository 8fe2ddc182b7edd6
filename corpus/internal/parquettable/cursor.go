//go:build !js

// A column is read page by page, and its fields are written row by row.

package parquettable

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// maxNumber is the most bytes of a value that is no text. Programs write decimals of up to 32 bytes.
const maxNumber = 64

// A PageError reports a page that is damaged or cannot be read.
type PageError struct {
	Column string
	Group  int   // index of the row group
	Offset int64 // of the page in the file
	Err    error
}

func (e *PageError) Error() string {
	return fmt.Sprintf("column %q, row group %d, page at byte %d: %v", e.Column, e.Group, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *PageError) Unwrap() error { return e.Err }

// A cursor gives the fields of a column, row by row. Only the goroutine that calls Reader.Read uses
// it; jobs use its pages, its column and its reader, which do not change.
type cursor struct {
	*column
	reader *Reader
	index  int // of the column in the schema

	page  *page // the current page; nil before the first
	entry int   // index of the next entry in the page
	value int   // index of the next value in the page
	rows  int64 // rows of the row group up to the end of the page

	ahead      []*page // pages after the current one that were read, at most one per worker
	group      int     // the row group of the page to read next
	chunk      *chunk
	offset     int64 // where to read the next page
	entries    int64 // of the chunk that are not read yet
	dictionary *page // of the chunk
}

// damaged has the reader fail because of a page.
func (c *cursor) damaged(group int, offset int64, err error) {
	c.reader.fail(&PageError{Column: c.name, Group: group, Offset: offset, Err: err})
}

// more goes to the page of the next entry, and reports whether there is one. It checks the rows of a
// page before it uses the page.
func (c *cursor) more() bool {
	for c.page == nil || c.entry == c.page.entries {
		if c.page != nil && c.page.held > 0 {
			c.reader.held -= c.page.held
			c.page.held = 0
			c.reader.spare = append(c.reader.spare, *c.page)
		}
		if !c.fetch(1, true) {
			return false
		}
		p := c.ahead[0]
		if c.page == nil || c.page.group != p.group {
			c.rows = 0
		}
		c.page, c.ahead, c.entry, c.value = p, slices.Delete(c.ahead, 0, 1), 0, 0
		if err := c.enter(p); err != nil {
			c.damaged(p.group, p.offset, err)
			return false
		}
		if c.reader.begun {
			c.fetch(c.reader.opts.Pool.Workers(), false)
		}
	}
	return true
}

// enter waits until a page is decoded, and compares its rows with the row group.
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

// fetch reads pages after the current one until n are there, if necessary from later row groups, and
// has them decoded. It reports false if there are no more, or no memory for pages that are not needed
// yet.
func (c *cursor) fetch(n int, needed bool) bool {
	r := c.reader
	for len(c.ahead) < n {
		for c.entries == 0 {
			if c.group+1 == r.to {
				return false
			}
			c.group++
			chunks := r.footer.groups[c.group].chunks
			c.chunk, c.dictionary = &chunks[c.index], nil
			c.offset, c.entries = c.chunk.start(), c.chunk.entries()
			for i := range chunks { // columns that are left out count as read
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
			c.ahead = append(c.ahead, p)
			r.opts.Pool.Do(p)
		}
	}
	return true
}

// read reads a page, and decodes it if it is a dictionary. It returns nil if there is no memory for
// a page that is not needed yet. The cursor moves on only if there is no error.
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

// appendField appends the field of the next row to dst, in which the row begins at a byte. It
// appends nothing for a null.
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

// appendList appends the field of a column with lists, as JSON. The field has the current entry and
// all entries after it whose repetition level is not 0.
func (c *cursor) appendList(dst []byte, row int) []byte {
	if c.page.reps[c.entry] > 0 {
		c.damaged(c.page.group, c.page.offset, errLevels)
	}
	if c.levelBelow(c.listDefs[0] - 1) {
		c.entry++
		return dst
	}
	json, open := c.reader.json[:0], 0 // open is the number of lists without an end yet
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

// appendEntry appends the current entry, and before it the beginnings of lists that are not open
// yet. It returns how many lists are open then.
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

// levelBelow reports whether the definition level of the current entry is below a level.
func (c *cursor) levelBelow(level int) bool { return int(c.page.defs[c.entry]) < level }
