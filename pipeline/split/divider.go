package split

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A divider distributes the rows of the workers among the parts, in input order.
type divider struct {
	cfg     *Config
	summary Summary
	ends    ends  // ends of the parts' intervals, without later
	later   *plan // keeps records until the last one; nil: the point of a record decides alone
	sizes   draw.Sizes
	against *spill.Set // digests of the puzzles that may be in no part; nil: there are none

	parts   []*bufio.Writer // nil until the first input is known
	first   *pipeline.Opened
	at      *pipeline.Opened // the current input
	entered bool             // the current input was compared with the first

	spans []model.Span
	text  []byte // a row after the numbers of its tallied values
}

// partBuffer is the write buffer of a part.
const partBuffer = 64 << 10

func newDivider(cfg *Config) (d *divider, err error) {
	n := len(cfg.Parts)
	d = &divider{cfg: cfg, summary: Summary{
		Rows: make([]int64, n), Bytes: make([]int64, n), Unsolved: make([]int64, n), Leaks: make([]int64, len(cfg.Against)), Tallies: newTallies(cfg),
	}}
	if cfg.Exact || cfg.By != "" || cfg.Extend {
		d.later, err = newPlan(cfg)
		return d, err
	}
	d.ends = endsOf(cfg.Parts)
	return d, nil
}

func (d *divider) close() {
	if d.later != nil {
		d.later.close()
	}
	if d.against != nil {
		_ = d.against.Close()
	}
}

// form receives the form of the next input.
func (d *divider) form(o pipeline.Opened) {
	if d.cfg.copies(o.From) {
		o.To, o.Lost = o.From, nil
	}
	d.at, d.entered = &o, false
	if d.first == nil {
		d.first = d.at
	}
	if d.cfg.OnForm != nil {
		d.cfg.OnForm(o)
	}
}

// copies reports whether records of a form are copied unchanged.
func (cfg *Config) copies(f bulk.Form) bool { return cfg.To == 0 && f.Kind.CanCopy() }

// enter checks that records of the current input can be written, and opens the parts before the
// first record.
func (d *divider) enter() error {
	if d.entered {
		return nil
	}
	d.entered = true
	first, at := d.first, d.at
	if err := columns.NewReader(d.cfg.columns()...).Check(at.From); err != nil {
		return fmt.Errorf("%s: %w", at.Name, err)
	}
	switch {
	case d.cfg.copies(first.From) && !first.From.Alike(at.From), first.To.Kind != at.To.Kind, first.From.Order != at.From.Sized(first.From.Order).Order:
		return &pipeline.UnlikeError{Name: at.Name, Form: at.From, First: first.Name, FirstForm: first.From}
	}
	return d.open()
}

// open opens the parts and writes their headers.
func (d *divider) open() error {
	if d.parts != nil {
		return nil
	}
	o := *d.first
	header := o.From.RecordsHeader()
	if !d.cfg.copies(o.From) {
		header = o.To.AppendHeader(nil)
	}
	if o.To.Kind.IsCounted() {
		return fmt.Errorf("%s: %w", o.Name, ErrCounted)
	}
	files, err := d.cfg.Open(o)
	if err != nil {
		return err
	}
	if len(files) != len(d.cfg.Parts) {
		return fmt.Errorf("there are %d outputs for %d parts", len(files), len(d.cfg.Parts))
	}
	for i, f := range files {
		part := bufio.NewWriterSize(f, partBuffer)
		d.parts = append(d.parts, part)
		d.summary.Bytes[i] += int64(len(header))
		if _, err := part.Write(header); err != nil {
			return err
		}
	}
	return nil
}

// batch receives the records of a batch.
func (d *divider) batch(b *pipeline.Batch, p pipeline.Place) error {
	if err := d.enter(); err != nil {
		return err
	}
	if d.cfg.OnBatch != nil {
		if err := d.cfg.OnBatch(b, p); err != nil {
			return err
		}
	}
	s := pipeline.SlotOf[slot](b)
	if s.err != nil {
		return s.err
	}
	if d.cfg.Extend && p.Input < len(d.parts) { // rows of a part stay
		s.leaks = nil
		for i := range s.places {
			s.places[i].old = p.Input + 1
		}
		d.summary.Old += int64(len(s.places))
	}
	leaks, answers := s.leaks, rows.Pieces{Text: b.Out, Ends: s.ends}
	for i, at := range s.places {
		if len(leaks) > 0 && leaks[0].row == i {
			d.summary.Leaks[leaks[0].against]++
			leaks = leaks[1:]
			continue
		}
		if err := d.add(at, s, i, answers.Of(i)); err != nil {
			return err
		}
	}
	switch {
	case d.cfg.Equal:
	case !columns.HasForm(b.From.Order):
		d.summary.NoCanonicalForm += int64(len(s.places))
	case b.From.Order == 4:
		d.summary.FewClasses += int64(len(s.places))
	}
	b.Out = b.Out[:0]
	return d.reject(b, p, s.leaks)
}

