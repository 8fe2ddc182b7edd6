// Package split divides corpora into parts, such as training and test sets. No puzzle of one
// part is in another, not even relabelled or permuted.
//
// The part of a record depends only on its puzzle and a seed. A keyed hash of the representative
// of the puzzle's isomorphs is a point, and every part is an interval of points. So isomorphs fall
// into the same part, and records stay in their part when others are added. [Run] then needs one
// pass.
//
// Exact sizes, equal shares of classes, groups by a column, and the parts of an earlier division
// depend on all records. So Run keeps records in a temporary file, sorts their points in another,
// and then divides each class. It orders the groups of a class by a hash whose key depends on all
// points, so no two divisions share an order. Groups by a column may be too large for any order: then the
// largest are placed first.
//
// Memory is bounded, and the parts depend neither on the number of workers nor on the order of
// the records.
package split

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Config says what to split, and how. If To is 0, records are copied unchanged if their kind
// allows that ([bulk.Kind.CanCopy]); the records of all inputs must then fit into one file.
// Otherwise records become rows of To with the columns of the first input. NewWorker and
// Output are ignored.
type Config struct {
	pipeline.Config
	Parts []Part // 1 to 100 parts: all with shares, or all with rows
	Seed  uint64 // another seed gives another division
	// By is a column, as a [columns.Reader] takes it: of the input, by name or number, or
	// computed. Records with the same value fall into the same part, and so do records that a
	// chain of equal values and isomorphs joins. With "" only isomorphs count.
	By string
	// Equal keeps only equal puzzles together, not their isomorphs.
	Equal bool
	// Extend says that the first inputs are the parts of an earlier division, one for each of
	// Parts. Their rows stay in their parts and precede the new rows. A new row that a chain
	// joins with rows of one part goes there; if it joins rows of several parts, it is left out.
	// Sizes of exact parts are met as nearly as the old rows allow. Two parts with equal or
	// isomorphic puzzles, and inputs that cannot be opened, are errors.
	Extend bool
	// Exact makes parts of exactly their size. Only groups that must stay together change
	// that: a part ends between two groups, where that is nearest. If that leaves a part
	// empty, or with By misses a share by more than a tenth, the largest groups are placed
	// first, without Stratify. Rows that no part takes are left out. Without Exact, shares are
	// expected values; if chance does not explain the result, Run returns [ErrUneven]. Temporary
	// files go to TempDir ("" = the system's).
	Exact   bool
	TempDir string
	// Stratify lists columns like By. All rows with the same values are a class, and
	// each class is divided by the shares of the parts, to the row where groups allow that. Needs
	// Exact.
	Stratify []string
	// Tally lists columns like By, whose values are counted in each part. A column that an input
	// lacks is computed if that is free, and counts as no value otherwise.
	Tally []string
	// Against are corpora whose puzzles may be in no part. Records with a puzzle that equals
	// one of them, or is an isomorph of one, are left out and passed to OnReject. Digests of
	// these puzzles take 24 bytes each, in memory or in a temporary file.
	Against []pipeline.Input

	// Open returns the outputs of the parts. It is called once with the first input, before
	// anything is written, or never if there is nothing to split. It is required.
	Open func(pipeline.Opened) ([]io.Writer, error)
	// OnReject, if not nil, is called with malformed records and with records that leak, in
	// input order. They are in no part.
	OnReject func(Reject) error
}

// A Reject is a record that is in no part, because it is malformed or leaks.
type Reject struct {
	File   string
	Form   bulk.Form // of Text
	Text   []byte    // as it came; borrowed
	Record int64     // number of the record in its file, from 1
	fault  *model.SyntaxError
	leak   string // if fault is nil: the corpus of Config.Against that has the puzzle
}

// Reason says why the record is in no part.
func (r *Reject) Reason() string {
	if r.fault != nil {
		return string(r.fault.AppendReason(nil))
	}
	return "equal or isomorphic to a puzzle of " + r.leak
}

// A Summary counts the records by what happened to them.
type Summary struct {
	pipeline.Stats         // of all inputs; Solved is the number of rows in the parts
	Rows           []int64 // in each part
	Bytes          []int64 // of the text of each part
	Unsolved       []int64 // rows of each part without a readable solution, though there is a column for it
	Groups         int64   // groups that stay together; counted with Exact, By and Extend
	Old            int64   // rows of the earlier division, with Extend
	Joined         int64   // values of By that isomorphs join with other values
	Torn           int64   // rows that would join rows of several parts, with Extend; also in LeftOut
	Tallies        []Tally // of Config.Tally
	LeftOut        int64   // well-formed records that no part takes
	Leaks          []int64 // well-formed records that leak from each of Config.Against
	// AgainstMalformed counts the malformed records of Config.Against. They were not compared.
	AgainstMalformed int64
	// Small describes the first class, by name, that is too small for all parts; nil: there is none.
	Small error
	// Missed describes the part that misses its share most, if one does by more than a tenth, because of large
	// groups; nil: none does.
	Missed error
	// Mixed counts groups with rows of several classes.
	Mixed int64
	// NoCanonicalForm counts puzzles of sizes without canonical forms. Only equal ones fall into the
	// same part. FewClasses counts 4×4 puzzles whose isomorphs were kept together.
	FewClasses      int64
	NoCanonicalForm int64
	Spilled         int64 // bytes of points in temporary files
}

// check reports settings that nothing can be split with.
func (cfg *Config) check() error {
	err := checkParts(cfg.Parts, cfg.Exact)
	if err == nil && len(cfg.Stratify) > 0 && !cfg.Exact {
		err = errors.New("only exact parts have equal shares of classes")
	}
	if err == nil && cfg.Extend && (len(cfg.Inputs) < len(cfg.Parts) || cfg.Where != nil || cfg.Range.First > 1 || cfg.Range.Last != 0) {
		err = errors.New("an earlier division has an input for each part, with all its records")
	}
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
	if len(cfg.Against) > 0 {
		if d.against, err = d.readAgainst(ctx); err != nil {
			return &d.summary, err
		}
	}
	run := cfg.Config
	run.NewWorker, run.Style = d.newWorker, cmp.Or(run.Style, pipeline.Copied)
	run.Output = nil
	if len(cfg.columns())+len(cfg.Tally) > 0 {
		run.Use = pipeline.UseColumns
	}
	run.OnForm = d.form
	run.OnBatch = d.batch
	var unreadable error
	if cfg.Extend {
		run.OnUnreadable = func(err error) { unreadable = cmp.Or(unreadable, err) }
	}
	d.summary.Stats, err = pipeline.Run(ctx, run)
	if err == nil {
		err = unreadable
	}
	if err == nil {
		err = guard.Do(func() error { return d.finish(ctx) })
	}
	d.summary.TextOut = sum(d.summary.Bytes)
	d.summary.Solved -= d.summary.LeftOut + sum(d.summary.Leaks)
	return &d.summary, err
}
