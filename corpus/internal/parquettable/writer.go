//go:build !js

// A Writer makes a Parquet file of typed CSV.

package parquettable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/groups"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

const (
	maxGroupText = 20 << 20 // the text of a row group
	maxRowText   = 64 << 20 // the most text of a row
)

// ErrHeader is returned for a text that is not typed CSV.
var ErrHeader = errors.New("a table must begin with a line of column names and a line of their types")

// WriterOptions says how to write a file.
type WriterOptions struct {
	GroupText int             // the text of a row group, in bytes; 0 = 20 MiB
	Pool      *pool.Pool      // encodes pages; if nil, the goroutine that writes does
	Aborted   <-chan struct{} // ends a wait for the pool
}

// A Writer writes typed CSV as a Parquet file. It cuts text into batches of rows, by the text alone.
// Jobs make a page for each column of a batch. The Writer collects pages in order, and writes them
// as row groups. It has no goroutine. Finish ends the file; an error is final.
type Writer struct {
	out       io.Writer
	groupText int
	encoder   *zstd.Encoder // used by jobs
	header    []byte
	columns   []outColumn // nil before the header is whole
	batches   *groups.Writer
	written
}

// An outColumn is a column to write.
type outColumn struct {
	name string
	kind Type
}

// A written describes the bytes that were written, and the row group that is not written yet. Its
// fields are exported for Save.
type written struct {
	At     int64 // bytes written
	Rows   int64 // in row groups that were written
	Groups int
	Meta   []byte // of these row groups
	Text   int    // bytes of text in the row group that is not written yet
	Have   int64  // rows of that row group
	Chunks []outChunk
}

// An outChunk is the pages of a column in a row group.
type outChunk struct {
	Pages []byte
	Plain int64 // bytes before compression, headers included
	Nulls int64
	Used  uint     // a bit for each encoding of its pages
	Signs [2]int64 // the first row with an int below 0, and with one from 2^63 on, in all row groups; 0 = none
}

// NewWriter returns a Writer of a file to out.
func NewWriter(out io.Writer, opts WriterOptions) (*Writer, error) {
	encoder, err := zstd.NewWriter(
		nil,
		zstd.WithEncoderConcurrency(opts.Pool.Workers()+1),
		zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderCRC(false), // a page has one of its own
		zstd.WithWindowSize(1<<20),
		zstd.WithLowerEncoderMem(true),
	)
	w := &Writer{out: out, groupText: maxGroupText, encoder: encoder}
	if opts.GroupText > 0 {
		w.groupText = opts.GroupText
	}
	w.batches = groups.NewWriter(groups.Options{
		Pool: opts.Pool, Aborted: opts.Aborted, MaxText: min(groups.MaxText, (w.groupText+3)/4),
		New: func() groups.Packer { return &batch{writer: w} }, Cut: lastRowEnd, Put: w.add,
	})
	return w, err
}

// lastRowEnd returns where the last whole row ends, 0 if there is none. If there is none within
// maxRowText it returns the end of text.
func lastRowEnd(text []byte) int {
	quotes, end := bytes.Count(text, []byte{'"'}), len(text)
	for end > 0 && (text[end-1] != '\n' || quotes%2 == 1) {
		line := bytes.LastIndexByte(text[:end-1], '\n') + 1
		quotes -= bytes.Count(text[line:end], []byte{'"'})
		end = line
	}
	if end == 0 && len(text) > maxRowText {
		end = len(text)
	}
	return end
}

// rowEnd returns where the first row ends, and whether it has a newline there.
func rowEnd(text []byte) (end int, whole bool) {
	for quotes := 0; ; {
		n := bytes.IndexByte(text[end:], '\n') + 1
		if n == 0 {
			return len(text), false
		}
		quotes += bytes.Count(text[end:end+n], []byte{'"'})
		if end += n; quotes%2 == 0 {
			return end, true
		}
	}
}

// Write adds text. It writes row groups that are complete.
func (w *Writer) Write(text []byte) (int, error) {
	rows := text
	if w.columns == nil {
		w.header = append(w.header, text...)
		names, _ := rowEnd(w.header)
		types, whole := rowEnd(w.header[names:])
		if len(w.header) > maxRowText {
			return 0, ErrHeader
		} else if !whole {
			return len(text), nil
		}
		header := w.header[:names+types]
		w.header, rows = bytes.Clone(header), w.header[names+types:]
		if err := w.parseHeader(header[:names-1], header[names:len(header)-1]); err != nil {
			return 0, err
		}
	}
	if _, err := w.batches.Write(rows); err != nil {
		return 0, err
	}
	return len(text), nil
}

// parseHeader reads the two lines before the rows.
func (w *Writer) parseHeader(names, types []byte) error {
	name, err := cutRow(nil, names, true)
	if err != nil {
		return errors.Join(ErrHeader, err)
	}
	kind, err := cutRow(nil, types, true)
	if err != nil || len(kind) != len(name) || len(kind) > maxElements {
		return errors.Join(ErrHeader, err)
	}
	for i := range name {
		c := outColumn{name: string(name[i].text), kind: Type(kind[i].text)}
		if _, ok := physical[c.kind]; !ok {
			return fmt.Errorf("%w: there is no type %.60q", ErrHeader, kind[i].text)
		}
		w.columns = append(w.columns, c)
	}
	w.Chunks = make([]outChunk, len(w.columns))
	return nil
}

