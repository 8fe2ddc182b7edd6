package parquettable

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

const (
	batchRows, batchText = 4096, 1 << 20 // a batch ends where it has so many rows, or so much text
	groupBatches         = 32            // of a row group
	maxRowText           = 64 << 20      // the most text of a row
	scanText             = 64 << 10      // the text that is looked through at a time
)

// WriterOptions says how to write a file.
type WriterOptions struct {
	GroupRows int             // the most rows of a row group; 0 = as many as its batches have
	Pool      *pool.Pool      // encodes; without one the goroutine that writes does
	Aborted   <-chan struct{} // ends a wait for the pool
}

// A Writer makes a Parquet file of typed CSV. It cuts text into batches of rows, by the text
// alone; jobs make pages of them; the Writer collects these in order and writes them as row
// groups. It has no goroutine, and needs no end but Finish. An error is final.
type Writer struct {
	outFile
	opts   WriterOptions
	search *zstd.Encoder // used by jobs
	batch  *batch        // the one that is filled
	made   int
	free   []*batch
	queue  []*batch // handed over, oldest first
}

// A batch is the text of some rows, and the pages that a job makes of it.
type batch struct {
	writer   *Writer
	text     []byte
	at       int   // how much of it was looked through
	ends     []int // of the rows
	quoted   bool  // at lies inside a quoted field
	first    int64 // rows of the file before it
	pages    []outPage
	literals zframe.Literals
	err      error
	done     chan struct{} // holds one token when the pages are there
}

// NewWriter returns a Writer of a file to out.
func NewWriter(out io.Writer, opts WriterOptions) (*Writer, error) {
	search, err := zstd.NewWriter(
		nil,
		zstd.WithEncoderConcurrency(opts.Pool.Workers()+1),
		zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderCRC(false), // a page has one of its own
		zstd.WithWindowSize(batchText),
		zstd.WithLowerEncoderMem(true),
	)
	w := &Writer{outFile: outFile{out: out}, opts: opts, search: search}
	w.batch = w.newBatch()
	return w, err
}

func (w *Writer) newBatch() *batch {
	w.made++
	return &batch{writer: w, text: make([]byte, 0, batchText+scanText), done: make(chan struct{}, 1)}
}

// batchRows is the most rows of a batch. The first one has the header.
func (w *Writer) batchRows() int {
	switch n := w.opts.GroupRows; {
	case w.columns == nil:
		return 2
	case n > 0:
		return min(n, batchRows)
	}
	return batchRows
}

