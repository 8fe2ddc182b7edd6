package checkreport

import (
	"io"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// Records writes records as they become known: to the answers, and to the files
// of rejected and kept ones.
type Records struct {
	// OnLost, if not nil, is called with a file that has columns for which rows have no
	// place.
	OnLost func(pipeline.Opened)

	append        func(dst []byte, r *check.Record) []byte
	begin         func(dst []byte) []byte // what stands ahead of the first record, unless it was written; nil: nothing
	list          int64                   // records to list, where only failed ones are; -1: all
	failedOnly    bool                    // list only those that fail
	rows          *rows                   // nil: it is no table
	rejects, keep *outfile.Copies         // nil: none
	state         *State
}

// A State is what Records keeps from record to record. It may be kept as JSON.
type State struct {
	Listed   int64
	Unlisted int64                  // failed, but not listed
	Failures []failure              // the first, for a page
	First    string                 // the input of the first row
	Copies   [2]outfile.CopiesState // of rejects and keep
}

// NewRecords makes what writes records as "ndjson", "csv", "parquet" or "table", which
// lists so many of those that fail; -1 is all. Files that are nil are none. The state
// is kept up to date; it is that of a run that was stopped, to go on with that, or
// empty.
func NewRecords(format string, columns Columns, list int, rejects, keep *corpus.Writer, state *State) *Records {
	w := &Records{rejects: newCopies(rejects, &state.Copies[0]), keep: newCopies(keep, &state.Copies[1]), state: state}
	kind, err := formats.ParseKind(format)
	switch {
	case err != nil:
		w.append, w.failedOnly, w.list = appendFailure, true, int64(list)
	case kind == formats.NDJSON && columns.chosen == nil:
		lines := newNDJSON(&state.First)
		w.append, w.rows = lines.append, &lines.rows
	default:
		lines := &rows{kind: kind, own: columns.chosen}
		switch {
		case columns.chosen == nil:
			lines.own, lines.came = all[:usual], behind
		case columns.others:
			lines.came = ahead
		}
		w.append, w.begin, w.rows = lines.append, lines.begin, lines
		lines.name = &state.First
	}
	return w
}

// newCopies returns copies that go to an output; nil if there is none.
func newCopies(w *corpus.Writer, state *outfile.CopiesState) *outfile.Copies {
	if w == nil {
		return nil
	}
	return outfile.ContinueCopies(w, state)
}

// Opened is to be called with each input, before its records. The columns of all rows are
// named as those of the first record's input, which State has.
func (w *Records) Opened(o pipeline.Opened) {
	if w.rows != nil && w.state.First == o.Name {
		w.rows.resume(o.From)
	}
	_ = w.eachCopies(func(c *outfile.Copies) error {
		c.Opened(o.Name, o.From)
		return nil
	})
}

// Write writes one record; what belongs to the answers it appends to dst.
func (w *Records) Write(dst []byte, r *check.Record) ([]byte, error) {
	failed := r.Failed()
	s := w.state
	if failed && len(s.Failures) < maxFailures {
		s.Failures = append(s.Failures, newFailure(r))
	}
	switch {
	case !w.failedOnly, failed && w.list < 0:
		dst = w.append(dst, r)
	case failed && s.Listed < w.list:
		s.Listed++
		dst = w.append(dst, r)
	case failed:
		s.Unlisted++
	}
	if w.rows != nil {
		if w.rows.err != nil {
			return dst, w.rows.err
		}
		if lost := w.rows.takeLost(); w.OnLost != nil && len(lost) > 0 {
			w.OnLost(pipeline.Opened{Name: r.File, From: w.rows.from, To: w.rows.to, Lost: lost})
		}
	}
	to := w.keep
	if failed {
		to = w.rejects
	}
	if to == nil {
		return dst, nil
	}
	return dst, to.Write(&outfile.Copy{Form: r.Form, Text: r.Text, File: r.File, Number: r.Record, Reason: r.Reason})
}

// Finish writes what is left when all records were reported.
func (w *Records) Finish(answers io.Writer) error {
	if w.begin != nil {
		if _, err := answers.Write(w.begin(nil)); err != nil {
			return err
		}
	}
	return w.eachCopies((*outfile.Copies).Finish)
}

// Flush hands the files of copies all that was written to them.
func (w *Records) Flush() error { return w.eachCopies((*outfile.Copies).Flush) }

// eachCopies calls do with each file of copies, up to the first error.
func (w *Records) eachCopies(do func(*outfile.Copies) error) error {
	for _, c := range []*outfile.Copies{w.rejects, w.keep} {
		if c != nil {
			if err := do(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// Unlisted is how many records failed that the table does not list.
func (w *Records) Unlisted() int64 { return w.state.Unlisted }