// add adds the pages of a batch to the row group.
func (w *Writer) add(p groups.Packer, text, packed []byte, _ groups.Counts) error {
	b, before := p.(*batch), w.Rows+w.Have
	if b.err != nil {
		return fmt.Errorf("row %d: %w", before+int64(b.rows), b.err)
	}
	for i := range b.pages {
		p, c := &b.pages[i], &w.Chunks[i]
		for sign, row := range p.signs {
			if row > 0 && c.Signs[sign] == 0 {
				c.Signs[sign] = before + row
			}
		}
		if min(c.Signs[0], c.Signs[1]) > 0 {
			return fmt.Errorf("row %d: column %q: ints below 0 and ints from 2^63 on, which no type of Parquet holds together",
				max(c.Signs[0], c.Signs[1]), w.columns[i].name)
		}
		if need := len(c.Pages) + p.size; need > cap(c.Pages) {
			c.Pages = append(make([]byte, 0, 2*need), c.Pages...) // append alone would grow by a quarter
		}
		c.Pages = append(c.Pages, packed[:p.size]...)
		packed = packed[p.size:]
		c.Plain += int64(p.plainSize)
		c.Nulls += int64(len(p.nulls))
		c.Used |= 1<<p.encoding | 1<<runLengths
	}
	w.Have += int64(b.rows)
	if w.Text += len(text); w.Text >= w.groupText {
		return w.writeGroup()
	}
	return nil
}

// mismatch says that a value is not of the column's type.
func (c outColumn) mismatch(value string) error {
	if c.kind == Text || c.kind == JSON {
		return fmt.Errorf("column %q: %.60q is not UTF-8, which Parquet requires of text", c.name, value)
	}
	return fmt.Errorf("column %q: %.60q is no %s: the first rows decided the type of the column", c.name, value, c.kind)
}

// writeGroup writes the row group, and adds it to the footer.
func (w *Writer) writeGroup() error {
	if w.At == 0 {
		if err := w.put([]byte(Magic)); err != nil {
			return err
		}
	}
	if w.Have == 0 {
		return nil
	}
	meta := thriftWriter(w.Meta).list(1, thriftStruct, len(w.Chunks))
	from, plain := w.At, int64(0)
	for i := range w.Chunks {
		c := &w.Chunks[i]
		meta = meta.i64(2, w.At).begin(1).
			i32(1, physical[w.columns[i].kind]).list(1, thriftI32, bits.OnesCount(c.Used))
		for used := c.Used; used > 0; used &= used - 1 {
			meta = meta.raw(2 * byte(bits.TrailingZeros(used)))
		}
		meta = meta.
			list(1, thriftBinary, 1).string(w.columns[i].name).i32(1, zstdCodec).
			i64(1, w.Have).i64(1, c.Plain).i64(1, int64(len(c.Pages))).i64(2, w.At).
			begin(3).i64(3, c.Nulls).end().end().end()
		plain += c.Plain
		if err := w.put(c.Pages); err != nil {
			return err
		}
		c.Pages, c.Plain, c.Nulls, c.Used = c.Pages[:0], 0, 0, 0
	}
	w.Meta = meta.i64(1, plain).i64(1, w.Have).i64(2, from).i64(1, w.At-from).end()
	w.Rows += w.Have
	w.Groups++
	w.Text, w.Have = 0, 0
	return nil
}

func (w *Writer) put(b []byte) error {
	n, err := w.out.Write(b)
	w.At += int64(n)
	return err
}

// Finish writes the rest of the rows and the footer.
func (w *Writer) Finish() error {
	if w.columns == nil { // the last line of the header may have no end
		if _, err := w.Write([]byte{'\n'}); err != nil {
			return err
		} else if w.columns == nil {
			return ErrHeader
		}
	}
	if err := w.batches.Flush(); err != nil {
		return err
	}
	if err := w.writeGroup(); err != nil {
		return err
	}
	meta := thriftWriter{}.i32(1, 1).list(1, thriftStruct, 1+len(w.columns)).
		text(4, "schema").i32(1, len(w.columns)).end()
	for i, c := range w.columns {
		meta = meta.i32(1, physical[c.kind]).i32(2, optional).text(1, c.name)
		switch {
		case c.kind == Text:
			meta = meta.i32(2, 0).begin(4).begin(meansText).end().end()
		case c.kind == JSON:
			meta = meta.i32(2, 19).begin(4).begin(meansJSON).end().end()
		case w.Chunks[i].Signs[1] > 0: // ints of 64 bits without a sign
			meta = meta.i32(2, 14).begin(4).begin(meansInteger).raw(1<<4|thriftI8, 64, 1<<4|thriftFalse).end().end()
		}
		meta = meta.end()
	}
	meta = append(meta.i64(1, w.Rows).list(1, thriftStruct, w.Groups), w.Meta...)
	meta = meta.text(2, fmt.Sprintf(checksumForm, 0)).end()
	signFooter(meta)
	meta = little.AppendUint32(meta, uint32(len(meta)))
	return w.put(append(meta, Magic...))
}

// A saved is the state of a Writer.
type saved struct {
	Header, Rest []byte // Rest: rows that are in no batch yet
	Written      written
}

// Save waits until all batches are encoded, and returns the state with which another Writer can go on
// by Restore.
func (w *Writer) Save() ([]byte, error) {
	rest, err := w.batches.Drain()
	if err != nil {
		return nil, err
	}
	return json.Marshal(saved{w.header, rest, w.written})
}

// Restore gives a new Writer the state of another, which Save returned.
func (w *Writer) Restore(state []byte) error {
	var s saved
	if err := json.Unmarshal(state, &s); err != nil {
		return err
	}
	if _, err := w.Write(s.Header); err != nil {
		return err
	}
	if w.written = s.Written; w.columns == nil {
		return nil
	}
	_, err := w.Write(s.Rest)
	return err
}
