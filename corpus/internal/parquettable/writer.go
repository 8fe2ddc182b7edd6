package parquettable

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

const (
	// A batch ends where it has so many rows, or so much text.
	batchRows, batchText = 4096, 1 << 20
	// groupBatches is how many batches a row group has.
	groupBatches = 32
	// maxRowText is the most text that a row may have, and the header.
	maxRowText = 64 << 20
	// scanText is how much text is looked through at a time.
	scanText = 64 << 10
)

// Errors of text that is no typed CSV.
var (
	ErrHeader = errors.New("a table begins with a line of column names and one of their types")
	ErrLong   = errors.New("a row has more than 64 MiB")
)

// WriterOptions says how to write a file.
type WriterOptions struct {
	GroupRows int             // the most rows of a row group; 0 = as many as its batches have
	Pool      *pool.Pool      // encodes; without one the goroutine that writes does
	Aborted   <-chan struct{} // ends a wait for the pool
}

// A Writer makes a Parquet file of typed CSV. It cuts text into batches of rows,
// by the text alone; workers of a pool make pages of them; the Writer collects
// these in order and writes them as row groups. It has no goroutine, and needs
// no end but Finish. An error is final.
type Writer struct {
	out    io.Writer
	opts   WriterOptions
	search *zstd.Encoder // finds matches; used by jobs

	head    []byte // the header, as far as it is there
	columns []outColumn
	batch   *batch // the one that is filled; may be nil
	rows    int64  // in batches that were handed over
	made    int
	free    []*batch
	queue   []*batch // handed over, oldest first

	group groupWriter
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
	if err != nil {
		return nil, err
	}
	return &Writer{out: out, opts: opts, search: search, group: groupWriter{out: out}}, nil
}

// Write takes text. It writes row groups that are done meanwhile.
func (w *Writer) Write(text []byte) (int, error) {
	rest := text
	for w.columns == nil && len(rest) > 0 {
		n := min(len(rest), scanText)
		after, err := w.header(rest[:n])
		if err != nil {
			return 0, err
		}
		rest = rest[n-len(after):]
	}
	for len(rest) > 0 {
		if err := w.fill(&rest); err != nil {
			return 0, err
		}
	}
	for len(w.queue) > 0 && len(w.queue[0].done) > 0 {
		if err := w.collectOldest(); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// header collects the two lines ahead of the rows, and returns what follows.
func (w *Writer) header(text []byte) ([]byte, error) {
	had := len(w.head)
	w.head = append(w.head, text...)
	end := headerEnd(w.head)
	if end < 0 {
		if len(w.head) > maxRowText {
			return nil, ErrLong
		}
		return nil, nil
	}
	columns, err := parseHeader(w.head[:end])
	if err != nil {
		return nil, err
	}
	w.columns, w.head = columns, w.head[:end]
	w.group.columns = columns
	return text[end-had:], nil
}

// fill moves text into the batch, and hands it over when it is full.
func (w *Writer) fill(text *[]byte) error {
	if w.batch == nil {
		b, err := w.take()
		if err != nil {
			return err
		}
		w.batch = b
	}
	b := w.batch
	n := min(len(*text), scanText)
	b.text = append(b.text, (*text)[:n]...)
	end := b.scan(len(b.text) - n)
	if end == 0 {
		*text = (*text)[n:]
		if len(b.text) > batchText+maxRowText {
			return ErrLong
		}
		return nil
	}
	*text = (*text)[n-(len(b.text)-end):]
	b.text = b.text[:end]
	w.batch = nil
	w.hand(b)
	return nil
}

// batchRows is the most rows of a batch.
func (w *Writer) batchRows() int {
	if n := w.opts.GroupRows; n > 0 {
		return min(n, batchRows)
	}
	return batchRows
}

// hand hands a batch over.
func (w *Writer) hand(b *batch) {
	b.first = w.rows
	w.rows += int64(b.rows)
	w.queue = append(w.queue, b)
	w.opts.Pool.Do(b)
}

// take returns an empty batch. It waits for one if enough were made.
func (w *Writer) take() (*batch, error) {
	if len(w.free) == 0 && w.made >= w.opts.Pool.InFlight() && len(w.queue) > 0 {
		if err := w.collectOldest(); err != nil {
			return nil, err
		}
	}
	if n := len(w.free); n > 0 {
		b := w.free[n-1]
		w.free = w.free[:n-1]
		return b, nil
	}
	w.made++
	return newBatch(w), nil
}

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
	if b.err != nil {
		return b.err
	}
	if err := w.group.add(b); err != nil {
		return err
	}
	b.reset()
	w.free = append(w.free, b)
	if w.group.batches == groupBatches || w.opts.GroupRows > 0 && w.group.have+int64(w.batchRows()) > int64(w.opts.GroupRows) {
		return w.group.write()
	}
	return nil
}

// Finish writes the rest of the rows and the end of the file.
func (w *Writer) Finish() error {
	if w.columns == nil {
		rest, err := w.header([]byte{'\n'}) // the last line may have no end
		if err != nil || w.columns == nil {
			return errors.Join(ErrHeader, err)
		}
		if len(rest) > 0 {
			return ErrHeader
		}
	}
	if b := w.batch; b != nil && len(b.text) > 0 {
		w.batch = nil
		b.end()
		w.hand(b)
	}
	for len(w.queue) > 0 {
		if err := w.collectOldest(); err != nil {
			return err
		}
	}
	return w.group.finish()
}
