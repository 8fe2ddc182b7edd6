package solve

// This file writes the rows of lists of solutions.

import (
	"context"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
)

// A listWriter is a worker that writes the rows of units.
type listWriter struct {
	text   []byte // of a unit's solutions, with a newline after each; empty: the form has its own text
	grids  []byte // the part of text for the lists to come
	prefix []byte // the fields of a record
	rows   bulk.RowWriter
	row    bulk.Row
	values [3][]byte // of listColumns
	cells  []byte    // memory of values
	number []byte
}

// AddedColumns returns the columns that the writer adds to the rows of a table.
func (w *listWriter) AddedColumns() []model.Column { return listColumns }

// Flush does nothing: Work finishes every batch.
func (w *listWriter) Flush(context.Context) {}

// Work writes the rows of a unit.
func (w *listWriter) Work(_ context.Context, b *pipeline.Batch) {
	u := pipeline.SlotOf[listUnit](b)
	b.Records.Order, b.Records.N = u.to.Order, len(u.lists)
	b.Out = append(b.Out, u.header...)
	w.text = u.to.AppendGrids(w.text[:0], u.cells)
	w.grids = w.text
	solutions := u.cells
	for i := range u.lists {
		l := &u.lists[i]
		if l.ended {
			solving.Count(&b.Counts, &l.result)
		}
		if !u.to.Kind.IsTable() {
			w.appendLines(b, u, l)
		} else {
			w.appendRows(b, u, l, solutions)
		}
		n, size := l.n+l.skipped, u.to.Order*u.to.Order
		solutions = solutions[n*size:]
		if len(w.grids) > 0 {
			w.grids = w.grids[n*(size+1):]
		}
	}
	b.Done()
}

// appendLines appends the solutions of a list in the form Line, and a line that says why there are
// none or no more.
func (w *listWriter) appendLines(b *pipeline.Batch, u *listUnit, l *list) {
	b.Out = append(b.Out, w.grids[:l.n*(u.to.Order*u.to.Order+1)]...)
	switch status := l.ending(); {
	case status == "":
	case l.more:
		b.Out = append(strconv.AppendInt(append(b.Out, "more than "...), int64(l.result.Solutions), 10), " solutions\n"...)
	default:
		a := bulk.Answer{Verdict: l.verdict, Guesses: l.result.Guesses, Fault: l.fault}
		if l.verdict == bulk.Multiple {
			a.Verdict = bulk.GaveUp
		}
		a.Clash = [2]int{int(l.result.Clash[0]), int(l.result.Clash[1])}
		b.Out = u.to.AppendAnswer(b.Out, &a)
	}
}

// ending returns the status of a row that says why a list has no solutions, or not all. It is empty
// if there is no such row.
func (l *list) ending() string {
	switch {
	case l.fault != nil:
		return columns.StatusName(bulk.Malformed)
	case !l.ended:
		return ""
	case l.more:
		return statusMore
	case !l.result.Complete:
		return columns.StatusName(bulk.GaveUp)
	case l.result.Solutions == 0:
		return columns.StatusName(l.verdict)
	}
	return ""
}

// appendRows appends the rows of a list. Its solutions come first in solutions.
func (w *listWriter) appendRows(b *pipeline.Batch, u *listUnit, l *list, solutions []uint8) {
	w.row = bulk.Row{From: u.from, Record: l.text, Missing: l.missing, Cells: l.puzzle, Candidates: l.masks}
	prefix, separator, fast := w.rows.AppendFields(w.prefix[:0], u.to, &w.row)
	if fast {
		w.prefix = prefix
	}
	size := u.to.Order * u.to.Order
	status := columns.StatusName(l.verdict)
	add := func(solution []byte, number uint64, status string) {
		if fast {
			out := append(append(append(b.Out, prefix...), separator), solution...)
			out = strconv.AppendUint(append(out, separator), number, 10)
			b.Out = append(append(append(out, separator), status...), '\n')
			return
		}
		w.number = append(strconv.AppendUint(w.number[:0], number, 10), status...)
		digits := len(w.number) - len(status)
		w.values = [3][]byte{solution, w.number[:digits], w.number[digits:]}
		w.row.Added = w.values[:]
		b.Out = w.rows.Append(b.Out, u.to, &w.row)
	}
	for i := range l.n {
		var text []byte
		if len(w.grids) > 0 {
			text = w.grids[i*(size+1):][:size]
		} else {
			w.cells = u.to.AppendCells(w.cells[:0], solutions[i*size:][:size])
			text = w.cells
		}
		add(text, l.first+uint64(i), status)
	}
	if ending := l.ending(); ending != "" {
		add(nil, 0, ending)
	}
}
