package parquettable

import (
	"bytes"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// A batch is the text of some rows, and the pages that a job makes of it.
type batch struct {
	writer   *Writer
	text     []byte
	rows     int
	quotes   bool  // the text may have some
	quoted   bool  // it ends inside a quoted field
	first    int64 // rows of the file ahead of it
	pages    []outPage
	fields   fieldReader
	lengths  []int // of the fields of the row before
	literals zframe.Literals
	err      error
	done     chan struct{} // holds one token when the pages are there
}

func newBatch(w *Writer) *batch {
	b := &batch{
		writer: w, text: make([]byte, 0, batchText+scanText), done: make(chan struct{}, 1),
		pages: make([]outPage, len(w.columns)), lengths: make([]int, len(w.columns)),
	}
	for i := range b.pages {
		b.pages[i].kind = w.columns[i].kind
	}
	return b
}

// reset empties a batch.
func (b *batch) reset() { b.text, b.rows, b.quotes, b.quoted = b.text[:0], 0, false, false }

// scan looks for row borders in the text from an offset on. It returns where the
// batch ends, which depends on the text alone, or 0 if it has room for more.
func (b *batch) scan(from int) int {
	region := b.text[from:]
	quotes := bytes.IndexByte(region, '"') >= 0
	b.quotes = b.quotes || quotes
	if !quotes && !b.quoted {
		rows := b.rows + bytes.Count(region, []byte{'\n'})
		if rows < b.writer.batchRows() && len(b.text) < batchText {
			b.rows = rows
			return 0
		}
	}
	for at := from; ; {
		n := bytes.IndexByte(b.text[at:], '\n')
		if n < 0 {
			b.quoted = b.quoted != oddQuotes(b.text[at:])
			return 0
		}
		b.quoted = b.quoted != oddQuotes(b.text[at:at+n])
		if at += n + 1; b.quoted {
			continue
		}
		if b.rows++; b.rows == b.writer.batchRows() || at >= batchText {
			return at
		}
	}
}

// end ends the last row, if it does not.
func (b *batch) end() {
	if b.text[len(b.text)-1] != '\n' || b.quoted {
		b.text = append(b.text, '\n')
		b.rows++
	}
}

// Run makes the pages.
func (b *batch) Run() {
	start := time.Now()
	b.err = guard.Do(b.encode)
	b.writer.opts.Pool.Since(start, pool.Encoding)
	b.done <- struct{}{}
}

func (b *batch) encode() error {
	if err := b.parse(); err != nil {
		return err
	}
	for i := range b.pages {
		b.pages[i].encode(b)
	}
	return nil
}
