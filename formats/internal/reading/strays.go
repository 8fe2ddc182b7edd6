package reading

// This file reports the grids between the records of a text that was decoded.

import (
	"bytes"
	"slices"
	"sync"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

var watchers = sync.Pool{New: func() any { return new(Watcher) }}

// AddStrays adds each stray in text as a malformed record, with its span. dst holds the
// records of text, and their spans. Strays in comments count in dst.Hidden.
func AddStrays(dst *model.Records, text []byte) {
	if !HasGaps(dst.Spans, text) {
		return
	}
	w, _ := watchers.Get().(*Watcher)
	defer watchers.Put(w)
	w.Found = w.Found[:0]
	at, number := 0, 1
	for _, span := range dst.Spans {
		w.watch(text, at, span.From, number)
		w.Record()
		at, number = span.To, span.Line+bytes.Count(text[span.From:span.To], []byte{'\n'})
	}
	w.watch(text, at, len(text), number)
	w.Record()
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
func (w *Watcher) watch(text []byte, from, to, number int) {
	for ; from < to; number++ {
		line, size, _ := syntax.NextLine(text[from:to])
		w.Line(line, from, from+size, number)
		from += size
	}
}

// addTo adds the strays that were found to records.
func (w *Watcher) addTo(dst *model.Records) {
	strays := slices.DeleteFunc(w.Found, func(s Stray) bool { return s.Comment })
	dst.Hidden = len(w.Found) - len(strays)
	if len(strays) == 0 {
		return
	}
	n, fault, titled, rounded := dst.N, len(dst.Faults), len(dst.Titled), len(dst.Rounded)
	spans := slices.Grow(dst.Spans, len(strays))[:len(dst.Spans)+len(strays)]
	faults := slices.Grow(dst.Faults, len(strays))[:fault+len(strays)]
	dst.N += len(strays)
	for stray := len(strays); stray > 0; { // from the last record to the first
		s := &strays[stray-1]
		at := n + stray - 1 // the index of the record
		if n > 0 && spans[n-1].From > s.From {
			n--
			spans[at] = spans[n]
			if titled > 0 && dst.Titled[titled-1] == n {
				titled--
				dst.Titled[titled] = at
			}
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
		spans[at] = model.Span{From: s.From, To: s.To, Line: s.Line}
		faults[fault+stray] = s.fault(at, dst.Order)
	}
	dst.Spans, dst.Faults = spans, faults
}

// fault returns the fault of a stray as a record among puzzles of an order.
func (s *Stray) fault(record, order int) model.SyntaxError {
	e := model.SyntaxError{Record: record, Line: s.Line, Column: 1}
	switch {
	case s.Size != 0 && s.Size != order:
		e.Err, e.Have, e.Want = model.ErrSize, s.Size, order
	case s.Blank != 0:
		e.Err, e.Got = model.ErrBlank, s.Blank
	case s.Rows > 0 && s.Rows < s.Size:
		e.Err, e.Have, e.Want = model.ErrRows, s.Rows, s.Size
	default:
		e.Err, e.Have = model.ErrStray, s.Cells
	}
	return e
}
