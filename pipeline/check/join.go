package check

import (
	"context"
	"errors"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

const (
	// outBytes is the size of buffers for text.
	outBytes = 64 << 10
	// stopCheckEvery is the number of records between two checks for cancellation.
	stopCheckEvery = 1 << 12
)

// reportOnly reports the records of a run over all inputs, which is the only part.
func (c *collector) reportOnly(ctx context.Context) error {
	c.summary.Failed = c.summary.ExtraAnswers // the report counts the others
	only := placed{First: [...]int64{0, c.own, c.places.count}}
	whole := &Whole{placement{Against: c.own, Records: c.places.count, Parts: []placed{only}}}
	return c.joinTo(ctx, &keptRecords{whole: whole, parts: []Kept{{Records: c.spool.Open}}})
}

// joinTo compares puzzles and reports records together with what was found.
func (c *collector) joinTo(ctx context.Context, records *keptRecords) error {
	findings := spill.NewSorter(c.cfg.TempDir, c.cfg.share())
	defer func() { _ = findings.Close() }()
	if c.cfg.compares() {
		if err := c.compareBoth(ctx, findings); err != nil {
			return err
		}
	}
	if err := findings.Sort(); err != nil {
		return err
	}
	c.summary.Spilled += findings.Spilled()
	j := joiner{collector: c, records: records, findings: findings, out: later.NewOut(c.cfg.Output)}
	return j.run(ctx)
}

// compareBoth compares puzzles and representatives.
func (c *collector) compareBoth(ctx context.Context, findings *spill.Sorter) error {
	stage := c.cfg.Progress.Begin("comparing", c.compared)
	var sorting errgroup.Group
	for _, keys := range []*spill.Sorter{c.puzzles, c.forms} {
		sorting.Go(func() error { return guard.Do(keys.Sort) })
	}
	err := sorting.Wait()
	if err == nil {
		err = c.compareAll(ctx, c.puzzles, c.cfg.Duplicates, duplicate, leak, findings, stage)
	}
	if err == nil {
		err = c.compareAll(ctx, c.forms, c.cfg.Isomorphs, isomorph, isomorphicLeak, findings, stage)
	}
	return err
}

// A joiner merges records and findings, both in the order of records.
type joiner struct {
	*collector
	records  *keptRecords
	findings *spill.Sorter

	record    Record  // current record; its Number is 0 after the last
	finding   finding // current finding
	noFinding bool
	text      []byte // of the current record
	out       *later.Out
}

func (j *joiner) run(ctx context.Context) error {
	stage := j.cfg.Progress.Begin("reporting", j.places.count-j.own)
	err := errors.Join(j.nextRecord(), j.nextFinding())
	for i := 0; err == nil && (j.record.Number > 0 || !j.noFinding); i++ {
		if i%stopCheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		err = j.one()
		stage.Done.Store(j.at.Number)
	}
	if err == nil {
		err = j.out.Flush()
	}
	j.summary.TextOut += j.out.Written
	return err
}

// one reports the next record.
func (j *joiner) one() error {
	kept := j.record.Number > 0 && (j.noFinding || j.record.Number <= j.number(&j.finding))
	r := &j.at
	if kept {
		*r = j.record
	} else {
		*r = Record{Number: j.number(&j.finding), Where: Where{Line: int64(j.finding.line)}, Verdict: bulk.Solved}
	}
	r.Where, r.Form = j.places.where(r.Number-1+j.own, r.Line)
	if kept {
		r.Form = r.Form.Sized(r.Order)
	}
	for !j.noFinding && j.number(&j.finding) == r.Number {
		j.put(r)
		if err := j.nextFinding(); err != nil {
			return err
		}
	}
	var err error
	if j.text, err = j.report(j.text[:0], r); err == nil {
		err = j.out.Put(j.text)
	}
	if err == nil && kept {
		err = j.nextRecord() // r was reported and may be overwritten
	}
	return err
}

// number returns the Record.Number of a finding.
func (j *joiner) number(f *finding) int64 { return int64(f.number) - j.own + 1 }

// put adds the current finding to its record, unless the record has a finding with the same
// other record.
func (j *joiner) put(r *Record) {
	other, _ := j.places.where(int64(j.finding.other), int64(j.finding.otherLine))
	to, count, named := &r.Duplicate, &j.summary.Duplicates, Where{}
	switch j.finding.relation {
	case duplicate:
	case leak:
		to, count = &r.Leak, &j.summary.Leaks
	case isomorph:
		to, count, named = &r.Isomorph, &j.summary.Isomorphs, r.Duplicate
	case isomorphicLeak:
		to, count, named = &r.IsomorphicLeak, &j.summary.IsomorphicLeaks, r.Leak
	}
	if other != named {
		*to = other
		*count++
	}
}

func (j *joiner) nextRecord() error {
	var err error
	if j.record, err = j.records.next(); err == io.EOF { //nolint:errorlint // the bare value is the end
		j.record = Record{}
		return nil
	}
	return err
}

func (j *joiner) nextFinding() error {
	e, err := j.findings.Next()
	switch {
	case errors.Is(err, io.EOF):
		j.noFinding = true
		return nil
	case err != nil:
		return err
	}
	j.finding = findingOf(e)
	return nil
}
