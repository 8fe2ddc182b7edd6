// Package augment makes isomorphs of puzzles on the pipeline's ring. [Run] makes many isomorphs of
// each record of the inputs, with their solutions and other columns, in one pass. [Turns] takes
// the puzzles of the inputs in turn, round after round.
package augment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solutions"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Config says what Run is to make. Of the pipeline's Config it ignores NewWorker,
// OnBatch, OnUnread and Start. A record with a wrong solution is malformed.
type Config struct {
	pipeline.Config
	// Each is the number of random isomorphs of each puzzle, up to MostEach. They depend on
	// Seed, on the number of the record over all inputs, from 1, and on their own number, from
	// 1. So a run with more isomorphs begins each group like a run with fewer.
	Each uint64
	Seed uint64
	// First is the number of rows to leave out at the beginning. End, if not nil, is where the
	// others end. Together they give a share of all rows, see Rows. A share has the header of
	// the whole.
	First uint64
	End   *uint64
	// Original also writes the puzzle itself, before its isomorphs, as isomorph 0.
	Original bool
	// Solutions solves puzzles that come without a solution. It needs Pairs, a table, the form
	// Line, or the form Npy, which is then paired. Before a solution is written, given or
	// found, the puzzle is proven to have no other. Puzzles without exactly one solution are
	// left out.
	Solutions bool
	// Pairs writes for a Dataset instead of a form: each Write to Output holds tokens of
	// puzzles, and then tokens of their solutions. All puzzles must have one order, and are
	// solved as with Solutions.
	Pairs bool

	OnLeftOut func(*model.SyntaxError) // is called with a puzzle that was left out

	unitBytes int // size of a unit's output, for tests; 0 is the default
}

// MostEach is the most isomorphs per puzzle.
const MostEach = 1 << 40

// check reports settings that contradict each other.
func (cfg *Config) check() error {
	switch {
	case cfg.Each > MostEach:
		return fmt.Errorf("%d isomorphs of each puzzle: want at most %d", cfg.Each, int64(MostEach))
	case cfg.End != nil && *cfg.End < cfg.First:
		return fmt.Errorf("a share from row %d ends at row %d", cfg.First, *cfg.End)
	case cfg.Each == 0 && !cfg.Original:
		return errors.New("nothing to write: want isomorphs, or the puzzles themselves")
	case cfg.Solutions && cfg.To != 0 && !cfg.Pairs:
		return solutions.CheckForm(cfg.To)
	}
	return nil
}

// lowest returns the number of each record's first row: 0 is the puzzle itself.
func (cfg *Config) lowest() uint64 {
	if cfg.Original {
		return 0
	}
	return 1
}

// augmentedPerJob is the number of units of records in the ring per worker. Units that wait for
// their puzzles to be solved end at different times.
const augmentedPerJob = 4

// Run writes the isomorphs of each record in turn. The output does not depend on the number
// of workers. It returns as pipeline.Run does; the statistics count written puzzles as solved.
//
// A table keeps its columns, with the puzzle and its solution replaced. Behind them come the
// solution, if Solutions is set and the first input has no such column, and group (number of
// the record), isomorph (its number) and seed. In the form Line a known solution follows its
// puzzle.
func Run(ctx context.Context, cfg Config) (pipeline.Stats, error) {
	if err := cfg.check(); err != nil {
		return pipeline.Stats{}, err
	}
	cfg.Solutions = cfg.Solutions || cfg.Pairs
	cfg.unitBytes = cmp.Or(cfg.unitBytes, defaultUnitBytes)
	end := uint64(math.MaxUint64)
	if cfg.End != nil {
		end = *cfg.End
	}
	f := recordFeed{feed: feed{skip: cfg.First, left: end - cfg.First}, cfg: &cfg, number: uint64(max(1, cfg.Range.First) - 1)}
	run := cfg.Config
	run.NewWorker = func() (pipeline.Worker, error) {
		w := newWorker(cfg.Seed)
		w.solve, w.pairs = cfg.Solutions, cfg.Pairs
		return w, nil
	}
	run.Hooks = pipeline.Hooks{OnBatch: f.written, OnIdle: cfg.OnIdle}
	stats, err := f.run(ctx, run, augmentedPerJob, f.fill)
	f.report(f.faults)
	return stats, err
}

// A recordFeed reads the inputs in order, so that it knows the number of each record, and sends
// units of records.
type recordFeed struct {
	feed
	cfg    *Config
	number uint64    // number of the last record, over all inputs
	form   bulk.Form // form of the rows for the current input
	first  bulk.Form // form of the rows for the first input
	own    bool      // solutions have an added column
	solved bool      // the rows have a place for solutions
	err    error     // why the current input cannot be written
	bytes  int       // size of the unit's output, about
	spans  []model.Span
	faults []model.SyntaxError // faults that no unit carries yet
}

