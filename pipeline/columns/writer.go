package columns

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Writer writes the rows of batches and adds columns. One worker uses it. It does not
// allocate once its buffers have grown.
type Writer struct {
	// Ends holds the end in Batch.Out of the answer to each record of the last batch.
	Ends []int

	*Evaluator
	anyText bool // a column may need quotes
	rows    bulk.RowWriter
	row     bulk.Row
	spans   []model.Span // scratch of Write
}

// NewWriter returns a writer that adds columns in this order.
func NewWriter(added []Column) *Writer {
	anyText := slices.ContainsFunc(added, func(c Column) bool { return c.anyText })
	return &Writer{Evaluator: NewEvaluator(added), anyText: anyText}
}

// AddedColumns returns the columns that the writer adds, for pipeline.ColumnAdder.
func (w *Writer) AddedColumns() []model.Column { return formatsOf(w.columns) }

// Adds reports whether the writer adds the column with a name.
func (w *Writer) Adds(name string) bool { return indexOf(w.columns, name) >= 0 }

// Each writes a row for each record of a batch. It calls next for every well-formed record, in
// order, to fill in the puzzle's cells and the values found. It fails the batch if the header
// has another number of added columns.
func (w *Writer) Each(b *pipeline.Batch, onBad pipeline.OnBad, next func(*bulk.Row, *Found)) {
	if n := len(b.To.AddedNames()); n != len(w.columns) {
		b.Fail(0, fmt.Errorf("the header adds %d columns and a row %d: a worker that wraps another must be a pipeline.ColumnAdder", n, len(w.columns)))
		return
	}
	r := &b.Records
	faults := r.Faults
	file := b.InputName()
	w.row, w.found = bulk.Row{From: b.From}, Found{by: w.Evaluator, Index: -1, File: file}
	w.Ends = w.Ends[:0]
	for record := range r.N {
		if len(r.Spans) > 0 {
			span := &r.Spans[record]
			w.row.Record, w.row.Missing = b.Text[span.From:span.To], span.Missing
		}
		if len(faults) == 0 || faults[0].Record != record {
			w.found.Index++
			next(&w.row, &w.found)
			w.found.Puzzle = w.row.Cells
			if w.found.Candidates = nil; len(r.Candidates) > 0 {
				w.found.Candidates = r.Candidates[w.found.Index*len(w.row.Cells):][:len(w.row.Cells)]
			}
			w.row.Candidates = w.found.Candidates
			w.write(b)
			w.Ends = append(w.Ends, len(b.Out))
			continue
		}
		faults = faults[1:]
		b.Counts.Malformed++
		w.row.Cells, w.row.Candidates, w.row.Solution, w.row.Replaced = nil, nil, nil, false
		switch onBad {
		case pipeline.Mark:
			w.found = Found{Verdict: bulk.Malformed, by: w.Evaluator, Index: w.found.Index, File: file}
			w.write(b)
		case pipeline.Stop:
			b.Fail(record, pipeline.ErrMalformed)
			return
		case pipeline.Skip:
		}
		w.Ends = append(w.Ends, len(b.Out))
	}
}

// Write appends to Batch.Out a row for each well-formed record of a decoded batch, and counts the
// malformed ones, whose rows are empty. puzzles holds the cells of the well-formed records. If copied
// is set, records stay as they came. For each other row of a table Write calls next, which may replace
// grids; nil: they stay.
func (w *Writer) Write(b *pipeline.Batch, puzzles []uint8, copied bool, next func(*bulk.Row)) {
	size := b.Records.Order * b.Records.Order
	if b.To.Kind.IsTable() && !copied {
		w.Each(b, pipeline.Skip, func(row *bulk.Row, _ *Found) {
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

// write appends one row.
func (w *Writer) write(b *pipeline.Batch) {
	if !w.anyText {
		if out, separator, ok := w.rows.AppendFields(b.Out, b.To, &w.row); ok {
			b.Out = w.appendAdded(out, separator, b.To)
			return
		}
	}
	w.row.Added = w.collect(b.To)
	b.Out = w.rows.Append(b.Out, b.To, &w.row)
}

// appendAdded appends the values of the added columns and the end of the row.
func (w *Writer) appendAdded(dst []byte, separator byte, to bulk.Form) []byte {
	for i := range w.columns {
		dst = append(dst, separator)
		if value := w.columns[i].append(dst, to, &w.found); value != nil {
			dst = value
		}
	}
	return append(dst, '\n')
}
