// Package split divides corpora into parts, such as training and test sets. No puzzle of one
// part is in another, not even relabelled or permuted.
//
// The part of a record depends only on its puzzle and a seed. A keyed hash of the canonical
// form is a point, and every part is an interval of points. So isomorphs fall into the same
// part, and records stay in their part when others are added. [Run] then needs one pass. With
// exact sizes, the ends of the intervals are known only after the last record, so Run keeps
// records in a temporary file and sorts points in another. Memory is bounded, and the parts do
// not depend on the number of workers.
package split

import (
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Config says what to split, and how. If To is 0, records are copied unchanged if their kind
// allows that ([formats.Kind.CanCopy]); the records of all inputs must then fit into one file.
// Otherwise records become rows of To with the columns of the first input. NewWorker, Output
// and OnBatch are ignored.
type Config struct {
	pipeline.Config
	Parts []Part // 1 to 100 parts: all with shares, or all with rows
	Seed  uint64 // another seed gives another division
	// By is a column, as a name or a number from 1. Records with the same value fall into the
	// same part. With "" isomorphs do.
	By string
	// Exact makes parts of exactly their size. Only classes that must stay together change
	// that: a part ends between two classes, where that is nearest. Rows that no part takes are
	// left out. Without Exact, shares are expected values; if chance does not explain the
	// result, Run returns [ErrUneven]. Temporary files go to TempDir ("" = the system's).
	Exact   bool
	TempDir string

	// Open returns the outputs of the parts. It is called once with the first input, before
	// anything is written, or never if there is nothing to split. It is required.
	Open func(pipeline.Opened) ([]io.Writer, error)
	// OnReject, if not nil, is called with malformed records, in input order. They are in no
	// part.
	OnReject func(Reject) error
}

// A Reject is a malformed record.
type Reject struct {
	File  string
	Form  formats.Form // of Text
	Text  []byte       // as it came; borrowed
	Fault formats.SyntaxError
}

// A Summary counts the records by what happened to them.
type Summary struct {
	pipeline.Stats         // of all inputs; Solved is the number of rows in the parts
	Rows           []int64 // in each part
	LeftOut        int64   // well-formed records that no part takes
	// NoCanonicalForm counts 16×16 puzzles. Only equal ones fall into the same part.
	NoCanonicalForm int64
	Spilled         int64 // bytes of points in temporary files
}

// check reports settings that nothing can be split with.
func (cfg *Config) check() error {
	err := checkParts(cfg.Parts, cfg.Exact)
	if err == nil && cfg.Open == nil {
		err = errors.New("the configuration has no Open")
	}
	return err
}

// Run splits all inputs. It returns after everything was written, with the counts so far and
// the first error. Malformed records are not errors.
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
