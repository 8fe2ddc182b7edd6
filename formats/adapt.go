package formats

import "github.com/sudokubatch/sudokubatch/formats/internal/form"

// adapt makes a grammar of a form that has a folder of its own.
func adapt(kind Kind, f form.Form) grammar {
	spec := f.Spec()
	g := grammar{
		name: spec.Name, orders: spec.Orders, maxLine: spec.MaxLine, maxRecord: spec.MaxRecord,
		detect: func(s *sample) candidate { return candidateOf(kind, f.Detect(s.contract())) },
		framer: func(of Form) Framer { return of.file(f).NewFramer() },
		decode: func(of Form, dst *Records, text []byte) { of.file(f).Decode(dst, text) },
		spans:  func(of Form, dst []Span, text []byte) []Span { return of.file(f).Spans(dst, text) },
		fields: func(of Form, dst *Fields, record []byte) { of.file(f).Fields(dst, record) },
	}
	if w, ok := f.(form.GridWriter); ok {
		g.appendGrid = func(of Form, dst []byte, cells []uint8) []byte { return w.AppendGrid(dst, of.Order, cells) }
	}
	return g
}

// file returns how a file is read.
func (f Form) file(of form.Form) form.Layout {
	if f.Layout == nil || f.Layout.file == nil {
		return of.Plain(f.Order)
	}
	return f.Layout.file
}

// contract is the sample as forms take it.
func (s *sample) contract() *form.Sample {
	if s.shared == nil {
		s.shared = &form.Sample{Text: s.text, All: s.all, Hints: s.Hints}
	}
	return s.shared
}

// candidateOf is a reading as the detector takes it.
func candidateOf(kind Kind, r form.Reading) candidate {
	c := candidate{puzzles: r.Puzzles, sure: r.Sure, err: r.Err}
	if r.Layout != nil {
		c.form = Form{Kind: kind, Order: r.Layout.Info().Order, Layout: layoutOf(r.Layout)}
	}
	return c
}

// layoutOf is the Layout of what a form found.
func layoutOf(l form.Layout) *Layout {
	info := l.Info()
	return &Layout{
		Columns: info.Columns, Puzzle: info.Puzzle, Solution: info.Solution, CellColumns: info.CellColumns,
		Header: info.Header, Notes: info.Notes,
		separator: info.Separator, alphabet: info.Cells, headless: info.Unnamed, lists: info.Lists,
		bare: !info.Objects, members: info.Keyed, file: l,
	}
}
