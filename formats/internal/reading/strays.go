package reading

// This file reports the grids between the records of a text that was decoded.

import (
	"bytes"
	"slices"
	"sync"

	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A watcher collects the strays that it finds.
type watcher struct {
	*gridreader.Watcher
	found []gridreader.StrayGrid
}

func newWatcher() *watcher { return &watcher{Watcher: gridreader.NewWatcher()} }

// line looks at a line of no record, see [gridreader.Watcher.Line].
func (w *watcher) line(line []byte, from, to, number int) {
	w.add(w.Line(syntax.TrimCR(line), int64(from), int64(to), number))
}

// record ends the open rows, because a record or the end follows.
func (w *watcher) record() { w.add(w.End()) }

func (w *watcher) add(stray *gridreader.StrayGrid) {
	if stray != nil {
		w.found = append(w.found, *stray)
	}
}

var watchers = sync.Pool{New: func() any { return newWatcher() }}

// AddStrays adds each stray in text as a malformed record, with its span. dst holds the
// records of text, and their spans. Strays in comments count in dst.Hidden.
func AddStrays(dst *model.Records, text []byte) {
	if !HasGaps(dst.Spans, text) {
		return
	}
	w, _ := watchers.Get().(*watcher)
	defer watchers.Put(w)
	w.found = w.found[:0]
	at, number := 0, 1
	for _, span := range dst.Spans {
		w.watch(text, at, span.From, number)
		w.record()
		at, number = span.To, span.Line+bytes.Count(text[span.From:span.To], []byte{'\n'})
	}
	w.watch(text, at, len(text), number)
	w.record()
	w.addTo(dst)
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
func (w *watcher) addTo(dst *model.Records) {
	strays := slices.DeleteFunc(w.found, func(s gridreader.StrayGrid) bool { return s.Comment })
	dst.Hidden = len(w.found) - len(strays)
	for _, s := range strays {
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
		fault.Record = at
		dst.Faults = append(dst.Faults, fault)
		dst.N++
	}
	slices.SortFunc(dst.Faults, func(a, b model.SyntaxError) int { return a.Record - b.Record })
}
