// Package reading decides what a file is: it explains the beginning of the file by each
// layout that a form proposes, and chooses the reading that explains most grids. It also
// finds grids that belong to no record, here and while a file is read.
package reading

import (
	"bytes"
	"errors"
	"hash/maphash"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Role says what a line, an element or a row of a file is.
type Role uint8

// The roles.
const (
	Record   Role = iota
	Solution      // a record that is the solution of the one before it
	Fault         // a malformed record
	Header
	Title
	Comment
	Separator
	Unread // a stray
	roles
)

// A Reading says what each part of the sample is in one layout.
type Reading struct {
	form.Proposal
	Kind   int        // the index of the form
	Counts [roles]int // lines outside records; records; strays
	Score  Score
	// Lines says what each line is, if the user asks and the text is made of lines.
	Lines []string

	info       *form.Info
	faultBytes int // bytes in malformed records
	first      int // the line of the first record
	doubtful   bool
	several    bool     // a record has a grid in no column of grids
	strict     bool     // see form.Spec
	isNamed    bool     // the file has a name for the form
	grids      []uint64 // a hash of each puzzle
}

// Describe returns a description of the layout.
func (r *Reading) Describe() string {
	if r.Layout == nil {
		return ""
	}
	return strings.Join(r.Layout.Info().Notes, "; ")
}

// Whole reports whether the reading explains everything, and nothing can be better.
func (r *Reading) Whole() bool {
	return r.Clean() && r.Counts[Title] == 0 && !r.several
}

// Clean reports whether all records are sound puzzles and no grid is left.
func (r *Reading) Clean() bool {
	return r.Err == nil && r.Score.Grids > 0 && r.Score.Faults+r.Score.Left+r.Score.halves == 0
}

// IsJoined reports whether no grid was read, or only drawn ones whose digits clash while others are
// malformed: these may be rows of two.
func (r *Reading) IsJoined() bool {
	return r.Score.Grids == 0 && r.Score.Faults > 0
}

// Doubtful reports whether malformed records have more bytes than records, or hold at least
// as many puzzles.
func (r *Reading) Doubtful() bool { return r.doubtful }

var seed = maphash.MakeSeed()

// An explainer reads the sample in one layout.
type explainer struct {
	Reading
	lines   bool // the text is made of lines
	labels  bool // say what each line is
	watched bool // text between records may hold grids
	number  int  // of the current line
	watcher *watcher
	damaged *watcher // of malformed records
	chosen  bool     // the user named the puzzles, or they are an array
	clear   bool     // the form, the names of the columns, or the user, say what the grids are
	met     evidence
}

// Explain reads the sample as a form proposes.
func Explain(s *form.Sample, p form.Proposal, kind int, spec *form.Spec) Reading {
	x := explainer{Reading: Reading{Proposal: p, Kind: kind, strict: spec.Strict, isNamed: spec.IsNamed(s.Name)}, lines: spec.MaxLine > 0, number: 1, watcher: newWatcher(), damaged: newWatcher()}
	if p.Err != nil || p.Layout == nil {
		x.Score.Grids = 2 * p.Puzzles
		return x.Reading
	}
	_, decodes := p.Layout.(form.Decoder) // it finds strays itself
	x.watched = !decodes && (spec.Watched || spec.MaxLine > 0)
	x.info = p.Layout.Info()
	x.labels = x.lines && s.Explain != nil && !spec.Typed
	x.chosen = s.Puzzle != "" || x.info.RecordSize > 0
	x.clear = x.chosen || spec.Candidates || namesPuzzle(x.info) && x.info.Solution >= 0
	if len(x.info.Header) > 0 && len(x.info.AllColumns()) > 1 {
		x.Score.Bytes = len(x.info.Header)
	}
	if fault := s.Read(p.Layout, x.text); fault != nil && !errors.Is(fault, model.ErrCount) {
		x.Score.Faults += 2
	}
	x.watcher.record(nil, 0)
	x.damaged.record(nil, 0)
	x.countStrays()
	x.doubtful = !x.Matches && !namesPuzzle(x.info) && x.faultBytes > x.Score.Bytes
	if !x.clear {
		x.met.finish(&x.Reading)
	}
	if !x.chosen {
		x.met.finishGrids(&x.Reading)
	}
	return x.Reading
}

// countStrays counts the grids among malformed records and outside records.
func (x *explainer) countStrays() {
	for _, stray := range x.damaged.found {
		x.Score.Faults -= 2 * max(0, stray.Rows-1) // a grid is one fault
	}
	for _, stray := range x.watcher.found {
		switch {
		case stray.solves && x.info.Solution < 0:
			x.Score.Grids += 2
			x.Counts[Solution]++
			x.label(Solution, stray.Line, stray.Lines, nil)
		case !stray.Comment:
			x.Score.Left += 2
			x.Counts[Unread]++
			fault := stray.Fault(x.info.Order)
			x.label(Unread, stray.Line, stray.Lines, &fault)
		}
	}
}

// text explains a text that the framer cut: before it is text of no record.
func (x *explainer) text(outside, text []byte, records *model.Records) {
	x.gap(outside)
	spans := records.Spans
	if len(spans) == 0 {
		spans = x.Layout.Spans(nil, text)
	}
	records.Spans = spans
	solved, _ := form.Solutions(records)
	size, end := records.Order*records.Order, 0
	grids := records.Cells
	for i, fault := range records.Each() {
		span := spans[i]
		x.gap(text[end:span.From])
		record := text[span.From:span.To]
		if x.info.Keyed {
			record = text[end:span.To]
		}
		end = span.To
		from := x.number
		x.number += syntax.CountLines(text[span.From:span.To])
		if fault != nil {
			x.watcher.record(nil, 0)
			x.label(x.fault(fault, record), from, x.number-from, fault)
			continue
		}
		x.watcher.record(grids[:size], 0)
		x.label(x.record(grids[:size], record, solved[0] && x.info.Solution < 0), from, x.number-from, nil)
		grids, solved = grids[size:], solved[1:]
	}
	x.gap(text[end:])
}

// fault explains a malformed record, and returns its role.
func (x *explainer) fault(fault *model.SyntaxError, record []byte) Role {
	isErr := func(reason error) bool { return errors.Is(fault.Err, reason) }
	switch {
	case isErr(model.ErrSolution):
		x.Counts[Solution]++
		x.Score.Grids += 2
		return Solution
	case isErr(model.ErrStray), isErr(model.ErrSize), isErr(model.ErrBlank):
		x.Counts[Unread]++
		x.Score.Left += 2
		return Unread
	}
	x.Counts[Fault]++
	x.Score.Faults += 2
	x.faultBytes += len(record)
	if line, _, one := bytes.Cut(record, []byte{'\n'}); one && x.lines && len(line) < len(record) {
		x.damaged.line(line, 0, 0, x.number)
	}
	x.met.addMalformed(x.info, record)
	if x.info.Solution >= 0 {
		x.Score.Grids += 2 * cells.CountRuns(record, x.info.Order*x.info.Order)
	}
	return Fault
}

// record explains a well-formed record, which may be the solution of the one before it, and returns its role.
func (x *explainer) record(grid []uint8, record []byte, solution bool) Role {
	x.damaged.record(nil, 0)
	if x.Counts[Record]+x.Counts[Solution] == 0 {
		x.first = x.number
	}
	x.Score.Bytes += len(record) - bytes.Count(record, []byte{'\n'}) - bytes.Count(record, []byte{' '})
	x.Score.Grids += 2
	drawn := bytes.IndexByte(record[:len(record)-1], '\n') >= 0
	switch clash, clues, _ := cells.Survey(grid, geometry.OfCells(len(grid)).Side()); {
	case drawn && clash > 0: // rows of two grids may have been joined
		x.Score.Grids -= 2
		x.Score.halves++
	case 10*clash > clues:
		x.Score.Grids--
		x.Score.halves++
	}
	if x.lines && !drawn {
		more := max(0, cells.CountRuns(record, len(grid))-1)
		x.Score.Grids += 2 * more
		x.several = x.several || more > min(1, x.info.Solution+1)
	}
	if solution {
		x.Counts[Solution]++
		return Solution
	}
	x.Counts[Record]++
	x.grids = append(x.grids, maphash.Bytes(seed, grid))
	x.met.addGrid(grid)
	if !x.clear && x.met.add(x.info, grid, record) {
		x.Score.Left += 2
	}
	return Record
}

// gap explains text that belongs to no record.
func (x *explainer) gap(text []byte) {
	for len(text) > 0 {
		line, size, _ := syntax.NextLine(text)
		text = text[size:]
		role := x.roleOf(line)
		x.Counts[role]++
		x.label(role, x.number, 1, nil)
		if x.watched && role != Header {
			x.watcher.line(line, 0, 0, x.number)
		}
		x.number++
	}
}

// roleOf returns the role of a line that belongs to no record.
func (x *explainer) roleOf(line []byte) Role {
	switch {
	case len(bytes.Trim(line, " \t\r,;[](){}")) == 0:
		return Separator
	case gridreader.IsComment(line):
		return Comment
	case cells.IsRule(line):
		return Separator
	case len(x.info.Header) > 0 && bytes.Contains(x.info.Header, line):
		return Header
	}
	return Title
}