// add writes a record to its part, or keeps it until the part is known.
func (d *divider) add(at place, s *slot, i int, row []byte) error {
	d.text = append(d.text[:0], 0)
	if s.unsolved[i] {
		d.text[0] = 1
	}
	d.text = append(appendNumbers(d.text, d.summary.Tallies, s.tallied.Of(i)), row...)
	row = d.text
	if d.later != nil {
		return d.later.add(at, s.classes.Of(i), row)
	}
	return d.write(at.point, d.ends.of(at.point), row)
}

// write writes a row to its part. In front of the row are a byte, 1 if it has no solution, and the
// numbers of its tallied values.
func (d *divider) write(point uint64, part int, row []byte) error {
	d.sizes.Add(point)
	if part == len(d.parts) {
		d.summary.LeftOut++
		return nil
	}
	d.summary.Unsolved[part] += int64(row[0])
	row = count(d.summary.Tallies, part, row[1:])
	d.summary.Rows[part]++
	d.summary.Bytes[part] += int64(len(row))
	_, err := d.parts[part].Write(row)
	return err
}

// reject passes on the malformed records of a batch, and the records that leak.
func (d *divider) reject(b *pipeline.Batch, p pipeline.Place, leaks []leak) error {
	faults := b.Records.Faults
	if d.cfg.OnReject == nil || len(faults)+len(leaks) == 0 {
		return nil
	}
	d.spans = b.Spans(d.spans[:0])
	for len(faults)+len(leaks) > 0 {
		r := Reject{File: p.Name, Form: b.From}
		var record int
		if len(leaks) == 0 || len(faults) > 0 && faults[0].Record < leaks[0].record {
			fault := b.Fault(&faults[0], p)
			record, r.fault, faults = faults[0].Record, &fault, faults[1:]
		} else {
			record, r.leak, leaks = leaks[0].record, d.cfg.Against[leaks[0].against].Name, leaks[1:]
		}
		span := d.spans[record]
		r.Record, r.Text = int64(p.Records+b.Number(record)+1), b.Text[span.From:span.To]
		if err := d.cfg.OnReject(r); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the kept rows, checks the sizes of parts and flushes.
func (d *divider) finish(ctx context.Context) error {
	if d.first == nil {
		return nil
	}
	if d.parts == nil { // inputs without records
		if err := d.enter(); err != nil {
			return err
		}
	}
	if err := d.complete(ctx); err != nil {
		return err
	}
	for _, part := range d.parts {
		if err := part.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// complete writes the kept rows, or checks the sizes of the parts.
func (d *divider) complete(ctx context.Context) error {
	later, progress := d.later, d.cfg.Progress
	leaks, rows := sum(d.summary.Leaks), sum(d.summary.Rows)
	switch {
	case leaks > 0 && rows+d.summary.LeftOut == 0 && (later == nil || later.count == 0):
		return fmt.Errorf("nothing is left to split: all %d rows are equal or isomorphic to puzzles of the other corpora", leaks)
	case later == nil:
		return checkEven(d.cfg.Parts, d.summary.Rows, &d.sizes)
	case later.count == 0:
		return nil
	}
	err := later.decide(ctx, progress)
	if err == nil {
		err = later.replay(ctx, d.write, progress.Begin("writing", later.count))
	}
	if err == nil && !d.cfg.Exact && !d.cfg.Extend {
		err = checkEven(d.cfg.Parts, d.summary.Rows, &d.sizes)
	}
	if later.small != nil {
		d.summary.Small = later.small
	}
	if err == nil && (d.cfg.By != "" || later.placed) && !d.cfg.Extend {
		d.summary.Missed = d.missed()
	}
	d.summary.Groups, d.summary.Mixed = later.counted, later.mixed
	d.summary.Joined, d.summary.Torn, d.summary.Spilled = later.joined.Len(), later.torn, later.spilled
	return err
}

func sum(numbers []int64) (total int64) {
	for _, n := range numbers {
		total += n
	}
	return total
}

// ErrCounted is returned, wrapped, if the parts would have the form hiho.
var ErrCounted = errors.New("the form hiho begins with the number of puzzles, which is unknown until a part is complete")
