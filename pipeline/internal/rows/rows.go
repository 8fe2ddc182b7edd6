// Package rows writes the well-formed records of batches as rows of an output, for verbs that
// choose among the records.
package rows

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// A Writer writes the rows of batches. Write sets Ends; the row of a malformed record is empty. One
// worker uses it. It does not allocate once its buffers have grown.
type Writer struct {
	*columns.Writer
	spans []model.Span
}

// NewWriter returns a writer of rows without further columns.
func NewWriter() *Writer { return &Writer{Writer: columns.NewWriter(nil)} }

// Write appends to Batch.Out a row for each well-formed record of a decoded batch, and counts the
// malformed ones. puzzles holds the cells of the well-formed records. If copied is set, records stay
// as they came. For each other row of a table Write calls next, which may replace grids; nil: they stay.
func (w *Writer) Write(b *pipeline.Batch, puzzles []uint8, copied bool, next func(*bulk.Row)) {
	size := b.Records.Order * b.Records.Order
	if b.To.Kind.IsTable() && !copied {
		w.Each(b, pipeline.Skip, func(row *bulk.Row, _ *columns.Found) {
			row.Cells, puzzles = puzzles[:size], puzzles[size:]
			if next != nil {
				next(row)
			}
		})
		return
	}
	if copied {
		w.spans = b.Spans(w.spans[:0])
	}
	b.Counts.Malformed += int64(len(b.Records.Faults))
	w.Ends = w.Ends[:0]
	for record, fault := range b.EachRecord() {
		switch {
		case fault != nil:
		case copied:
			span := w.spans[record]
			b.Out = b.From.AppendCopy(b.Out, b.Text[span.From:span.To])
		default:
			b.Out = b.To.AppendPuzzle(b.Out, puzzles[:size])
			puzzles = puzzles[size:]
		}
		w.Ends = append(w.Ends, len(b.Out))
	}
}

// AppendEnds appends the ends of the rows of the well-formed records, after Write.
func (w *Writer) AppendEnds(dst []int, b *pipeline.Batch) []int {
	for record, fault := range b.EachRecord() {
		if fault == nil {
			dst = append(dst, w.Ends[record])
		}
	}
	return dst
}

// Copies reports whether the records of a list are copied as they came, because the output has their form.
func Copies(from, to bulk.Form) bool {
	return from.Kind == to.Kind && !to.IsStyled() && !to.Kind.IsTable() && from.Kind.CanCopy()
}

// Pieces are texts, one after the other, with the end of each.
type Pieces struct {
	Text []byte
	Ends []int
}

// Reset removes all texts and keeps the memory.
func (p *Pieces) Reset() { p.Text, p.Ends = p.Text[:0], p.Ends[:0] }

// End ends a text that was appended to p.Text.
func (p *Pieces) End() { p.Ends = append(p.Ends, len(p.Text)) }

// Of returns text i; nil if there are none.
func (p Pieces) Of(i int) []byte {
	switch {
	case len(p.Ends) == 0:
		return nil
	case i == 0:
		return p.Text[:p.Ends[0]]
	}
	return p.Text[p.Ends[i-1]:p.Ends[i]]
}

// Inputs checks that the records of all inputs can be in one output. The zero value is ready.
type Inputs struct {
	first *pipeline.Opened
	err   error
}

// Opened receives the form of the next input. Err reports a fault from then on.
func (i *Inputs) Opened(o pipeline.Opened) {
	switch {
	case i.first == nil:
		i.first = &o
	case i.err != nil || !Copies(i.first.From, i.first.To) && !Copies(o.From, o.To):
	case !i.first.From.Alike(o.From):
		i.err = &pipeline.UnlikeError{Name: o.Name, Form: o.From, First: i.first.Name, FirstForm: i.first.From}
	}
}

// Err returns an [*pipeline.UnlikeError] if an input does not fit the first one.
func (i *Inputs) Err() error { return i.err }
