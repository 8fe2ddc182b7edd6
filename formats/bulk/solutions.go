package bulk

// This file leaves out solutions that are records of their own.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// LeavesOutSolutions reports whether a record that is a solution is left out, see
// [model.Records].LeftOut. Each record is judged by itself and the record just before it.
func (f Form) LeavesOutSolutions() bool {
	return f.solutionMode() == form.DropSolutions
}

// solutionMode returns what becomes of solutions in the file. Drawn grids may have titles that
// name solutions.
func (f Form) solutionMode() form.SolutionMode {
	switch {
	case f.Layout != nil:
		return f.Layout.solutions
	case f.Kind.valid() && forms[f.Kind].Spec().Titled:
		return form.DropSolutions
	}
	return form.KeepSolutions
}

// A solutionFramer keeps a puzzle in one text with the record after it, which may be its
// solution.
type solutionFramer struct {
	form.Copier
	layouts []form.Layout // one for each size
	records model.Records
	spans   []model.Span
}

// Cut cuts before the last puzzle if its solution may follow.
func (f *solutionFramer) Cut(dst *model.Records, text []byte, eof bool) (from, to int) {
	before := f.Copy()
	from, to = f.Copier.Cut(dst, text, eof)
	if from == to || eof && to == len(text) {
		return from, to
	}
	end := from + f.beforeOpen(text[from:to])
	if end == to {
		return from, to
	}
	first, last := 0, 0
	if end > 0 {
		first, last = before.Cut(dst, text[:end], false)
	}
	if last == 0 && eof { // every call must get further
		return from, to
	}
	f.Copier = before
	return first, last
}

// beforeOpen returns the length of the records before the last puzzle, if only complete grids
// follow it, or else the length of all.
func (f *solutionFramer) beforeOpen(text []byte) int {
	f.spans = f.layouts[0].Spans(f.spans[:0], text)
	for i, span := range slices.Backward(f.spans) {
		if len(text)-span.From > form.MaxHeld || len(f.spans)-i > form.MaxSolutions {
			break
		}
		for _, l := range f.layouts {
			f.records.Reset(l.Info().Order)
			if l.Decode(&f.records, text[span.From:span.To]); len(f.records.Cells) > 0 {
				break
			}
		}
		if form.IsOpen(f.records.Cells) && len(f.records.Cells) > 0 {
			return span.From
		}
		if len(f.records.Cells) == 0 || !cells.IsComplete(f.records.Cells) {
			break
		}
	}
	return len(text)
}

// AlternatesSolutions reports whether a list of plain lines has each solution in the line
// after its puzzle, and no other complete grids. text is the beginning of the file. Such
// solutions are records, because one line must suffice to detect the form of a list that a
// user types.
func (f Form) AlternatesSolutions(text []byte) bool {
	if !f.PlainLines() {
		return false
	}
	const maxText = 8 << 10 // a malformed line takes a hundred bytes of memory
	var r model.Records
	f.Decode(&r, text[:min(len(text), maxText)])
	size, full := f.Order*f.Order, 0
	for before, rest := []uint8(nil), r.Cells; len(rest) > 0; before, rest = rest[:size], rest[size:] {
		if !cells.IsComplete(rest[:size]) {
			continue
		}
		if before == nil || cells.IsComplete(before) || !cells.IsSolvedBy(before, rest[:size]) {
			return false
		}
		full++
	}
	return full > 0
}
