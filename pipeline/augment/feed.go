package augment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/given"
)

// A feed reads the inputs in order, so that it knows the number of each record, and
// sends units to the workers.
type feed struct {
	cfg  *Config
	to   *pipeline.Sender
	read pipeline.Stats // of reading the inputs

	skip   uint64       // rows that are still to come and not made: of other shares, or made before the run was stopped
	left   uint64       // rows to make after that, at most
	headed bool         // the header was written before
	number uint64       // of records so far, over all inputs
	form   formats.Form // what is made of the current input
	begun  bool         // a form was found, and the header is on its way
	own    bool         // solutions get a column of their own
	solved bool         // the rows have a place for solutions
	first  formats.Form // what is made of the first input
	err    error        // of the form of an input
	unit   *unit        // that is being filled; nil: none
	batch  *pipeline.Batch
	bytes  int // that its rows will take, about
	spans  []formats.Span
	faults []formats.SyntaxError // that no unit has taken yet
}

// defaultUnitBytes is how much is written of a unit, about.
const defaultUnitBytes = 64 << 10

// run reads all inputs. It is the Feed.
func (f *feed) run(ctx context.Context, to *pipeline.Sender) error {
	f.to = to
	if f.cfg.unitBytes == 0 {
		f.cfg.unitBytes = defaultUnitBytes
	}
	cfg := f.cfg.reading()
	cfg.OnForm = f.enter
	cfg.OnBatch = func(b *pipeline.Batch, place pipeline.Place) error {
		if f.err != nil {
			return f.err
		}
		return f.records(ctx, b, place)
	}
	cfg.OnFault = func(fault *formats.SyntaxError) { f.faults = append(f.faults, *fault) }
	cfg.OnUnreadable, cfg.Progress = f.cfg.OnUnreadable, f.cfg.Progress
	cfg.OnLate, cfg.OnEmpty, cfg.Columns = f.cfg.OnLate, f.cfg.OnEmpty, true
	var err error
	if f.read, err = pipeline.Run(ctx, cfg); errors.Is(err, pipeline.ErrEnough) {
		return nil
	}
	if err == nil && !f.begun && f.first.Kind != 0 { // inputs without records
		err = f.begin(ctx, f.first)
		f.send(false)
	}
	return err
}

// reading is how the inputs are read.
func (cfg *Config) reading() pipeline.Config {
	return pipeline.Config{
		Inputs: cfg.Inputs, From: cfg.From, To: cfg.To, Hints: cfg.Hints,
		Jobs: 1, BatchBytes: cfg.BatchBytes,
		NewWorker: func() (pipeline.Worker, error) { return reader{}, nil },
	}
}

// Rows reads all inputs and returns how many rows Run would make, those of puzzles
// included that are left out.
func Rows(ctx context.Context, cfg Config) (uint64, error) {
	if err := cfg.check(); err != nil {
		return 0, err
	}
	reading := cfg.reading()
	records := uint64(0)
	reading.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
		records += uint64(b.Records.N - len(b.Records.Faults))
		return nil
	}
	_, err := pipeline.Run(ctx, reading)
	return records * (cfg.Each - cfg.lowest() + 1), err
}

// A reader is a worker that decodes records and reads the solutions beside them.
type reader struct{}

func (reader) Work(_ context.Context, b *pipeline.Batch) {
	s, ok := b.Slot.(*given.Solutions)
	if !ok {
		s = new(given.Solutions)
		b.Slot = s
	}
	b.From.Decode(&b.Records, b.Text)
	s.Read(b, true)
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Done()
}

func (reader) Flush(context.Context) {}

// enter decides how the isomorphs of an input's puzzles are written.
func (f *feed) enter(o pipeline.Opened) {
	hasSolutions := o.From.Layout != nil && o.From.Layout.Solution >= 0
	if !f.begun {
		f.own = f.cfg.Solutions && !hasSolutions
	}
	kind, first := f.cfg.To, formats.Form{}
	if f.cfg.Pairs {
		kind = formats.Npy
	}
	if f.begun {
		first = f.first
	}
	f.err = nil
	var err error
	f.form, o.Lost, err = o.From.Target(kind, added(f.cfg.Seed, f.own), first)
	switch {
	case err != nil:
	case f.begun && f.cfg.Solutions && !f.own && !hasSolutions && f.form.Kind.IsTable():
		err = errors.New("it has no column of solutions, and the first input has one")
	case f.cfg.Solutions:
		err = checkSolutions(f.form.Kind)
	}
	if err != nil {
		f.err = fmt.Errorf("%s: %w", o.Name, err)
		return
	}
	paired := f.cfg.Solutions && f.form.Kind == formats.Npy
	if paired && !f.cfg.Pairs {
		f.form = f.form.Paired()
	}
	if !f.begun {
		f.first = f.form
	}
	o.To = f.form
	apart := f.own || f.form.Kind == formats.Line || paired
	f.solved = apart || f.form.Kind.IsTable() && f.form.Layout.Solution >= 0
	if apart {
		o.Lost = withoutSolution(o.Lost, o.From)
	}
	if f.cfg.OnForm != nil {
		f.cfg.OnForm(o)
	}
}

