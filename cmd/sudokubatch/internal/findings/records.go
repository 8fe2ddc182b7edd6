package findings

import (
	"io"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/copies"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// Records writes records as they become known: to the answers, and to the files
// of rejected and kept ones.
type Records struct {
	append        func(dst []byte, r *check.Record) []byte
	begin         func(dst []byte) []byte // what stands ahead of the first record, unless it was written; nil: nothing
	list          int64                   // records that may still be listed, where only failed ones are
	failedOnly    bool                    // list only those that fail
	unlisted      int64                   // failed, but not listed
	failures      []failure               // the first, for a page
	rejects, keep *copies.Writer          // nil: none
}

// NewRecords makes what writes records as "ndjson", "csv", "parquet" or "table", which
// lists so many of those that fail; -1 is all. Files that are nil are none.
func NewRecords(format string, columns Columns, list int, rejects, keep *corpus.Writer) *Records {
	w := &Records{rejects: newCopies(rejects), keep: newCopies(keep)}
	kind, err := formats.ParseKind(format)
	switch {
	case err != nil:
		w.append, w.failedOnly, w.list = appendFailure, true, int64(list)
	case kind == formats.NDJSON && columns.chosen == nil:
		w.append = newNDJSON().append
	default:
		lines := &rows{kind: kind, own: columns.chosen}
		switch {
		case columns.chosen == nil:
			lines.own, lines.came = all[:usual], behind
		case columns.others:
			lines.came = ahead
		}
		w.append, w.begin = lines.append, lines.begin
	}
	return w
}

// newCopies returns copies that go to an output; nil if there is none.
func newCopies(w *corpus.Writer) *copies.Writer {
	if w == nil {
		return nil
	}
	return copies.New(w)
}

// Write writes one record; what belongs to the answers it appends to dst.
func (w *Records) Write(dst []byte, r *check.Record) ([]byte, error) {
	failed := r.Failed()
	if failed && len(w.failures) < maxFailures {
		w.failures = append(w.failures, newFailure(r))
	}
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
	return dst, to.Write(&copies.Record{Form: r.Form, Text: r.Text, File: r.File, Number: r.Record, Reason: r.Reason})
}

// Finish writes what is left when all records were reported.
func (w *Records) Finish(answers io.Writer) error {
	if w.begin != nil {
		if _, err := answers.Write(w.begin(nil)); err != nil {
			return err
		}
	}
	for _, c := range []*copies.Writer{w.rejects, w.keep} {
		if c != nil {
			if err := c.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Unlisted is how many records failed that the table does not list.
func (w *Records) Unlisted() int64 { return w.unlisted }
