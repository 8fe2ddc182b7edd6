// Package letters16 reads and writes 16×16 grids in sixteen lines of the letters A to P.
package letters16

import (
	"bytes"
	"iter"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/rows"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// maxLine limits the blanks that may follow a row.
const maxLine = 4 << 10

// Form is the form of grids of letters.
var Form form.Form = letters16Form{}

type letters16Form struct{}

// plain is the layout of all files.
var plain = &layout{form.NewInfo(16)}

type layout struct{ info form.Info }

// Grids describes how grids are written.
var Grids = rows.Style{Order: 16, MaxLine: maxLine, RowBytes: 17, BlankEnds: true, Plain: readPlain, Row: isRow, Fault: findFault, Side: sideOf}

var spec = form.Spec{
	Name: "letters16", Orders: []int{16}, MaxLine: maxLine, MaxRecord: 16 * (maxLine + 2),
	Copied: true, Parted: true, Strict: true, Decide: decide, Writing: form.Writing{Grid: appendGrid},
}

func (letters16Form) Spec() *form.Spec { return &spec }

func (letters16Form) Plain(int) form.Layout { return plain }

func (l *layout) Info() *form.Info                               { return &l.info }
func (*layout) NewFramer() model.Framer                          { return framer{} }
func (*layout) Decode(dst *model.Records, text []byte)           { Grids.Decode(dst, text) }
func (*layout) Spans(dst []model.Span, text []byte) []model.Span { return Grids.Spans(dst, text) }
func (*layout) Fields(*model.Fields, []byte)                     {}

// Propose proposes nothing for a file that may have other sizes: form grid reads all of them.
func (f letters16Form) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if len(s.Sizes) > 1 {
		return form.None
	}
	return form.ProposeLines(s, f, orderOf)
}

// orderOf returns 16 if a line is a row, or 0.
func orderOf(line []byte) (order int) {
	if isRow(make([]uint8, 16), syntax.TrimBlanks(line)) {
		return 16
	}
	return 0
}

// decide is [form.Spec].Decide. A row with a letter after G decides. Letters up to G may be
// other digits.
func decide(s *form.Sample, chosen bool) (order int, known bool) {
	first, _, ended := form.NextRecord(s.Text)
	if (chosen || len(s.Sizes) < 2) && (ended || s.Full) && bytes.ContainsAny(bytes.ToUpper(first), "HIJKLMNOP") {
		order = orderOf(first)
	}
	return order, true
}
