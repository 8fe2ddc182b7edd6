package checkreport

import (
	"io"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// Records reports each record of a check: in the answers, and in the file of --rejects.
type Records struct {
	// OnLost, if not nil, is called for each file with columns that the rows cannot hold.
	OnLost func(pipeline.Opened)

	append     func(dst []byte, r *check.Record) []byte
	list       int64           // how many failed records to list if failedOnly is set; -1: all
	failedOnly bool            // list failed records only
	rows       *rows           // nil: the table for people
	rejects    *outfile.Copies // nil: no such file

	listed, unlisted int64     // failed records
	failures         []failure // the first failed records, for the page
}

// NewRecords returns Records for the format "ndjson", "csv", "parquet" or "table". A table lists
// at most list failed records; -1 lists all. Rejects may be nil.
func NewRecords(format string, columns Columns, list int, rejects *corpus.Writer) *Records {
	w := new(Records)
	if rejects != nil {
		w.rejects = outfile.NewCopies(rejects)
	}
	if kind, err := bulk.ParseKind(format); err != nil {
		w.append, w.failedOnly, w.list = appendFailure, true, int64(list)
	} else {
		w.rows = &rows{kind: kind, Columns: columns, values: make([][]byte, len(columns.chosen))}
		w.append = w.rows.append
	}
	return w
}

// Opened announces an input; call it before the first record of the input.
func (w *Records) Opened(o pipeline.Opened) {
	if w.rejects != nil {
		w.rejects.Opened(o.From)
	}
}

// GoOn continues a report whose first input had the form, and whose header was written elsewhere.
func (w *Records) GoOn(first bulk.Form) { w.rows.enter(first) }

// Write reports one record. It appends the part for the answers to dst, and returns the result.
func (w *Records) Write(dst []byte, r *check.Record) ([]byte, error) {
	failed := r.Failed()
	if failed && len(w.failures) < maxFailures {
		w.failures = append(w.failures, newFailure(r))
	}
	switch {
	case !w.failedOnly, failed && w.list < 0:
		dst = w.append(dst, r)
	case failed && w.listed < w.list:
		w.listed++
		dst = w.append(dst, r)
	case failed:
		w.unlisted++
	}
	if w.rows != nil {
		if w.rows.err != nil {
			return dst, w.rows.err
		}
		if lost := w.rows.takeLost(); w.OnLost != nil && len(lost) > 0 {
			w.OnLost(pipeline.Opened{Name: r.File, From: w.rows.from, To: w.rows.to, Lost: lost})
		}
	}
	if !failed || w.rejects == nil {
		return dst, nil
	}
	return dst, w.rejects.Write(&outfile.Copy{Form: r.Form, Text: r.Text, File: r.File, Number: r.Record, Reason: r.Reason})
}

// Finish writes headers that are still missing. Call it after the last record.
func (w *Records) Finish(answers io.Writer) error {
	if w.rows != nil {
		if _, err := answers.Write(w.rows.begin(nil)); err != nil {
			return err
		}
	}
	if w.rejects == nil {
		return nil
	}
	return w.rejects.Finish()
}

// Unlisted returns the number of failed records that the table does not list.
func (w *Records) Unlisted() int64 { return w.unlisted }
