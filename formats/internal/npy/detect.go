package npy

// This file finds the fields of an array, and how their cells are written.

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Propose implements [form.Form].
func (npyForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if !bytes.HasPrefix(s.Text, []byte(form.NpyMagic)) {
		return form.None
	}
	l, err := detectLayout(s)
	if err != nil {
		return form.One(form.Proposal{Err: err})
	}
	p := form.Proposal{Layout: l, Matches: true}
	_ = s.Read(l, func(_, _ []byte, records *model.Records) {
		for _, fault := range records.Faults {
			if fault.Err == model.ErrCoding && p.Err == nil { //nolint:errorlint // never wrapped
				fault.Record, fault.Column = fault.Record+1, 0
				p.Err = &ArrayError{Reason: fault.Error()}
			}
		}
	})
	return form.One(p)
}

// detectLayout finds the fields of a file's records, and how their cells are written.
func detectLayout(s *form.Sample) (*Layout, error) {
	h, err := parseHeader(s.Text)
	if err != nil {
		return nil, err
	}
	l := &Layout{info: form.NewInfo(0), orders: s.Sizes}
	l.info.Header = bytes.Clone(s.Text[:h.size])
	find := l.findGrids
	if h.members != nil {
		find = l.findMembers
	}
	if err := find(&h); err != nil {
		return nil, err
	}
	records := slices.Collect(slices.Chunk(s.Text[h.size:], max(l.info.RecordSize, 1)))
	if n := len(records); n > 0 && len(records[n-1]) < l.info.RecordSize {
		records = records[:n-1]
	}
	columns := make([]table.GridColumn, len(l.fields))
	for i := range l.fields {
		if err := l.fields[i].inspect(records, &s.Hints, &columns[i]); err != nil {
			return nil, err
		}
	}
	if len(l.fields) == 1 {
		if l.fields[0].order == 0 {
			return nil, &ArrayError{Type: h.descr, Shape: h.shape, Reason: "its texts are not grids"}
		}
	} else if err := l.chooseColumns(&h, columns, records, &s.Hints); err != nil {
		return nil, err
	}
	if err := cmp.Or(l.checkOneHot(&h, records), l.puzzle().checkScaled(&h, records), l.solution().checkScaled(&h, records)); err != nil {
		return nil, err
	}
	puzzle := l.puzzle()
	l.info.Order, l.info.Cells = puzzle.order, puzzle.letters
	for i := range l.fields {
		l.fields[i].letters = puzzle.letters
	}
	l.info.Notes = append(l.info.Notes, l.describe(&h))
	if !puzzle.isText() {
		l.info.Notes = append(l.info.Notes, puzzle.note())
	}
	return l, nil
}

// describe returns a description of the array, for people to read.
func (l *Layout) describe(h *header) string {
	switch {
	case len(l.info.Unjoined) > 0:
		return fmt.Sprintf("numpy arrays of %d records; other arrays are left out: %s", l.records, strings.Join(l.info.Unjoined, ", "))
	case h.members != nil:
		return fmt.Sprintf("numpy arrays of %d records", l.records)
	case len(l.fields) == 2:
		return fmt.Sprintf("a numpy array of type %s and shape %s: two grids a record", h.descr, shapeText(h.shape))
	}
	return fmt.Sprintf("a numpy array of type %s and shape %s", h.descr, shapeText(h.shape))
}

// chooseColumns decides which fields are the puzzle and its solution, and sets the columns. The
// grids of a pair must be a puzzle and its solution, unless the hints say which is which.
func (l *Layout) chooseColumns(h *header, columns []table.GridColumn, records [][]byte, hints *model.Hints) (err error) {
	paired, info := h.members == nil, &l.info
	if info.Puzzle, info.Solution, err = table.PickGrids(columns, hints); err != nil {
		return err
	}
	if info.Puzzle < 0 {
		info.Puzzle, info.Solution = info.Solution, -1 // the puzzles are solved ones
	}
	if info.Puzzle < 0 {
		return &ArrayError{Reason: "none of the arrays holds grids: " + strings.Join(table.NamesOf(columns), ", ")}
	}
	puzzle := l.puzzle()
	if info.Solution >= 0 && l.fields[info.Solution].order != puzzle.order {
		info.Solution = -1
	}
	if s := l.solution(); s != nil {
		s.strict = true
		if !s.decided {
			s.coding = puzzle.coding
		}
	}
	told := hints.Puzzle != "" && hints.Solution != ""
	if paired && (info.Solution < 0 || !told && !l.solution().isSolved(records)) {
		return &ArrayError{Type: h.descr, Shape: h.shape, Reason: severalGrids(h.shape)}
	}
	if paired {
		l.fields[info.Puzzle].name, l.fields[info.Solution].name = "puzzle", "solution"
	}
	for i := range l.fields {
		f := &l.fields[i]
		c := model.Column{Name: f.name}
		if f.order == 0 {
			c.Type = f.columnType()
		}
		info.Columns = append(info.Columns, c)
	}
	return nil
}

// inspect decides how the cells of a field are written, if it holds grids, and counts the
// sample's grids in column. An empty array counts as grids. The cells of a missing solution
// do not count as blanks.
func (f *field) inspect(records [][]byte, h *model.Hints, column *table.GridColumn) (err error) {
	column.Name = f.name
	switch {
	case !f.mayBeGrid():
		return nil
	case f.isText():
		err = f.chooseLetters(records, h)
	case !slices.Contains(h.Orders(), f.order):
		err = cells.OrderError(f.order)
	default:
		f.chooseCoding(records)
	}
	if err != nil || f.order == 0 {
		return err
	}
	column.Sizes = map[int]int{}
	if len(records) == 0 {
		column.Sizes[f.order] = 1
	}
	isPuzzle := table.PuzzleRank(table.Words(f.name)) < table.Unranked
	var value []byte
	for _, record := range records {
		if !isPuzzle && f.hasOneValue(f.of(record)) {
			column.Sizes[f.order]++
			continue
		}
		value = f.appendGrid(value[:0], record)
		column.Add(value, h)
	}
	return nil
}

// chooseLetters decides how the cells of texts are written, and the order if it is not
// known. The order stays 0 if the texts are not grids.
func (f *field) chooseLetters(records [][]byte, h *model.Hints) (err error) {
	var glyphs [26]cells.GlyphCount // indexed by order
	var grids [26]int
	var value []byte
	for _, record := range records {
		value = f.appendTexts(value[:0], f.of(record))
		size := cells.GridSize(value, h.Sizes...)
		grids[size]++
		glyphs[size].Add(value)
	}
	if f.order == 0 && len(records) == 0 {
		f.order = form.UsualOrder(h)
	}
	grids[0] = 0
	if f.order == 0 {
		f.order = slices.Index(grids[:], slices.Max(grids[:]))
	}
	switch {
	case f.order == 0:
		return nil
	case !slices.Contains(h.Orders(), f.order):
		return cells.OrderError(f.order)
	}
	f.letters, err = cells.ChooseAlphabet(f.order, &glyphs[f.order].Seen, h.Digits)
	return err
}