// defaultUnitBytes is the size of a unit's output, about.
const defaultUnitBytes = 64 << 10

// fill reads all inputs and sends their records.
func (f *recordFeed) fill(ctx context.Context) (err error) {
	cfg := reading(&f.cfg.Config)
	cfg.NewWorker = newReader
	cfg.OnForm = f.enter
	cfg.OnBatch = func(b *pipeline.Batch, place pipeline.Place) error {
		if f.err != nil {
			return f.err
		}
		return f.records(ctx, b, place)
	}
	cfg.OnFault = func(fault *model.SyntaxError) { f.faults = append(f.faults, *fault) }
	cfg.Use = pipeline.UseColumns
	if f.cfg.To == 0 || f.cfg.To.IsTable() {
		cfg.Use = pipeline.UseText
	}
	if f.read, err = pipeline.Run(ctx, cfg); errors.Is(err, pipeline.ErrEnough) {
		return nil
	}
	if err == nil && !f.begun && f.first.Kind != 0 { // the inputs have no records
		err = f.takeUnit(ctx, bulk.Form{})
		f.send(false)
	}
	return err
}

// Rows reads all inputs and returns the number of rows that Run would make, with the rows
// of puzzles that are left out.
func Rows(ctx context.Context, cfg Config) (uint64, error) {
	if err := cfg.check(); err != nil {
		return 0, err
	}
	read := reading(&cfg.Config)
	read.NewWorker = newReader
	records := uint64(0)
	read.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
		records += uint64(b.Records.N - len(b.Records.Faults))
		return nil
	}
	_, err := pipeline.Run(ctx, read)
	return records * (cfg.Each - cfg.lowest() + 1), err
}

// A reader is a worker that decodes records and their solutions.
type reader struct{}

func newReader() (pipeline.Worker, error) { return reader{}, nil }

func (reader) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	pipeline.SlotOf[solutions.Set](b).Read(b, true)
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Done()
}

func (reader) Flush(context.Context) {}

// enter decides how the isomorphs of an input's puzzles are written.
func (f *recordFeed) enter(o pipeline.Opened) {
	if !f.begun {
		f.own = f.cfg.Solutions && !o.From.HasSolutions()
	}
	if f.form, o.Lost, f.err = f.target(o.From); f.err != nil {
		f.err = fmt.Errorf("%s: %w", o.Name, f.err)
		return
	}
	paired := f.cfg.Solutions && f.form.Kind.IsArray()
	if paired && !f.cfg.Pairs {
		f.form = f.form.Paired()
	}
	if !f.begun {
		f.first = f.form
	}
	o.To = f.form
	apart := f.own || f.form.Kind.IsInline() || paired
	f.solved = apart || f.form.Kind.IsTable() && f.form.Layout.Solution >= 0
	if apart {
		o.Lost = withoutSolution(o.Lost, o.From)
	}
	if f.cfg.OnForm != nil {
		f.cfg.OnForm(o)
	}
}

// target returns the form of the rows for an input, and the names of the columns that it loses.
func (f *recordFeed) target(from bulk.Form) (to bulk.Form, lost []string, err error) {
	kind, first := f.cfg.To, bulk.Form{}
	if f.cfg.Pairs {
		kind = bulk.Npy
	}
	if f.begun {
		first = f.first
	}
	to, lost, err = from.Target(kind, added(f.cfg.Seed, f.own), first)
	switch {
	case err != nil:
	case f.begun && f.cfg.Solutions && !f.own && !from.HasSolutions() && to.Kind.IsTable():
		err = errors.New("it has no column with solutions, but the first input has one")
	case f.cfg.Solutions:
		err = solutions.CheckForm(to.Kind)
	}
	return to, lost, err
}

// withoutSolution returns the lost columns of an input, without the columns of the solution.
func withoutSolution(lost []string, from bulk.Form) (others []string) {
	first, end := from.SolutionColumns()
	for _, name := range lost {
		i := slices.IndexFunc(from.Layout.Columns, func(c model.Column) bool { return c.Name == name })
		if i < first || i >= end {
			others = append(others, name)
		}
	}
	return others
}

// report calls OnFault with faults of the inputs.
func (f *recordFeed) report(faults []model.SyntaxError) {
	for i := range faults {
		if f.cfg.OnFault != nil {
			f.cfg.OnFault(&faults[i])
		}
	}
}

// written reports the faults before a unit, and the records that the unit left out.
func (f *recordFeed) written(b *pipeline.Batch, _ pipeline.Place) error {
	u := pipeline.SlotOf[unit](b)
	f.report(u.faults)
	for i := range u.leftOut {
		if f.cfg.OnLeftOut != nil {
			f.cfg.OnLeftOut(&u.leftOut[i])
		}
	}
	return nil
}

