package main

import (
	"bufio"
	"bytes"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A recordWriter writes records as they become known: to the answers, and to
// the files of rejected and kept ones.
type recordWriter struct {
	append        func(dst []byte, r *check.Record) []byte
	begin         func(dst []byte) []byte // what stands ahead of the first record, unless it was written; nil: nothing
	list          int64                   // records that may still be listed, where only failed ones are
	failedOnly    bool                    // list only those that fail
	unlisted      int64                   // failed, but not listed
	rejects, keep *bufio.Writer           // nil: none
}

// newRecordWriter makes the writer for the format that the flags ask for.
func (c *checkCmd) newRecordWriter(out *outputs) *recordWriter {
	w := &recordWriter{rejects: buffered(out.more[1]), keep: buffered(out.more[2])}
	switch c.Format {
	case "ndjson":
		w.append = new(ndjson).append
	case "csv":
		lines := new(csvLines)
		w.append, w.begin = lines.append, lines.begin
	default:
		w.append, w.failedOnly, w.list = appendFailure, true, int64(c.List)
	}
	return w
}

// buffered returns a buffer before an output; nil if there is none.
func buffered(w *corpus.Writer) *bufio.Writer {
	if w == nil {
		return nil
	}
	return bufio.NewWriterSize(w, 64<<10)
}

// write writes one record; what belongs to the answers it appends to dst.
func (w *recordWriter) write(dst []byte, r *check.Record) ([]byte, error) {
	failed := r.Failed()
	switch {
	case !w.failedOnly, failed && w.list < 0:
		dst = w.append(dst, r)
	case failed && w.list > 0:
		w.list--
		dst = w.append(dst, r)
	case failed:
		w.unlisted++
	}
	to := w.keep
	if failed {
		to = w.rejects
	}
	if to == nil {
		return dst, nil
	}
	return dst, writeText(to, r)
}

// writeText writes a record as it came. The last one of a file may lack its
// newline, and grids of letters need an empty line between them.
func writeText(w io.Writer, r *check.Record) error {
	_, err := w.Write(r.Text)
	if err == nil && !bytes.HasSuffix(r.Text, []byte("\n")) {
		_, err = w.Write([]byte("\n"))
	}
	if err == nil && r.Kind == formats.Letters16 {
		_, err = w.Write([]byte("\n"))
	}
	return err
}

// finish writes what is left when all records were told of.
func (w *recordWriter) finish(answers io.Writer) error {
	if w.begin != nil {
		if _, err := answers.Write(w.begin(nil)); err != nil {
			return err
		}
	}
	for _, b := range []*bufio.Writer{w.rejects, w.keep} {
		if b != nil {
			if err := b.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}
