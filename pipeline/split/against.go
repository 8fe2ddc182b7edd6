package split

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/against"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// againstMemory is the memory for the puzzles of Config.Against, five million. More of them are
// in a temporary file.
const againstMemory = 128 << 20

// readAgainst returns the digests of the puzzles of Config.Against, each with the number of its
// input.
func (d *divider) readAgainst(ctx context.Context) (*spill.Set, error) {
	cfg := d.cfg
	digests := spill.NewSorter(cfg.TempDir, sortMemory)
	defer func() { _ = digests.Close() }() // the file is temporary
	malformed, err := against.Read(ctx, &cfg.Config, pipeline.Config{
		Inputs:    cfg.Against,
		NewWorker: func() (pipeline.Worker, error) { return &digester{newPointer(cfg)}, nil },
		Hooks: pipeline.Hooks{OnBatch: func(b *pipeline.Batch, p pipeline.Place) error {
			for _, digest := range pipeline.SlotOf[slot](b).puzzles {
				if err := digests.Add(spill.Entry{digest[0], digest[1], uint64(p.Input)}); err != nil {
					return err
				}
			}
			return nil
		}},
	})
	if err != nil {
		return nil, err
	}
	d.summary.AgainstMalformed = malformed
	return spill.NewSet(digests, cfg.TempDir, againstMemory)
}

// A digester finds the digests of puzzles.
type digester struct{ points *pointer }

// Work finds the digests of a batch's puzzles.
func (w *digester) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	s := pipeline.SlotOf[slot](b)
	s.puzzles = s.puzzles[:0]
	for cells := range puzzles(b) {
		s.puzzles = append(s.puzzles, w.points.ofPuzzle(b.From.Board(), cells))
	}
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Counts.Solved = int64(len(s.puzzles))
	b.Done()
}

// Flush does nothing: Work finishes every batch.
func (w *digester) Flush(context.Context) {}
