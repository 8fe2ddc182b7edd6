package convert

import (
	"bytes"
	"context"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// RunPart converts a share of the inputs with Unique or Sorted. Which answers are written
// depends on other shares, so it writes all answers with their puzzles, after the header, for
// Merge.
func RunPart(ctx context.Context, cfg pipeline.Config, opts Options) (pipeline.Stats, error) {
	cfg.NewWorker = func() (pipeline.Worker, error) { return newWorker(&opts), nil }
	cfg.Use = pipeline.UsePuzzles
	var out bytes.Buffer // the log of a batch, which replaces its answers
	c := collector{keeper: all{}, log: spill.NewLog(&out)}
	cfg.OnBatch = func(b *pipeline.Batch, p pipeline.Place) error {
		out.Reset()
		err := c.batch(b, p)
		b.Out = append(b.Out[:0], out.Bytes()...)
		return err
	}
	return pipeline.Run(ctx, cfg)
}

// all is a keeper that keeps all answers for later.
type all struct{}

func (all) add([]byte, []uint8, later.Key) (now bool, err error)    { return false, nil }
func (all) again(did, []byte, []uint8, later.Key) error             { return nil }
func (all) finish(context.Context, func(answer []byte) error) error { return nil }
func (all) Dropped() int64                                          { return 0 }
func (all) Close()                                                  {}

// Merge writes what one Run would write. parts open what RunPart wrote after the header, for
// all shares in order. Merge uses only Output and Progress of cfg. It updates stats, the
// statistics of all shares together.
func Merge(ctx context.Context, cfg pipeline.Config, opts Options, stats *pipeline.Stats, header []byte, parts []func() (io.ReadCloser, error)) (repeated int64, err error) {
	k := opts.keeper(cfg.Progress)
	defer k.Close()
	out := later.NewOut(cfg.Output)
	if err := out.Put(header); err != nil {
		return 0, err
	}
	for _, open := range parts {
		if err := mergePart(ctx, k, out, open); err != nil {
			return 0, err
		}
	}
	err = finish(ctx, k, out, stats)
	stats.Solved -= k.Dropped()
	return k.Dropped(), err
}

// mergePart adds the answers of a part.
func mergePart(ctx context.Context, k keeper, out *later.Out, open func() (io.ReadCloser, error)) error {
	part, err := open()
	if err != nil {
		return err
	}
	defer part.Close() // nothing was written
	return spill.ReadLog(part, func(text []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := loggedOf(text)
		now, err := k.add(l.answer, l.cells, l.key)
		if now && err == nil {
			err = out.Put(l.answer)
		}
		return err
	})
}