// Write takes text. It writes row groups that are done meanwhile.
func (w *Writer) Write(text []byte) (int, error) {
	for rest := text; len(rest) > 0; {
		b := w.batch
		n := min(len(rest), scanText)
		b.text = append(b.text, rest[:n]...)
		full := b.scan(w.batchRows())
		rest = rest[n-(len(b.text)-b.at):]
		b.text = b.text[:b.at]
		if len(b.text) > batchText+maxRowText {
			return 0, ErrLong
		}
		if full {
			if err := w.hand(); err != nil {
				return 0, err
			}
		}
	}
	for len(w.queue) > 0 && len(w.queue[0].done) > 0 {
		if err := w.collectOldest(); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// scan looks for the ends of rows. It reports whether the batch is full, which depends on the text
// alone; then at is its end.
func (b *batch) scan(most int) bool {
	for b.at < len(b.text) {
		n := bytes.IndexByte(b.text[b.at:], '\n')
		line := b.text[b.at:]
		if n >= 0 {
			line = line[:n+1]
		}
		b.at += len(line)
		b.quoted = b.quoted != (bytes.Count(line, []byte{'"'})%2 == 1)
		if n < 0 || b.quoted {
			continue
		}
		if b.ends = append(b.ends, b.at); len(b.ends) == most || b.at >= batchText && b.writer.columns != nil {
			return true
		}
	}
	return false
}

// hand hands the batch over, and takes another. It waits for one if enough were made.
func (w *Writer) hand() (err error) {
	b := w.batch
	if w.columns == nil {
		if len(b.ends) < 2 {
			return ErrHeader
		}
		w.head = bytes.Clone(b.text)
		w.columns, err = parseHeader(b.text, b.ends)
		b.reset()
		return err
	}
	b.first = w.rows
	w.rows += int64(len(b.ends))
	w.queue = append(w.queue, b)
	w.opts.Pool.Do(b)
	if len(w.free) == 0 && w.made >= w.opts.Pool.InFlight() {
		err = w.collectOldest()
	}
	if n := len(w.free); n > 0 {
		w.batch, w.free = w.free[n-1], w.free[:n-1]
	} else {
		w.batch = w.newBatch()
	}
	return err
}

func (b *batch) reset() { b.text, b.at, b.ends, b.quoted = b.text[:0], 0, b.ends[:0], false }

// collectOldest takes the pages of the oldest batch, when they are done.
func (w *Writer) collectOldest() error {
	b := w.queue[0]
	start := time.Now()
	select {
	case <-b.done:
	case <-w.opts.Aborted:
		return os.ErrClosed
	}
	w.opts.Pool.Since(start, pool.AwaitingEncoding)
	w.queue = append(w.queue[:0], w.queue[1:]...)
	if b.err == nil {
		b.err = w.add(b)
	}
	if b.err != nil {
		return b.err
	}
	b.reset()
	w.free = append(w.free, b)
	if w.Batches == groupBatches || w.opts.GroupRows > 0 && w.Have+int64(w.batchRows()) > int64(w.opts.GroupRows) {
		return w.writeGroup()
	}
	return nil
}

// collect has all batches but the last encoded.
func (w *Writer) collect() error {
	for len(w.queue) > 0 {
		if err := w.collectOldest(); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes the rest of the rows and the end of the file.
func (w *Writer) Finish() error {
	if b := w.batch; len(b.text) > 0 || w.columns == nil {
		if n := len(b.text); n > 0 && (b.text[n-1] != '\n' || b.quoted) { // the last row has no end
			b.text = append(b.text, '\n')
			b.ends = append(b.ends, len(b.text))
		}
		if err := w.hand(); err != nil {
			return err
		}
	}
	if err := w.collect(); err != nil {
		return err
	}
	return w.finish()
}

// A saved is what a Writer keeps of what it was given, and of what it wrote.
type saved struct {
	Head, Rest []byte // the header, and rows that are in no batch yet
	Group      group
}

// Save has all batches encoded and returns what a new Writer must Restore to go on from there.
func (w *Writer) Save() ([]byte, error) {
	if err := w.collect(); err != nil {
		return nil, err
	}
	return json.Marshal(saved{w.head, w.batch.text, w.group})
}

// Restore makes a new Writer one that has been given what another had when it was saved.
func (w *Writer) Restore(state []byte) error {
	var s saved
	if err := json.Unmarshal(state, &s); err != nil {
		return err
	}
	if _, err := w.Write(s.Head); err != nil {
		return err
	}
	w.group = s.Group
	w.rows = w.Rows + w.Have
	_, err := w.Write(s.Rest)
	return err
}

// Run makes the pages.
func (b *batch) Run() {
	start := time.Now()
	b.err = guard.Do(b.encode)
	b.writer.opts.Pool.Since(start, pool.Encoding)
	b.done <- struct{}{}
}

// encode reads the rows into pages.
func (b *batch) encode() error {
	columns := b.writer.columns
	b.pages = resize(b.pages, len(columns))
	for i := range b.pages {
		b.pages[i].reset(columns[i].kind)
	}
	valid, from := utf8.Valid(b.text), 0
	for row, end := range b.ends {
		line := b.text[from : end-1]
		from = end
		for i := range b.pages {
			field, quoted, rest, more, err := cutField(line)
			if err == nil && more != (i < len(columns)-1) {
				err = errFields
			}
			if err != nil {
				return &RowError{Row: b.first + int64(row) + 1, Err: err}
			}
			if !b.pages[i].add(row, field, quoted) || !valid && !utf8.Valid(field) {
				return b.fieldError(i, row, string(field))
			}
			line = rest
		}
	}
	for i := range b.pages {
		b.pages[i].encode(b)
	}
	return nil
}

func (b *batch) fieldError(column, row int, field string) error {
	c := b.writer.columns[column]
	return &FieldError{Column: c.name, Type: c.kind, Row: b.first + int64(row) + 1, Value: field}
}