// withoutSolution returns what is lost of a file but for the columns of the solution.
func withoutSolution(lost []string, from formats.Form) (others []string) {
	first, end := from.SolutionColumns()
	for _, name := range lost {
		i := slices.IndexFunc(from.Layout.Columns, func(c formats.Column) bool { return c.Name == name })
		if i < first || i >= end {
			others = append(others, name)
		}
	}
	return others
}

// report reports what is wrong with inputs and was not reported.
func (f *feed) report(faults []formats.SyntaxError) {
	for i := range faults {
		if f.cfg.OnFault != nil {
			f.cfg.OnFault(&faults[i])
		}
	}
}

// written reports what is wrong with the records of a unit, and with those before it.
func (f *feed) written(b *pipeline.Batch, _ pipeline.Place) error {
	u := unitOf(b)
	f.report(u.faults)
	for i := range u.left {
		if f.cfg.OnLeftOut != nil {
			f.cfg.OnLeftOut(&u.left[i])
		}
	}
	return nil
}

// records sends the well-formed records of a batch.
func (f *feed) records(ctx context.Context, b *pipeline.Batch, place pipeline.Place) error {
	solutions := b.Slot.(*given.Solutions) //nolint:forcetypeassert // the reader's own
	r := &b.Records
	faults, size := r.Faults, r.Order*r.Order
	good := 0
	spans := f.spansOf(b)
	if err := f.ready(ctx, b.From); err != nil {
		return err
	}
	for record := range r.N {
		f.number++
		if len(faults) > 0 && faults[0].Record == record {
			faults = faults[1:]
			continue
		}
		one := source{
			number: f.number, cells: r.Cells[good*size:][:size], solution: solutions.Of(good),
			file: place.Name, record: place.Records + record + 1,
		}
		if len(spans) > 0 && spans[record].Line > 0 {
			one.line = place.Lines + spans[record].Line
		}
		if len(r.Spans) > 0 {
			span := &r.Spans[record]
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

// spansOf returns where the records of a batch lie, if that may have to be said.
func (f *feed) spansOf(b *pipeline.Batch) []formats.Span {
	if len(b.Records.Spans) > 0 || !f.solved {
		return b.Records.Spans
	}
	f.spans = b.From.Spans(f.spans[:0], b.Text)
	return f.spans
}

// ready takes a batch for records of a form where something is to go ahead of them: the
// header, or faults of earlier records, so that only few of these are kept.
func (f *feed) ready(ctx context.Context, from formats.Form) error {
	switch {
	case !f.begun:
		return f.begin(ctx, from)
	case len(f.faults) > 0:
		return f.take(ctx, from)
	}
	return nil
}

// begin takes the first batch, with the header, for records of a form.
func (f *feed) begin(ctx context.Context, from formats.Form) error {
	if err := f.take(ctx, from); err != nil {
		return err
	}
	f.begun, f.unit.header = true, !f.cfg.Pairs && !f.headed
	return nil
}

// take takes a batch for a unit of records of a form.
func (f *feed) take(ctx context.Context, from formats.Form) (err error) {
	if f.batch, err = f.to.Take(ctx); err != nil {
		return err
	}
	f.unit, f.bytes = unitOf(f.batch), 0
	f.unit.reset(from, f.form, f.own, f.solved)
	f.unit.faults, f.faults = append(f.unit.faults, f.faults...), f.faults[:0]
	f.unit.low, f.unit.high = f.cfg.lowest(), f.cfg.Each
	return nil
}

// add adds a record to the unit, but for the rows that are not made. A unit has
// several records with all their rows, or some rows of one record.
func (f *feed) add(ctx context.Context, b *pipeline.Batch, one *source) error {
	const others = 50 // bytes of the columns that are added, about
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
			if err := f.take(ctx, b.From); err != nil {
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

// send sends the unit. Live says that the next one may be long in coming.
func (f *feed) send(live bool) {
	if f.unit == nil {
		return
	}
	f.batch.Live = live
	f.to.Send(f.batch)
	f.unit, f.batch = nil, nil
}
