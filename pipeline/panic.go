package pipeline

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// isPanic reports whether err is a panic that has no position in the input yet.
func isPanic(err error) bool {
	_, ok := err.(*guard.Panic) //nolint:errorlint // wrapped ones have their place
	return ok
}

// A puzzlePanic is a panic that one puzzle causes.
type puzzlePanic struct {
	*guard.Panic
	puzzle string // "" = not known yet
}

func (p *puzzlePanic) Error() string {
	if p.puzzle == "" {
		return p.Panic.Error()
	}
	return fmt.Sprintf("panic: %v at the puzzle %s\n%s", p.Value, p.puzzle, p.Stack)
}

func (p *puzzlePanic) Unwrap() error { return p.Panic }

// run runs the worker. If the worker panics, its unfinished batches are lost. A new worker
// repeats them record by record to find the record that causes the panic, and the run goes on;
// the sink ends it when it reaches that record.
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

// redo finishes or fails all unfinished batches, in their order.
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
	return m.replace()
}

// replace replaces the worker and its matcher.
func (m *runner) replace() (err error) {
	m.worker, err = m.newWorker()
	m.matcher = m.newMatcher()
	return err
}

// redoBatch repeats a batch up to the record that causes the panic, and fails it there.
func (m *runner) redoBatch(ctx context.Context, b *Batch) error {
	record, panicked, err := m.findPanic(ctx, b)
	if err != nil {
		return err
	}
	if err = m.replace(); err != nil {
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
		if m.matcher != nil {
			record = b.Records.N // Text ends before the record
		}
		b.Fail(record, panicked)
	}
	return nil
}

// findPanic processes the records of a batch one by one. If one panics, it cuts the batch there
// and returns the record's number and the panic.
func (m *runner) findPanic(ctx context.Context, b *Batch) (record int, panicked, err error) {
	if err = m.replace(); err != nil {
		return 0, nil, err
	}
	var tasks Tasks
	// If dividing panics, there are no single records to try.
	_ = guard.Do(func() error { tasks = tasksOf(b); return nil })
	if tasks == nil {
		return 0, nil, nil
	}
	var one Batch
	for i := range tasks.Len() {
		one.reset()
		one.From, one.To, one.judged, one.fed = b.From, b.To, b.judged, b.fed
		tasks.CopyTo(&one, i)
		if err := m.try(ctx, &one); isPanic(err) {
			tasks.Truncate(i)
			return i, &puzzlePanic{err.(*guard.Panic), one.Tasks.Puzzle()}, nil //nolint:errorlint // seen by isPanic
		}
	}
	return 0, nil, nil
}

// try processes a batch and returns a panic as an error.
func (m *runner) try(ctx context.Context, b *Batch) error {
	b.done, b.filtered.matcher = nil, m.matcher
	return guard.Do(func() error {
		if ctx.Err() == nil {
			m.worker.Work(ctx, b)
			m.worker.Flush(ctx)
		}
		return nil
	})
}

// tasksOf returns the tasks of a batch: the feed's, or a task for each record of its text.
func tasksOf(b *Batch) Tasks {
	if b.Tasks != nil || len(b.Text) == 0 {
		return b.Tasks
	}
	return &recordTasks{b, b.textSpans(nil)}
}

// recordTasks are the records of a batch.
type recordTasks struct {
	batch *Batch
	spans []model.Span
}

func (t *recordTasks) Len() int { return len(t.spans) }

func (t *recordTasks) CopyTo(b *Batch, i int) {
	at, end := t.spans[i].From, t.spans[i].To
	if from := t.batch; from.framed.Decoded {
		b.framed.SetSlice(&from.framed, from.Text, i, i+1, at, end)
	}
	b.Text = t.batch.Text[at:end]
	b.Tasks = &recordTasks{b, nil}
}

func (t *recordTasks) Truncate(n int) { t.batch.keep(0, n, 0, t.spans[n].From) }

// Puzzle returns the text of the record if it holds no puzzle.
func (t *recordTasks) Puzzle() string {
	b := t.batch
	r := &b.Records
	if guard.Do(func() error { b.decode(); return nil }) != nil || len(r.Faults) > 0 {
		return fmt.Sprintf("%.300q", b.Text)
	}
	if len(r.Cells) == 0 {
		return ""
	}
	line := bulk.Form{Kind: bulk.Line, Order: b.From.Order}.AppendPuzzle(nil, r.Cells)
	return string(line[:len(line)-1])
}
