package gen

import (
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

func newWorker(cfg *Config) (pipeline.Worker, error) {
	w := &worker{cfg: cfg, labels: columns.NewEvaluator(cfg.Added)}
	var err error
	if cfg.chooses() {
		w.chooser, w.generator, err = newChooser(cfg)
	} else {
		w.generator, err = generate.New(cfg.Options)
	}
	return w, err
}

// A worker makes the puzzles of units.
type worker struct {
	generator *generate.Generator
	cfg       *Config
	chooser   *chooser           // nil without wishes
	labels    *columns.Evaluator // computes the added columns
}

// Engines names the engine of the generator.
func (w *worker) Engines() []string {
	names := append(w.labels.Engines(), w.generator.EngineUsed())
	if w.chooser != nil {
		names = append(names, w.chooser.reader.Engines()...)
	}
	return names
}

// Work feeds a unit to the generator.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	u := unitOf(b)
	m := &u.made
	n := u.count * u.to.Order * u.to.Order
	u.maker, u.failed = w, nil
	m.First = u.first
	m.Cells = slices.Grow(m.Cells[:0], n)[:n]
	m.Solutions = slices.Grow(m.Solutions[:0], n)[:n]
	m.Results = slices.Grow(m.Results[:0], u.count)[:u.count]
	if u.count == 0 || w.chooser != nil {
		if u.count == 0 || w.chooser.choose(ctx, w.generator, u) {
			w.write(b, u)
			b.Done()
		}
		return
	}
	m.Stop = w.cfg.stop(ctx)
	w.generator.Feed(m)
}

// Flush finishes all units.
func (w *worker) Flush(context.Context) { w.generator.Flush() }

func (w *worker) write(b *pipeline.Batch, u *unit) {
	size := u.to.Order * u.to.Order
	b.Out = append(b.Out, u.header...)
	b.Records.N = u.count
	w.labels.Search(context.Background(), columns.Puzzles{Board: u.to.Board(), Cells: u.made.Cells[:u.madeCount()*size]}, nil)
	for i, r := range u.made.Results {
		if !r.Made {
			if u.failed == nil {
				u.failed = w.cfg.notMade(u.first+uint64(i), r.Tries, "")
			}
			b.Fail(i, u.failed)
			return
		}
		cells := u.made.Cells[i*size:][:size]
		if w.cfg.Solutions {
			b.Out = u.to.AppendSolvedPuzzle(b.Out, cells, u.made.Solutions[i*size:][:size], w.labels.Values(i, u.to)...)
		} else {
			b.Out = u.to.AppendPuzzle(b.Out, cells, w.labels.Values(i, u.to)...)
		}
		b.Counts.Solved++
		b.Counts.Solutions++
		b.Counts.Guesses += r.Guesses
	}
}
