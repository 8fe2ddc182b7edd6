package pipeline

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/internal/guard"
)

// isPanic reports whether err is a panic that nobody has given a place yet.
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
	return fmt.Sprintf("panic: %v\nat the puzzle %s\n%s", p.Value, p.puzzle, p.Stack)
}

func (p *puzzlePanic) Unwrap() error { return p.Panic }

// run runs the worker. One that panics has a bug, and all that was in flight is
// lost with it. Another one does that again, to say which record it was, and
// goes on: it is for the sink to end the run, where that record has its turn.
func (m *member) run(ctx context.Context) error {
	for {
		err := guard.Do(func() error { m.work(ctx); return nil })
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if len(m.flying) == 0 {
			return err
		}
		err = guard.Do(func() error { return m.redo(ctx, err) })
		if err != nil {
			return err
		}
	}
}

// redo finishes or fails all batches that were in flight, in their order.
func (m *member) redo(ctx context.Context, panicked error) (err error) {
	flying := m.flying // in the order in which they came
	m.flying = nil
	failed := false
	for _, b := range flying {
		if err := m.redoBatch(ctx, b); err != nil {
			return err
		}
		failed = failed || b.failed.err != nil
	}
	if !failed {
		flying[0].clear()
		flying[0].Fail(0, fmt.Errorf("here or in a later record, but in none that is done again: %w", panicked))
	}
	for _, b := range flying {
		m.finish(ctx, b)
	}
	m.worker, err = m.newWorker()
	return err
}

// redoBatch does a batch again, up to the record that panics, which it fails.
func (m *member) redoBatch(ctx context.Context, b *Batch) error {
	record, panicked, err := m.findPanic(ctx, b)
	if err != nil {
		return err
	}
	if m.worker, err = m.newWorker(); err != nil {
		return err
	}
	b.clear()
	if len(b.Text) > 0 || b.unit.count > 0 {
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
func (m *member) findPanic(ctx context.Context, b *Batch) (record int, panicked, err error) {
	if m.worker, err = m.newWorker(); err != nil {
		return 0, nil, err
	}
	var spans []formats.Span
	n := b.unit.count
	if n == 0 && len(b.Text) > 0 {
		// Should that panic, there is nothing to do one by one.
		_ = guard.Do(func() error { spans = b.From.Spans(nil, b.Text); return nil })
		n = len(spans)
	}
	var one Batch
	for i := range n {
		one.reset()
		b.pick(&one, spans, i)
		if err := m.try(ctx, &one); isPanic(err) {
			b.cut(spans, i)
			return i, &puzzlePanic{err.(*guard.Panic), one.puzzle()}, nil //nolint:errorlint // seen by isPanic
		}
	}
	return 0, nil, nil
}

// try does a batch, and returns a panic as an error.
func (m *member) try(ctx context.Context, b *Batch) error {
	return guard.Do(func() error {
		if ctx.Err() == nil {
			m.worker.Work(ctx, b, func(*Batch) {})
			m.worker.Flush(ctx, func(*Batch) {})
		}
		return nil
	})
}

// pick makes one a batch of a record, or of a puzzle to make, of b.
func (b *Batch) pick(one *Batch, spans []formats.Span, i int) {
	one.From, one.To = b.From, b.To
	if spans != nil {
		one.Text = b.Text[spans[i].From:spans[i].To]
		return
	}
	u := &b.unit
	one.unit.first, one.unit.count, one.unit.to = u.first+uint64(i), 1, u.to
	if size := u.to.Order * u.to.Order; len(u.cells) > 0 {
		one.unit.cells = u.cells[i*size : (i+1)*size]
	}
}

// cut leaves the first n records, or puzzles to make.
func (b *Batch) cut(spans []formats.Span, n int) {
	if spans != nil {
		b.Text = b.Text[:spans[n].From]
		return
	}
	b.unit.count = n
}

// puzzle returns the one puzzle that a batch holds as a line, or its text if
// that is none.
func (b *Batch) puzzle() string {
	form, cells := b.unit.to, b.unit.cells
	if b.unit.count == 0 {
		var r formats.Records
		if guard.Do(func() error { b.From.Decode(&r, b.Text); return nil }) != nil || len(r.Faults) > 0 {
			return fmt.Sprintf("%.300q", b.Text)
		}
		form, cells = b.From, r.Cells
	}
	if len(cells) == 0 {
		return ""
	}
	line := formats.Form{Kind: formats.Line, Order: form.Order}.AppendPuzzle(nil, cells)
	return string(line[:len(line)-1])
}
