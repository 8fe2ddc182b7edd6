package pipeline

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
)

// isPanic reports whether err is a panic without a place in the input yet.
func isPanic(err error) bool {
	_, ok := err.(*guard.Panic) //nolint:errorlint // wrapped ones have their place
	return ok
}

// A puzzlePanic is a panic that one puzzle made.
type puzzlePanic struct {
	*guard.Panic
	puzzle string // "" where there is none yet
}

func (p *puzzlePanic) Error() string {
	if p.puzzle == "" {
		return p.Panic.Error()
	}
	return fmt.Sprintf("panic: %v at the puzzle %s\n%s", p.Value, p.puzzle, p.Stack)
}

func (p *puzzlePanic) Unwrap() error { return p.Panic }

// run runs the worker. One that panics has a bug, and all that was in flight is
// lost with it. A new worker redoes those batches, to find out which record it
// was, and goes on: the sink ends the run when it reaches that record.
func (m *runner) run(ctx context.Context) error {
	for {
		err := guard.Do(func() error { return m.work(ctx) })
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if !isPanic(err) || len(m.inFlight) == 0 {
			return err
		}
		err = guard.Do(func() error { return m.redo(ctx, err) })
		if err != nil {
			return err
		}
	}
}

// redo finishes or fails all batches that were in flight, in their order.
func (m *runner) redo(ctx context.Context, panicked error) (err error) {
	batches := m.inFlight // in the order in which they came
	m.inFlight = nil
	failed := false
	for _, b := range batches {
		if err := m.redoBatch(ctx, b); err != nil {
			return err
		}
		failed = failed || b.problem.kind == workFailed
	}
	if first := batches[0]; !failed {
		first.clear()
		first.Fail(0, fmt.Errorf("here or in a later record, but in none that is done again: %w", panicked))
	}
	for _, b := range batches {
		m.forward(b)
	}
	m.worker, err = m.newWorker()
	return err
}

// redoBatch does a batch again, up to the record that panics, which it fails.
func (m *runner) redoBatch(ctx context.Context, b *Batch) error {
	record, panicked, err := m.findPanic(ctx, b)
	if err != nil {
		return err
	}
	if m.worker, err = m.newWorker(); err != nil {
		return err
	}
	b.clear()
	if b.hasWork() {
		if err := m.try(ctx, b); err != nil {
			b.clear()
			b.Fail(0, fmt.Errorf("here or in a later record, but in none alone: %w", err))
		}
	}
	if panicked != nil {
		b.Fail(record, panicked)
	}
	return nil
}

// findPanic does the records of a batch one by one. If one panics, it cuts the
// batch there, and returns its number and what it panics with.
func (m *runner) findPanic(ctx context.Context, b *Batch) (record int, panicked, err error) {
	if m.worker, err = m.newWorker(); err != nil {
		return 0, nil, err
	}
	var parts divided
	// Should that panic, there is nothing to do one by one.
	_ = guard.Do(func() error { parts = divide(b); return nil })
	var one Batch
	for i := range parts.len() {
		one.reset()
		parts.copyTo(&one, i)
		if err := m.try(ctx, &one); isPanic(err) {
			parts.truncate(i)
			return i, &puzzlePanic{err.(*guard.Panic), one.puzzle()}, nil //nolint:errorlint // seen by isPanic
		}
	}
	return 0, nil, nil
}

// try does a batch, and returns a panic as an error.
func (m *runner) try(ctx context.Context, b *Batch) error {
	b.done = nil
	return guard.Do(func() error {
		if ctx.Err() == nil {
			m.worker.Work(ctx, b)
			m.worker.Flush(ctx)
		}
		return nil
	})
}

// A divided batch is known by its records or tasks.
type divided struct {
	batch *Batch
	spans []formats.Span // of records
	tasks Tasks          // nil: records
}

func divide(b *Batch) divided {
	d := divided{batch: b}
	switch tasks, ok := b.Slot.(Tasks); {
	case b.fed && ok:
		d.tasks = tasks
	case len(b.Text) > 0:
		d.spans = b.From.Spans(nil, b.Text)
	}
	return d
}

func (d *divided) len() int {
	if d.tasks != nil {
		return d.tasks.Len()
	}
	return len(d.spans)
}

// copyTo gives another batch one record or task.
func (d *divided) copyTo(one *Batch, i int) {
	one.From, one.To, one.fed = d.batch.From, d.batch.To, d.batch.fed
	if d.tasks != nil {
		d.tasks.CopyTo(one, i)
		return
	}
	one.Text = d.batch.Text[d.spans[i].From:d.spans[i].To]
}

// truncate keeps only the first n records or tasks.
func (d *divided) truncate(n int) {
	if d.tasks != nil {
		d.tasks.Truncate(n)
		return
	}
	d.batch.Text = d.batch.Text[:d.spans[n].From]
}

// puzzle returns the one puzzle that a batch holds as a line, or its text if
// that is none.
func (b *Batch) puzzle() string {
	if b.fed {
		if tasks, ok := b.Slot.(Tasks); ok {
			return tasks.Puzzle()
		}
		return ""
	}
	var r formats.Records
	if guard.Do(func() error { b.From.Decode(&r, b.Text); return nil }) != nil || len(r.Faults) > 0 {
		return fmt.Sprintf("%.300q", b.Text)
	}
	if len(r.Cells) == 0 {
		return ""
	}
	line := formats.Form{Kind: formats.Line, Order: b.From.Order}.AppendPuzzle(nil, r.Cells)
	return string(line[:len(line)-1])
}
