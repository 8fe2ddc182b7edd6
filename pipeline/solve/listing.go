package solve

// This file writes the solutions of the records of a batch.

import (
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A listing appends the answers to a batch. It lies in the batch's slot and uses nothing of a worker,
// so that the sink can go on with it.
type listing struct {
	puzzles solving.Puzzles
	clues   []uint8 // the puzzles; solving overwrites Records.Cells

	opts    *listOptions
	stop    func() bool
	batch   *pipeline.Batch
	results []solver.Result // of the well-formed records
	grids   []byte          // text of Records.Cells, a line each; empty: the form has its own text
	record  int             // the next record
	good    int             // well-formed records before it
	faults  []model.SyntaxError

	// Of the record before:
	row    bulk.Row
	status string             // of its solutions
	number int                // solutions so far
	list   *solver.Enumerator // of the others; nil: there are none

	enumerators map[geometry.Box]*solver.Enumerator
	cells       []uint8 // of some solutions
	text        []byte  // of these cells, as grids is of others
	rows        bulk.RowWriter
	fields      []byte // of the row, without the added values
	separator   byte
	separate    bool // the added values come after the fields
	values      [3][]byte
	digits      []byte
}

// begin begins with the first record of a batch that was solved.
func (l *listing) begin(b *pipeline.Batch, opts *listOptions, results []solver.Result) {
	l.opts, l.batch, l.results = opts, b, results
	l.record, l.good, l.faults, l.list = 0, 0, b.Records.Faults, nil
	l.row = bulk.Row{From: b.From}
	l.grids = b.To.AppendGrids(l.grids[:0], b.Records.Cells[:len(l.clues)])
}

// goOn appends answers until Out is full, and reports whether there may be others.
func (l *listing) goOn() bool {
	for len(l.batch.Out) < l.opts.pieceBytes {
		switch {
		case l.list != nil:
			l.goOnListing()
		case l.record < l.batch.Records.N:
			l.next()
		default:
			return false
		}
	}
	return true
}

// next answers the next record, or begins a list of its solutions.
func (l *listing) next() {
	b, r, record := l.batch, &l.batch.Records, l.record
	l.record++
	if len(r.Spans) > 0 {
		span := &r.Spans[record]
		l.row.Record, l.row.Missing = b.Text[span.From:span.To], span.Missing
	}
	if len(l.faults) > 0 && l.faults[0].Record == record {
		l.row.Cells, l.row.Candidates = nil, nil
		l.malformed(&l.faults[0])
		l.faults = l.faults[1:]
		return
	}
	size := r.Order * r.Order
	result, at := &l.results[l.good], l.good*size
	l.row.Cells = l.clues[at:][:size]
	if len(r.Candidates) > 0 {
		l.row.Candidates = r.Candidates[at:][:size]
	}
	var grid []byte
	if len(l.grids) > 0 {
		grid = l.grids[at+l.good:][:size+1]
	}
	l.good++
	l.beginRows()
	switch {
	case !result.Complete || result.Solutions > 1:
		l.beginList()
	case result.Solutions == 0:
		l.appendEnd(solving.Count(&b.Counts, result), result)
	default:
		l.status = columns.StatusName(solving.Count(&b.Counts, result))
		l.appendSolutions(r.Cells[at:][:size], grid)
	}
}

// malformed answers and counts a malformed record.
func (l *listing) malformed(fault *model.SyntaxError) {
	b, onBad := l.batch, l.opts.onBad
	if onBad == pipeline.Mark && b.To.Kind.IsTable() {
		b.Counts.Malformed++
		l.beginRows()
		l.appendEnd(bulk.Malformed, new(solver.Result))
		return
	}
	b.AnswerFault(fault, onBad, nil)
	if onBad == pipeline.Stop {
		l.record = b.Records.N
	}
}

// beginList begins the list of a record's solutions. It has one solution more than the limit, so that
// the listing knows whether there are others.
func (l *listing) beginList() {
	board := l.batch.From.Board()
	e := l.enumerators[board]
	if e == nil {
		var err error
		if e, err = solver.NewEnumerator(board, l.opts.Limit+1, l.opts.MaxGuesses); err != nil {
			panic(err) // the solvers have such puzzles, too
		}
		if l.enumerators == nil {
			l.enumerators = map[geometry.Box]*solver.Enumerator{}
		}
		l.enumerators[board] = e
	}
	e.Stop = l.stop
	if l.row.Candidates != nil {
		e.BeginCandidates(l.row.Candidates)
	} else {
		e.Begin(l.row.Cells)
	}
	l.list, l.status = e, columns.StatusName(solving.Verdict(e.Result().Status))
}

// goOnListing appends the next solutions of a list.
func (l *listing) goOnListing() {
	const most = 32
	size, n := len(l.row.Cells), 0
	l.cells = slices.Grow(l.cells[:0], most*size)[:most*size]
	for n < most && l.list.Next(l.cells[n*size:][:size]) {
		n++
	}
	ended, others := n < most, l.number+n > l.opts.Limit
	if others {
		n--
	}
	l.text = l.batch.To.AppendGrids(l.text[:0], l.cells[:n*size])
	l.appendSolutions(l.cells[:n*size], l.text)
	if !ended && !others {
		return
	}
	result := l.list.Result()
	if others {
		result.Solutions, result.Complete = l.opts.Limit, false
	}
	verdict := solving.Count(&l.batch.Counts, &result)
	switch l.list = nil; {
	case others:
		l.appendMore()
	case !result.Complete:
		l.appendEnd(bulk.GaveUp, &result)
	case result.Solutions == 0:
		l.appendEnd(verdict, &result)
	}
}

func (l *listing) beginRows() {
	l.number = 0
	if l.batch.To.Kind.IsTable() {
		l.fields, l.separator, l.separate = l.rows.AppendFields(l.fields[:0], l.batch.To, &l.row)
	}
}

// appendSolutions appends solutions of a record. text has a line for each, or is empty.
func (l *listing) appendSolutions(solutions []uint8, text []byte) {
	b, size := l.batch, len(l.row.Cells)
	if !b.To.Kind.IsTable() {
		b.Out = append(b.Out, text...)
		l.number += len(solutions) / size
		return
	}
	for ; len(solutions) > 0; solutions = solutions[size:] {
		l.number++
		if len(text) > 0 {
			l.appendRow(text[:size], l.number, l.status)
			text = text[size+1:]
			continue
		}
		l.text = b.To.AppendCells(l.text[:0], solutions[:size])
		l.appendRow(l.text, l.number, l.status)
	}
}

// appendMore says that a record has more solutions than the limit.
func (l *listing) appendMore() {
	b := l.batch
	if b.To.Kind.IsTable() {
		l.appendRow(nil, 0, statusMore)
		return
	}
	b.Out = append(strconv.AppendInt(append(b.Out, "more than "...), int64(l.opts.Limit), 10), " solutions\n"...)
}

// appendEnd says why a record has no solutions, or why the search ended.
func (l *listing) appendEnd(verdict bulk.Verdict, result *solver.Result) {
	b := l.batch
	if b.To.Kind.IsTable() {
		l.appendRow(nil, 0, columns.StatusName(verdict))
		return
	}
	a := bulk.Answer{Verdict: verdict, Guesses: result.Guesses}
	a.Clash = [2]int{int(result.Clash[0]), int(result.Clash[1])}
	b.Out = b.To.AppendAnswer(b.Out, &a)
}

func (l *listing) appendRow(solution []byte, number int, status string) {
	b := l.batch
	if l.separate {
		out := append(append(append(b.Out, l.fields...), l.separator), solution...)
		out = strconv.AppendInt(append(out, l.separator), int64(number), 10)
		b.Out = append(append(append(out, l.separator), status...), '\n')
		return
	}
	l.digits = append(strconv.AppendInt(l.digits[:0], int64(number), 10), status...)
	digits := len(l.digits) - len(status)
	l.values = [3][]byte{solution, l.digits[:digits], l.digits[digits:]}
	l.row.Added = l.values[:]
	b.Out = l.rows.Append(b.Out, b.To, &l.row)
}
