package reading

// This file reports the grids between the records of a text that was decoded.

import (
	"bytes"
	"slices"
	"sync"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A watcher collects the strays that it finds.
type watcher struct {
	*gridreader.Watcher
	found  []stray
	before []uint8 // the record just before, if it is a puzzle
	from   int     // where it begins
}

// A stray is a grid that belongs to no record. It may solve the record just before it, see [form.Solutions].
type stray struct {
	gridreader.StrayGrid
	solves bool
}

func newWatcher() *watcher { return &watcher{Watcher: gridreader.NewWatcher()} }

// line looks at a line of no record, see [gridreader.Watcher.Line].
func (w *watcher) line(line []byte, from, to, number int) {
	w.add(w.Line(syntax.TrimCR(line), int64(from), int64(to), number))
}

// record ends the open rows, because a record or the end follows. The record begins at from. grid holds its
// cells; it is empty for a malformed record and at the end.
func (w *watcher) record(grid []uint8, from int) {
	w.add(w.End())
	if w.before, w.from = w.before[:0], from; len(grid) > 0 && form.IsOpen(grid) {
		w.before = append(w.before, grid...)
	}
}

func (w *watcher) add(found *gridreader.StrayGrid) {
	if found == nil {
		return
	}
	near := len(w.before) > 0 && len(found.Cells) == len(w.before) && int(found.To)-w.from <= form.MaxHeld
	w.found = append(w.found, stray{*found, near && !found.Comment && cells.IsSolvedBy(w.before, found.Cells)})
}

var watchers = sync.Pool{New: func() any { return newWatcher() }}

// AddStrays adds each stray in text as a malformed record, with its span. dst holds the
// records of text, and their spans. Strays in comments count in dst.Hidden, and what becomes of
// solutions is the mode.
func AddStrays(dst *model.Records, text []byte, mode form.SolutionMode) {
	if !HasGaps(dst.Spans, text) {
		return
	}
	w, _ := watchers.Get().(*watcher)
	defer watchers.Put(w)
	w.found = w.found[:0]
	at, number, left := 0, 1, dst.Cells
	for i, fault := range dst.Each() {
		span, grid := dst.Spans[i], []uint8(nil)
		if fault == nil {
			grid, left = left[:dst.Order*dst.Order], left[dst.Order*dst.Order:]
		}
		w.watch(text, at, span.From, number)
		w.record(grid, span.From)
		at, number = span.To, span.Line+bytes.Count(text[span.From:span.To], []byte{'\n'})
	}
	w.watch(text, at, len(text), number)
	w.record(nil, 0)
	w.addTo(dst, mode)
}

// HasGaps reports whether there is text between spans.
func HasGaps(spans []model.Span, text []byte) bool {
	at := 0
	for _, span := range spans {
		if span.From > at && len(bytes.TrimSpace(text[at:span.From])) > 0 {
			return true
		}
		at = span.To
	}
	return len(bytes.TrimSpace(text[at:])) > 0
}

// watch looks at the lines in text[from:to]. The first one has the given number.
func (w *watcher) watch(text []byte, from, to, number int) {
	for ; from < to; number++ {
		line, size, _ := syntax.NextLine(text[from:to])
		w.line(line, from, from+size, number)
		from += size
	}
}

// addTo adds the strays that were found to records.
func (w *watcher) addTo(dst *model.Records, mode form.SolutionMode) {
	for _, s := range w.found {
		switch {
		case s.Comment:
			dst.Hidden++
			continue
		case s.solves && mode == form.DropSolutions:
			dst.LeftOut++
			continue
		}
		at, _ := slices.BinarySearchFunc(dst.Spans, int(s.From), func(span model.Span, from int) int { return span.From - from })
		for i := range dst.Rounded {
			if dst.Rounded[i] >= at {
				dst.Rounded[i]++
			}
		}
		for i := range dst.Faults {
			if dst.Faults[i].Record >= at {
				dst.Faults[i].Record++
			}
		}
		dst.Spans = slices.Insert(dst.Spans, at, model.Span{From: int(s.From), To: int(s.To), Line: s.Line})
		fault := s.Fault(dst.Order)
		if fault.Record = at; s.solves && mode == form.FailSolutions {
			fault.Err = model.ErrSolution
		}
		dst.Faults = append(dst.Faults, fault)
		dst.N++
	}
	slices.SortFunc(dst.Faults, func(a, b model.SyntaxError) int { return a.Record - b.Record })
}
