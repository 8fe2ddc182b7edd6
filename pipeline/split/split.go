// Package split divides corpora into parts, such as training and test sets, so
// that no puzzle of one part is in another, not even relabelled or permuted.
//
// Where a record goes depends on its puzzle and a seed alone: a keyed hash of the
// canonical form is a point, and every part is an interval of points. So isomorphs
// fall into the same part, and records stay where they are when others are added.
// [Run] has one part then. Where the sizes are to be exact, the ends of the
// intervals are known only when the last record was seen: so records are kept in a
// temporary file, and points sorted in another; memory is bounded. What is written
// does not depend on the number of workers.
package split

import (
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Config says what to split, and how. If To is 0, records are copied as they came, where
// their kind lets that be ([formats.Kind.CanCopy]); all inputs must then be written alike.
// Otherwise they are rows of To, with the columns of the first input. NewWorker, Output and
// OnBatch are not looked at.
type Config struct {
	pipeline.Config
	Parts []Part // at least one, at most maxParts: all with shares, or all with rows
	Seed  uint64 // another seed, another division
	// By is the column of which records that have the same value fall together, by
	// its name or its number from 1 on; "": isomorphs do.
	By string
	// Exact has the parts be of exactly their size, but for what must fall together:
	// a part ends at the end of such a class that is nearest to where it should. Rows
	// that no part takes are left out.
	// Otherwise shares are what to expect, and a result that chance does not explain
	// is an [*unevenError]. Temporary files go to TempDir ("" = the system's).
	Exact   bool
	TempDir string

	// Open is called once, before anything is written, with the first input, and
	// returns where each part goes. If it was not called there was nothing to split. It
	// is required.
	Open func(pipeline.Opened) ([]io.Writer, error)
	// OnReject is called with malformed records, in input order. They are in no part.
	// May be nil.
	OnReject func(Reject) error
}

// A Reject is a malformed record.
type Reject struct {
	File  string
	Form  formats.Form // of Text
	Text  []byte       // as it came; borrowed
	Fault formats.SyntaxError
}

// Summary is what became of the records.
type Summary struct {
	pipeline.Stats         // of all inputs; Solved is how many are in the parts
	Rows           []int64 // in each part
	LeftOut        int64   // well-formed records that no part takes
	// NoCanonicalForm counts 16×16 puzzles: only equal ones are known to fall
	// together.
	NoCanonicalForm int64
	Spilled         int64 // bytes of points in temporary files
}

// check reports what nothing can be split with.
func (cfg *Config) check() error {
	err := checkParts(cfg.Parts, cfg.Exact)
	if err == nil && cfg.Open == nil {
		err = errors.New("there is no Open to say where the parts go")
	}
	return err
}

// Run splits all inputs. It returns when everything was written, with what is known
// up to there and the first error. Malformed records are not errors.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	if err := cfg.check(); err != nil {
		return &Summary{}, err
	}
	d, err := newDivider(&cfg)
	if err != nil {
		return &d.summary, err
	}
	defer d.close()
	run := cfg.Config
	run.NewWorker = cfg.newWorker
	run.Output = nil
	run.OnForm = d.form
	run.OnBatch = d.batch
	d.summary.Stats, err = pipeline.Run(ctx, run)
	if err == nil {
		err = guard.Do(func() error { return d.finish(ctx) })
	}
	d.summary.TextOut = d.written
	d.summary.Solved -= d.summary.LeftOut
	return &d.summary, err
}
