package pipeline

// This file lets a run work on some records only: on the records that match Config.Where.

import (
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Filter chooses records. Package where makes filters of expressions.
type Filter interface {
	// Check returns an error if records of a form cannot be tested, for example because they
	// lack a column. It is called for each input, before its records.
	Check(from bulk.Form) error
	// NewMatcher returns a Matcher for one worker.
	NewMatcher() Matcher
}

// A Matcher tests records. One goroutine at a time uses it.
type Matcher interface {
	// Match sets keep[i] to whether well-formed record i of a decoded batch matches. It does not
	// change the batch, whose Records.Spans are set. If records cannot be tested, it returns the
	// index of the first of them among the well-formed records, with the reason.
	Match(ctx context.Context, b *Batch, keep []bool) (record int, err error)
	// Engines names the engines that Match used.
	Engines() []string
}

// filtered holds what a batch knows about the records that it leaves out.
type filtered struct {
	matcher Matcher // nil: the run leaves out nothing
	keep    []bool  // whether each well-formed record matches
	numbers []int   // see Number; empty: the batch leaves out nothing
}

// Decode decodes Text into Records. If the run has a Filter, it then removes the well-formed
// records that do not match, as if they were not in Text, and counts them in Counts.LeftOut.
// Number tells where the other records are.
//
// If a record cannot be tested, or its text is used and not UTF-8, the batch fails there, and Records ends before it. The batch
// also fails at a fault that says that the beginning of the input decided wrongly how to read it.
// Decode counts rounded solutions in Counts.Rounded.
func (b *Batch) Decode(ctx context.Context) {
	defer b.findRounded()
	b.decode()
	isOther := func(fault model.SyntaxError) bool { return fault.Err == model.ErrCoding } //nolint:errorlint // never wrapped
	if i := slices.IndexFunc(b.Records.Faults, isOther); i >= 0 {
		fault := b.Records.Faults[i]
		b.Fail(fault.Record, &model.SyntaxError{Field: fault.Field, Err: fault.Err})
	}
	b.filtered.numbers = b.filtered.numbers[:0]
	number, err := b.notUTF8()
	if err == nil {
		number, err = b.match(ctx)
	}
	if err != nil {
		b.keep(0, number, 0, b.Spans(nil)[number].From)
		b.decode()
		_, _ = b.match(ctx) // all records before that one can be tested
	}
	b.leaveOut()
	if err != nil {
		b.Fail(b.Records.N, err)
		b.problem.byFilter = true
	}
}

// decode sets Records to the records of Text, and counts what Text has besides.
func (b *Batch) decode() {
	if f := &b.framed; f.Decoded { // Records are the worker's to change; if it panics, these are still there
		b.Records.SetSlice(f, b.Text, 0, f.N, 0, len(b.Text))
	} else {
		b.From.Decode(&b.Records, b.Text)
	}
	b.Counts.Answers, b.Counts.Commented = int64(b.Records.LeftOut), int64(b.Records.Hidden)
}

// findRounded counts the rounded solutions, and notes the first one.
func (b *Batch) findRounded() {
	rounded := b.Records.Rounded
	b.rounded, b.Counts.Rounded = model.SyntaxError{}, int64(len(rounded))
	if len(rounded) == 0 {
		return
	}
	solution := make([]uint8, b.From.Order*b.From.Order)
	span := b.Records.Spans[rounded[0]]
	_, fault := b.From.GivenSolution(solution, b.Text, span, new(model.Fields))
	b.rounded = *fault
	b.rounded.Record, b.rounded.Line = rounded[0], span.LineOf(fault.Line)
}

// notUTF8 returns the number in Text of the first record that is not UTF-8, if text of records is used.
func (b *Batch) notUTF8() (number int, err error) {
	if !b.judged {
		return 0, nil
	}
	return b.From.NotUTF8(b.Text, b.To.Redraws())
}

// match tests all records. If one cannot be tested, it returns its number in Text and the
// reason.
func (b *Batch) match(ctx context.Context) (number int, err error) {
	r, f := &b.Records, &b.filtered
	if f.matcher == nil {
		return 0, nil
	}
	if len(r.Spans) == 0 {
		r.Spans = b.textSpans(r.Spans)
	}
	good := r.N - len(r.Faults)
	f.keep = slices.Grow(f.keep[:0], good)[:good]
	if number, err = f.matcher.Match(ctx, b, f.keep); err == nil {
		return 0, nil
	}
	for i := 0; i < len(r.Faults) && r.Faults[i].Record <= number; i++ {
		number++
	}
	return number, err
}

// leaveOut removes the records that do not match.
func (b *Batch) leaveOut() {
	if b.filtered.matcher == nil {
		return
	}
	r, f := &b.Records, &b.filtered
	keep := f.keep
	for number, fault := range b.EachRecord() {
		if fault == nil {
			kept := keep[0]
			if keep = keep[1:]; !kept {
				b.Counts.LeftOut++
				continue
			}
		}
		f.numbers = append(f.numbers, number)
	}
	f.numbers = append(f.numbers, r.N)
	r.Keep(func(good int) bool { return f.keep[good] })
}

// Number returns the number in Text, from 0, of a record in Records. The number of Records.N is
// the number of records in Text.
func (b *Batch) Number(record int) int {
	if len(b.filtered.numbers) == 0 {
		return record
	}
	return b.filtered.numbers[record]
}

// Spans appends the places in Text of the records in Records to dst.
func (b *Batch) Spans(dst []model.Span) []model.Span {
	if len(b.Records.Spans) > 0 { // of a table, or of filtered records
		return append(dst, b.Records.Spans...)
	}
	return b.textSpans(dst)
}

// textSpans appends the places of all records in Text to dst.
func (b *Batch) textSpans(dst []model.Span) []model.Span {
	if b.framed.Decoded {
		return append(dst, b.framed.Spans...)
	}
	return b.From.Spans(dst, b.Text)
}

// AllSpans appends the places of all records in Text to dst, also of those that were left out.
func (b *Batch) AllSpans(dst []model.Span) []model.Span {
	if len(b.filtered.numbers) == 0 {
		return b.Spans(dst)
	}
	return b.textSpans(dst)
}

// Fault returns the error of a malformed record, from Records.Faults, with its position in the
// file. The batch is at a place.
func (b *Batch) Fault(fault *model.SyntaxError, at Place) model.SyntaxError {
	placed := *fault
	placed.Record = b.Number(fault.Record)
	return placed.Rebase(at.Name, at.Records, at.Lines)
}
