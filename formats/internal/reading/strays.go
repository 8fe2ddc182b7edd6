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
	if len(strays) == 0 {
		return
	}
	n, fault, rounded := dst.N, len(dst.Faults), len(dst.Rounded)
	spans := slices.Grow(dst.Spans, len(strays))[:len(dst.Spans)+len(strays)]
	faults := slices.Grow(dst.Faults, len(strays))[:fault+len(strays)]
	dst.N += len(strays)
	for stray := len(strays); stray > 0; { // from the last record to the first
		s := &strays[stray-1]
		at := n + stray - 1 // the index of the record
		if n > 0 && spans[n-1].From > int(s.From) {
			n--
			spans[at] = spans[n]
			if rounded > 0 && dst.Rounded[rounded-1] == n {
				rounded--
				dst.Rounded[rounded] = at
			}
			if fault > 0 && faults[fault-1].Record == n {
				fault--
				faults[fault+stray] = faults[fault]
				faults[fault+stray].Record = at
			}
			continue
		}
		stray--
		spans[at] = model.Span{From: int(s.From), To: int(s.To), Line: s.Line}
		faults[fault+stray] = s.Fault(dst.Order)
		faults[fault+stray].Record = at
	}
	dst.Spans, dst.Faults = spans, faults
}
