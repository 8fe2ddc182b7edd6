package solve

// This file is the sink of the first ring of List: it turns records with their results into units of
// lists, and divides long searches into subtrees.

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/feeding"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A listFeed reads the inputs and lists solutions.
type listFeed struct {
	cfg         *ListConfig
	to          *pipeline.Sender
	read        pipeline.Stats // of the inputs
	divided     int64          // number of the last list that was divided
	over        atomic.Int64   // number of the last divided list that ended early
	form, first bulk.Form      // of the rows, for the current input and the first
	err         error          // why the current input cannot be written
	begun       bool           // the first unit was taken
	enumerators map[int]*solver.Enumerator
	faults      []model.SyntaxError // that no unit carries yet

	batch *pipeline.Batch // being filled; nil: none
	unit  *listUnit
	bytes int // size of its output, about
}

// report calls OnFault with faults of the inputs.
func (f *listFeed) report(faults []model.SyntaxError) {
	for i := range faults {
		if f.cfg.OnFault != nil {
			f.cfg.OnFault(&faults[i])
		}
	}
}

// fill reads all inputs and sends their solutions.
func (f *listFeed) fill(ctx context.Context, to *pipeline.Sender) (err error) {
	f.to = to
	cfg := feeding.Reading(&f.cfg.Config)
	cfg.Jobs = f.cfg.Jobs
	cfg.NewWorker = func() (pipeline.Worker, error) { return newExaminer(f.cfg), nil }
	cfg.OnForm = f.enter
	cfg.OnBatch = func(b *pipeline.Batch, place pipeline.Place) error {
		if f.err != nil {
			return f.err
		}
		return f.records(ctx, b, place)
	}
	cfg.OnFault = func(fault *model.SyntaxError) { f.faults = append(f.faults, *fault) }
	if f.read, err = pipeline.Run(ctx, cfg); err != nil {
		return err
	}
	if !f.begun && f.first.Kind != 0 { // the inputs have no records
		if err := f.take(ctx, bulk.Form{}); err != nil {
			return err
		}
		f.send(false)
	}
	return nil
}

// enter decides how the solutions of an input's records are written.
func (f *listFeed) enter(o pipeline.Opened) {
	first := f.first
	if !f.begun {
		first = bulk.Form{}
	}
	kind := f.cfg.To
	if kind == 0 {
		if kind = o.To.Kind; !kind.IsTable() {
			kind = bulk.CSV
		}
	}
	f.form, o.Lost, f.err = o.From.Target(kind, listColumns, first)
	if f.err != nil {
		f.err = fmt.Errorf("%s: %w", o.Name, f.err)
		return
	}
	if !f.begun {
		f.first = f.form
	}
	o.To = f.form
	if f.cfg.OnForm != nil {
		f.cfg.OnForm(o)
	}
}

// take takes a batch for a unit.
func (f *listFeed) take(ctx context.Context, from bulk.Form) (err error) {
	if f.batch, err = f.to.Take(ctx); err != nil {
		return err
	}
	f.unit = pipeline.SlotOf[listUnit](f.batch)
	u := f.unit
	u.header, u.from, u.to = nil, from, f.form
	u.lists, u.text, u.cells, u.subtrees = u.lists[:0], u.text[:0], u.cells[:0], u.subtrees[:0]
	u.reported, f.faults, f.bytes = append(u.reported[:0], f.faults...), f.faults[:0], 0
	if !f.begun {
		f.begun = true
		u.header = f.first.AppendHeader(nil)
	}
	return nil
}

// send sends the unit, if there is one. With live the next unit may be long in coming.
func (f *listFeed) send(live bool) {
	if f.batch == nil {
		return
	}
	f.batch.Live = live
	f.to.Send(f.batch)
	f.unit, f.batch = nil, nil
}

// records lists the solutions of a batch's records.
func (f *listFeed) records(ctx context.Context, b *pipeline.Batch, place pipeline.Place) error {
	r, s := &b.Records, pipeline.SlotOf[slot](b)
	size, good := r.Order*r.Order, 0
	if r.Order != f.form.Order {
		var err error
		if f.form, _, err = b.From.Target(f.form.Kind, listColumns, f.first); err != nil {
			return fmt.Errorf("%s: %w", place.Name, err)
		}
	}
	if len(f.faults) > 0 { // so that only few faults are kept
		if err := f.take(ctx, b.From); err != nil {
			return err
		}
	}
	for i, fault := range b.EachRecord() {
		var record list
		if len(r.Spans) > 0 {
			span := &r.Spans[i]
			record.text, record.missing = b.Text[span.From:span.To], span.Missing
		}
		if fault != nil {
			if err := f.malformed(ctx, b, record, b.Fault(fault, place)); err != nil {
				return err
			}
			continue
		}
		record.puzzle = s.clues[good*size:][:size]
		if len(r.Candidates) > 0 {
			record.masks = slices.Clone(r.Candidates[good*size:][:size])
		}
		if err := f.solutions(ctx, b, &record, &s.results[good], r.Cells[good*size:][:size]); err != nil {
			return err
		}
		good++
	}
	f.send(b.Live)
	return nil
}

