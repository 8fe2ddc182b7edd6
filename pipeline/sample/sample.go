// Package sample chooses rows of corpora at random: a share, a number, or a number of each class.
//
// The choice depends only on the seed, on the wish, and on the puzzles: each puzzle has a
// point, the keyed hash of its cells. A share takes the rows whose point is below it, at once. A
// number takes the rows with the least points; of equal puzzles the first come first. So [Run] keeps
// the rows that may be among them in a temporary file, and sorts points in another. Memory is
// bounded, and the rows do not depend on the number of workers.
package sample

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
)

// A Wish says which rows to choose. The zero Wish is all rows.
type Wish struct {
	// Count is a number of rows, or with By of rows of each class; 0: no number is asked for.
	Count int64
	// By is a column, of the input or of the registry (see columns.Reader). Rows with the same
	// value are a class; rows without a value are left out.
	By string
	// Fraction is a share of the rows, above 0 and up to 1; nil: no share is asked for.
	Fraction *big.Rat
}

// String returns the wish for messages and as the purpose of a draw: "count=10",
// "per tier=10", "fraction=1/10" or "all".
func (w *Wish) String() string {
	switch {
	case w.Fraction != nil:
		return "fraction=" + w.Fraction.RatString()
	case w.By != "":
		return fmt.Sprintf("per %s=%d", w.By, w.Count)
	case w.Count > 0:
		return fmt.Sprintf("count=%d", w.Count)
	}
	return "all"
}

// check returns an error for a wish that cannot be met by any rows.
func (w *Wish) check() error {
	switch {
	case w.Count < 0 || w.Count == 0 && w.By != "":
		return errors.New("the number of rows must be above 0")
	case w.Fraction != nil && (w.Count > 0 || w.By != ""):
		return errors.New("rows are chosen by a share or by a number, not by both")
	case w.Fraction != nil && (w.Fraction.Sign() <= 0 || w.Fraction.Cmp(big.NewRat(1, 1)) > 0):
		return errors.New("a share is above 0 and up to 1")
	}
	return nil
}

// Config says what to sample. Rows have the form To and the columns of the first input. A list in
// the form of its input keeps its records as they came. NewWorker and OnBatch are ignored.
type Config struct {
	pipeline.Config
	Wish Wish
	Seed uint64 // another seed chooses other rows
	// Shuffle writes the rows in a random order instead of in the order of the inputs.
	Shuffle bool
	// AtMost takes all rows where there are fewer than Count, instead of failing with [ErrShort].
	AtMost bool

	// Memory is the number of bytes for sorting rows, in addition to a fixed amount for the
	// pipeline. What does not fit goes to temporary files in TempDir ("" = the system's); 0 is
	// the least that works.
	Memory  int64
	TempDir string
}

// A Summary counts the rows.
type Summary struct {
	pipeline.Stats       // of all inputs; Solved is the number of well-formed rows
	Written        int64 // rows that were chosen
	NoClass        int64 // rows without a value in Wish.By, which are left out
	Classes        int64 // number of classes
	// Short are some classes with fewer than Wish.Count rows; a class has no name if Wish.By is "".
	Short     []later.Class
	MoreShort int64 // number of further classes of this kind
	Spilled   int64 // bytes of points in temporary files
}

// Run samples all inputs. It returns after everything was written, with the counts so far and the
// first error. Malformed records are not errors.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	if err := cfg.Wish.check(); err != nil {
		return &Summary{}, err
	}
	s, err := newSampler(&cfg)
	if err != nil {
		return &s.summary, err
	}
	defer s.close()
	run := cfg.Config
	run.NewWorker, run.Style = cfg.newWorker, cmp.Or(run.Style, pipeline.Copied)
	run.OnForm = s.opened
	run.OnBatch = s.batch
	if cfg.Wish.By != "" {
		run.Use, run.Hints.More = pipeline.UseColumns, true
	}
	s.summary.Stats, err = pipeline.Run(ctx, run)
	s.summary.Written = s.written
	if err == nil {
		err = guard.Do(func() error { return s.finish(ctx) })
	}
	s.summary.TextOut += s.out.Written
	return &s.summary, err
}

// ErrShort reports that there are fewer rows than asked for.
var ErrShort = errors.New("fewer rows than asked for")

// A shortError is an ErrShort that names the classes.
type shortError struct {
	wish  Wish
	short []later.Class
	more  int64
}

func (e *shortError) Is(target error) bool { return target == ErrShort }

func (e *shortError) Error() string {
	text := fmt.Sprintf("want %d rows", e.wish.Count)
	for i, c := range e.short {
		switch {
		case e.wish.By == "":
			return fmt.Sprintf("%s, but there are only %d", text, c.Rows)
		case i == 0:
			text += fmt.Sprintf(" of each %s, but there are only ", e.wish.By)
		default:
			text += ", "
		}
		text += fmt.Sprintf("%d of %q", c.Rows, c.Value)
	}
	if e.more > 0 {
		text += fmt.Sprintf(" (and too few of %d more)", e.more)
	}
	return text
}

// ErrDrawn reports a share that chance does not explain.
var ErrDrawn = errors.New("rows that were drawn before")

// A drawnError is an ErrDrawn with the numbers.
type drawnError struct {
	Written, Rows int64
	Share         float64
}

func (e *drawnError) Is(target error) bool { return target == ErrDrawn }

func (e *drawnError) Error() string {
	return fmt.Sprintf("the sample has %d of %d rows, want %.4g %%: these rows were probably drawn with the same share and seed before", e.Written, e.Rows, 100*e.Share)
}