// records sends the well-formed records of a batch.
func (f *recordFeed) records(ctx context.Context, b *pipeline.Batch, place pipeline.Place) error {
	solutions := pipeline.SlotOf[solutions.Set](b)
	r := &b.Records
	good, size := 0, r.Order*r.Order
	if r.Order != f.form.Order {
		var err error
		if f.form, _, err = b.From.Target(f.form.Kind, added(f.cfg.Seed, f.own), f.first); err != nil {
			return fmt.Errorf("%s: %w", place.Name, err)
		}
	}
	spans := f.spansOf(b)
	if !f.begun || len(f.faults) > 0 { // so that only few faults are kept
		if err := f.takeUnit(ctx, b.From); err != nil {
			return err
		}
	}
	for i, fault := range b.EachRecord() {
		f.number++
		if fault != nil {
			continue
		}
		one := record{
			number: f.number, cells: r.Cells[good*size:][:size], solution: solutions.Of(good),
			file: place.Name, inFile: place.Records + i + 1,
		}
		if len(spans) > 0 && spans[i].Line > 0 {
			one.line = place.Lines + spans[i].Line
		}
		if len(r.Spans) > 0 {
			span := &r.Spans[i]
			one.text, one.missing = b.Text[span.From:span.To], max(0, span.Missing)
		}
		good++
		if err := f.add(ctx, b, &one); err != nil {
			return err
		}
	}
	f.send(b.Live)
	return nil
}

// spansOf returns the positions of a batch's records, if messages may need them.
func (f *recordFeed) spansOf(b *pipeline.Batch) []model.Span {
	if len(b.Records.Spans) > 0 || !f.solved {
		return b.Records.Spans
	}
	f.spans = b.From.Spans(f.spans[:0], b.Text)
	return f.spans
}

// takeUnit takes a batch for records of a form. The unit carries the faults of earlier records.
func (f *recordFeed) takeUnit(ctx context.Context, from bulk.Form) error {
	if err := f.take(ctx, f.header); err != nil {
		return err
	}
	u := f.unit
	u.from, u.to, u.own, u.solved = from, f.form, f.own, f.solved
	u.low, u.high = f.cfg.lowest(), f.cfg.Each
	u.faults, f.faults, f.bytes = append(u.faults, f.faults...), f.faults[:0], 0
	return nil
}

// header returns the header of all rows.
func (f *recordFeed) header() []byte {
	if f.cfg.Pairs {
		return nil
	}
	return f.first.AppendHeader(nil)
}

// add adds a record to the unit, except for rows that are not made. A unit holds several
// records with all their rows, or some rows of one record.
func (f *recordFeed) add(ctx context.Context, b *pipeline.Batch, one *record) error {
	const others = 50 // size of the added columns, about
	rowBytes := uint64(len(one.text) + 2*len(one.cells) + others)
	low, least := f.cfg.lowest(), f.cfg.lowest()
	skip := min(f.skip, f.cfg.Each-least+1)
	low, f.skip = low+skip, f.skip-skip
	for low <= f.cfg.Each {
		if f.left == 0 {
			f.send(false)
			return pipeline.ErrEnough
		}
		rows := min(f.left, f.cfg.Each-low+1, max(1, uint64(f.cfg.unitBytes)/rowBytes))
		f.left -= rows
		part := rows < f.cfg.Each-least+1
		if f.unit != nil && len(f.unit.records) > 0 && (part || f.bytes >= f.cfg.unitBytes) {
			f.send(false)
		}
		if f.unit == nil {
			if err := f.takeUnit(ctx, b.From); err != nil {
				return err
			}
		}
		f.unit.add(one)
		f.bytes += int(rows * rowBytes)
		f.unit.low, f.unit.high = low, low+rows-1
		f.unit.again = low > least
		low += rows
		if part {
			f.send(false)
		}
	}
	return nil
}

// added returns the columns that Run adds.
func added(seed uint64, own bool) []model.Column {
	columns := []model.Column{{Name: "group", Type: model.Int}, {Name: "isomorph", Type: model.Int}, {Name: "seed", Type: model.Int}}
	if seed > math.MaxInt64 {
		columns[2].Type = model.Text
	}
	if own {
		columns = append([]model.Column{{Name: "solution"}}, columns...)
	}
	return columns
}

// leftOut says why a well-formed record is left out: its puzzle was not proven to have exactly one solution.
var leftOut = map[solver.Status]error{
	solver.Multiple:      errors.New("left out: the puzzle has several solutions"),
	solver.NoSolution:    errors.New("left out: the puzzle has no solution"),
	solver.Contradiction: errors.New("left out: equal clues in a house"),
	solver.GaveUp:        errors.New("left out: too many guesses to prove that the puzzle has one solution"),
}

// fault returns the message that the record is left out.
func (r *record) fault(status solver.Status) model.SyntaxError {
	return model.SyntaxError{File: r.file, Record: r.inFile, Line: r.line, Err: leftOut[status]}
}