// malformed writes a malformed record, or ends the run.
func (f *listFeed) malformed(ctx context.Context, b *pipeline.Batch, record list, fault model.SyntaxError) error {
	switch f.cfg.OnBad {
	case pipeline.Stop:
		f.send(false)
		f.faults = append(f.faults, fault)
		return fmt.Errorf("%s: record %d: %w", fault.File, fault.Record, pipeline.ErrMalformed)
	case pipeline.Mark:
		record.verdict, record.fault = bulk.Malformed, &fault
		_, err := f.add(ctx, b, &record)
		return err
	case pipeline.Skip:
	}
	return nil
}

// solutions lists the solutions of a record. result and first are what an examiner found.
func (f *listFeed) solutions(ctx context.Context, b *pipeline.Batch, record *list, result *solver.Result, first []uint8) error {
	record.verdict, record.result, record.ended = solving.Verdict(result.Status), *result, true
	if result.Complete && result.Solutions < 2 {
		l, err := f.add(ctx, b, record)
		if err == nil && result.Solutions == 1 {
			l.n, l.first = 1, 1
			f.unit.cells = append(f.unit.cells, first...)
		}
		return err
	}
	e, err := f.cfg.enumerator(f.enumerators, b.Records.Order)
	if err != nil {
		return err
	}
	e.Stop = func() bool { return ctx.Err() != nil }
	if record.masks != nil {
		e.BeginCandidates(record.masks)
	} else {
		e.Begin(record.puzzle)
	}
	divided := !e.Over()
	record.ended, record.first, record.result = false, 1, e.Result()
	record.verdict = solving.Verdict(record.result.Status)
	if divided {
		f.divided++
		record.number = f.divided
	}
	l, err := f.add(ctx, b, record)
	if err != nil {
		return err
	}
	size := len(record.puzzle)
	// The solutions that Begin found; as many as clause learning finds at most.
	for found := e.Result().Solutions; l.n < found; l.n++ {
		n := len(f.unit.cells)
		f.unit.cells = slices.Grow(f.unit.cells, size)[:n+size]
		if !e.Next(f.unit.cells[n:]) {
			break
		}
		f.bytes += f.rowBytes(record)
	}
	if divided {
		return f.divide(ctx, b, e, record, l)
	}
	l.ended, l.result = true, e.Result()
	if limit := f.cfg.Limit; limit > 0 && l.n > limit {
		f.unit.cells = f.unit.cells[:len(f.unit.cells)-size]
		l.cut(limit)
	}
	return ctx.Err()
}

// cut ends a list that has one solution more than the limit.
func (l *list) cut(limit int) {
	l.n--
	l.more, l.result.Solutions, l.result.Complete = true, limit, false
}

// divide adds the subtrees of a record's search.
func (f *listFeed) divide(ctx context.Context, b *pipeline.Batch, e *solver.Enumerator, record *list, l *list) (err error) {
	const solutions = 40 // in a subtree, about
	for f.over.Load() < record.number {
		if f.bytes >= f.cfg.unitBytes {
			f.send(false)
			record.begun = true
			if l, err = f.add(ctx, b, record); err != nil {
				return err
			}
		}
		u := f.unit
		u.subtrees = slices.Grow(u.subtrees, 1)[:len(u.subtrees)+1]
		if !e.Cut(&u.subtrees[len(u.subtrees)-1].inner) {
			l.last, l.rest = true, u.subtrees[len(u.subtrees)-1].inner
			u.subtrees = u.subtrees[:len(u.subtrees)-1]
			break
		}
		l.subtrees++
		f.bytes += solutions * f.rowBytes(record)
	}
	return ctx.Err()
}

// rowBytes returns the size of a row for a record, about.
func (f *listFeed) rowBytes(record *list) int { return len(record.text) + 2*len(record.puzzle) + 20 }

// add adds a record to a unit that is not full.
func (f *listFeed) add(ctx context.Context, b *pipeline.Batch, record *list) (*list, error) {
	if f.unit != nil && f.bytes >= f.cfg.unitBytes {
		f.send(false)
	}
	if f.unit == nil {
		if err := f.take(ctx, b.From); err != nil {
			return nil, err
		}
	}
	u := f.unit
	n := len(u.text)
	u.text = append(append(u.text, record.text...), record.puzzle...)
	u.lists = append(u.lists, *record)
	l := &u.lists[len(u.lists)-1]
	middle := n + len(record.text)
	l.text, l.puzzle = u.text[n:middle:middle], u.text[middle:]
	if record.puzzle == nil { // nil fields are null, not empty
		l.puzzle = nil
	}
	if record.text == nil {
		l.text = nil
	}
	f.bytes += f.rowBytes(record)
	return l, nil
}
