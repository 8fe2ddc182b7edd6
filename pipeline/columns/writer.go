package columns

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Writer writes the rows of batches and adds columns. One worker uses it. It does not
// allocate once its buffers have grown.
type Writer struct {
	// Ends holds the end in Batch.Out of the answer to each record of the last batch.
	Ends []int

	added   []Column
	anyText bool // a column may need quotes
	scratch Scratch
	rows    formats.RowWriter
	row     formats.Row
	found   Found
	values  [][]byte
	buffer  []byte
}

// NewWriter returns a writer that adds columns in this order.
func NewWriter(added []Column) *Writer {
	anyText := slices.ContainsFunc(added, func(c Column) bool { return c.anyText })
	return &Writer{added: added, anyText: anyText, values: make([][]byte, len(added))}
}

// AddedColumns returns the columns that the writer adds, for pipeline.ColumnAdder.
func (w *Writer) AddedColumns() []formats.Column {
	var added []formats.Column
	for _, c := range w.added {
		added = append(added, c.Column)
	}
	return added
}

// Adds reports whether the writer adds the column with a name.
func (w *Writer) Adds(name string) bool { return indexOf(w.added, name) >= 0 }

// Engines names the engines that computed columns.
func (w *Writer) Engines() []string { return w.scratch.engines() }

// Prepare computes what the columns need of all puzzles of a batch, before Each. stop, if not
// nil, reports whether the run has ended. A worker whose columns need only what Found holds need
// not call it.
func (w *Writer) Prepare(p Puzzles, stop func() bool) { w.scratch.prepare(w.added, p, stop) }

// Each writes a row for each record of a batch. It calls next for every well-formed record, in
// order, to fill in the puzzle's cells and the values found. It fails the batch if the header
// has another number of added columns.
func (w *Writer) Each(b *pipeline.Batch, onBad pipeline.OnBad, next func(*formats.Row, *Found)) {
	if n := b.To.AddedColumns(); n != len(w.added) {
		b.Fail(0, fmt.Errorf("the header adds %d columns and a row %d: a worker that wraps another must be a pipeline.ColumnAdder", n, len(w.added)))
		return
	}
	r := &b.Records
	faults := r.Faults
	file := b.InputName()
	w.row, w.found = formats.Row{From: b.From, Added: w.values}, Found{scratch: &w.scratch, Index: -1, File: file}
	w.Ends = w.Ends[:0]
	const room = 1 << 11 // only a path may be longer
	w.buffer = slices.Grow(w.buffer[:0], room*len(w.added)+len(file))
	for record := range r.N {
		if len(r.Spans) > 0 {
			span := &r.Spans[record]
			w.row.Record, w.row.Missing = b.Text[span.From:span.To], span.Missing
		}
		if len(faults) == 0 || faults[0].Record != record {
			w.found.Index++
			next(&w.row, &w.found)
			w.found.Puzzle = w.row.Cells
			w.write(b)
			w.Ends = append(w.Ends, len(b.Out))
			continue
		}
		faults = faults[1:]
		b.Counts.Malformed++
		w.row.Cells, w.row.Solution, w.row.Replaced = nil, nil, false
		switch onBad {
		case pipeline.Mark:
			w.found = Found{Verdict: formats.Malformed, scratch: &w.scratch, Index: w.found.Index, File: file}
			w.write(b)
		case pipeline.Stop:
			b.Fail(record, pipeline.ErrMalformed)
			return
		case pipeline.Skip:
		}
		w.Ends = append(w.Ends, len(b.Out))
	}
}

// write appends one row.
func (w *Writer) write(b *pipeline.Batch) {
	if !w.anyText {
		if out, separator, ok := w.rows.AppendFields(b.Out, b.To, &w.row); ok {
			b.Out = w.appendAdded(out, separator, b.To)
			return
		}
	}
	w.collect(b.To)
	b.Out = w.rows.Append(b.Out, b.To, &w.row)
}

// appendAdded appends the values of the added columns and the end of the row.
func (w *Writer) appendAdded(dst []byte, separator byte, to formats.Form) []byte {
	for i := range w.added {
		dst = append(dst, separator)
		if value := w.added[i].append(dst, to, &w.found); value != nil {
			dst = value
		}
	}
	return append(dst, '\n')
}

// collect puts the values of the added columns into the buffer, one after the other.
func (w *Writer) collect(to formats.Form) {
	buffer := w.buffer[:0]
	for i := range w.added {
		n := len(buffer)
		w.values[i] = w.added[i].append(buffer[n:n:cap(buffer)], to, &w.found)
		if end := n + len(w.values[i]); end <= cap(buffer) { // else the value has memory of its own
			buffer = buffer[:end]
		}
	}
}
