package formtest

// This file has the promises about records and written text.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// recordsOf returns the records of a file.
func recordsOf(form bulk.Form, file string) (records []string) {
	_, texts := frame(form, []byte(file))
	for _, text := range texts {
		for _, span := range form.Spans(nil, text) {
			records = append(records, string(text[span.From:span.To]))
		}
	}
	return records
}

// frame cuts a file into texts of whole records.
func frame(form bulk.Form, text []byte) (header []byte, texts [][]byte) {
	framer := form.NewFramer()
	for first := true; len(text) > 0; first = false {
		from, to := framer.Cut(new(model.Records), text, true)
		if first {
			header = text[:from]
		}
		texts, text = append(texts, text[from:to]), text[to:]
	}
	return header, texts
}

// checkRanges checks that any range of records can be read alone: by its span, and from its beginning on if
// the file is Divisible.
func checkRanges(t *testing.T, f *file) {
	puzzles, want := f.puzzles(4)
	lines := strings.SplitAfter(want, "\n")
	text := []byte(f.write(puzzles))
	form := f.detect(t, string(text))
	if form == nil {
		return
	}
	var got []string
	var all, r model.Records
	framer := form.NewFramer()
	for rest := text; len(rest) > 0; {
		all.Reset(f.order)
		from, to := framer.Cut(&all, rest, true)
		part := rest[from:to]
		rest = rest[to:]
		spans := all.Spans
		if !all.Decoded {
			spans = form.Spans(nil, part)
		}
		for i, span := range spans {
			if all.Decoded {
				r.SetSlice(&all, part, i, i+1, span.From, span.To)
			} else {
				form.Decode(&r, part[span.From:span.To])
			}
			for grid := range slices.Chunk(r.Cells, f.order*f.order) {
				got = append(got, string(cells.AppendLine(nil, grid, f.order)))
			}
			if skipped := int64(len(got)); form.Divisible() && len(rest) == 0 {
				reader := &reader{form: *form, framer: form.NewFramerFrom(skipped)}
				if reader.write(part[span.To:], true); reader.String() != strings.Join(lines[skipped:], "") {
					t.Errorf("%s after %d records: %s", f.name, skipped, reader)
				}
			}
		}
	}
	if !slices.Equal(got, lines[:len(puzzles)]) {
		t.Errorf("%s, records alone: %q", f.name, got)
	}
}

// checkSolutions checks that the solutions of a file are found: as it was written with solutions, or by a form that
// holds some.
func checkSolutions(t *testing.T, f *file) {
	puzzles, _ := f.puzzles(3)
	_, solutions := Lines(f.order, 3)
	text := f.write(puzzles)
	_, enclosed := f.own.Enclosure("")
	solved := f.own != 0 && f.own.HoldsSolutions() && !enclosed || f.kind.IsTable() && f.holds("SOL")
	if f.own != 0 && solved {
		form := f.to
		if form.Kind.IsTable() {
			form, _, _ = form.Target(f.own, []model.Column{{Name: "solution"}}, bulk.Form{})
		}
		form = form.Paired()
		text = string(form.AppendHeader(nil))
		for i := range puzzles {
			text += string(form.AppendSolvedPuzzle(nil, cellsOf(puzzles[i]), cellsOf(solutions[i])))
		}
	}
	form := f.detect(t, text)
	if form == nil || !solved && f.own == 0 && !form.HasSolutions() && !form.PlainLines() {
		return
	}
	found := f.given(t, *form, text)
	if found = slices.Compact(found); len(found) > 0 && !slices.Equal(found, solutions) || len(found) == 0 && solved {
		t.Errorf("%s: solutions %q in\n%.1000s", f.name, found, text)
	}
}

// holds reports whether the lines of a sample have such a placeholder.
func (f *file) holds(placeholder string) bool {
	rows, ok := f.writer.(text)
	return ok && strings.Contains(rows.line, placeholder)
}

// given returns the solutions in the records of a text: as a record alone has them, and where decoding saw them.
func (f *file) given(t *testing.T, form bulk.Form, text string) (found []string) {
	t.Helper()
	_, texts := frame(form, []byte(text))
	for _, text := range texts {
		var r model.Records
		form.Decode(&r, text)
		for i, span := range form.Spans(nil, text) {
			places := []model.Span{span}
			if i < len(r.Spans) {
				places = append(places, r.Spans[i])
			}
			for _, place := range places {
				grid := make([]uint8, f.order*f.order)
				if at, fault := form.GivenSolution(grid, text, place, new(model.Fields)); at > 0 && fault == nil {
					found = append(found, string(cells.AppendCells(nil, grid)))
				} else if fault != nil {
					t.Errorf("%s: %v", f.name, fault)
				}
			}
		}
	}
	return found
}

// checkCopies checks that unchanged records after a header are again a file of the form, which is like the first.
func checkCopies(t *testing.T, f *file) {
	puzzles, want := f.puzzles(3)
	form := f.detect(t, f.write(puzzles))
	if form == nil || !form.Kind.CanCopy() {
		return
	}
	copied := form.RecordsHeader()
	_, texts := frame(*form, []byte(f.write(puzzles)))
	for _, text := range texts {
		for _, span := range form.Spans(nil, text) {
			copied = form.AppendCopy(copied, bytes.TrimRight(text[span.From:span.To], "\n")) // like the last record of a file
		}
	}
	f.want(t, string(copied), want)
	if again := f.detect(t, string(copied)); f.own != 0 && again != nil && !again.Alike(*form) {
		t.Errorf("%s: the copy is not like its file: %q", f.name, copied)
	}
}

// checkForms writes the records of a file as all kinds do. They all hold the same puzzles, and the table of all
// fields, too.
func checkForms(t *testing.T, f *file) {
	puzzles, want := f.puzzles(2)
	text := f.write(puzzles)
	hints := f.hints
	hints.Rows = true
	from, err := bulk.DetectWith([]byte(text), true, 0, hints)
	if err != nil {
		t.Errorf("%s: %v", f.name, err)
		return
	}
	for _, kind := range bulk.Writable() {
		to, _, err := from.Target(kind, []model.Column{{Name: "added"}}, bulk.Form{})
		if err != nil || f.name == "SQL, columns" { // it has no such size
			continue
		}
		got := string(to.AppendCountedHeader(nil, uint64(len(puzzles))))
		if kind.IsTable() {
			got += Rows(from, to, text, [][]byte{[]byte("x")})
		} else {
			for _, p := range puzzles {
				got += string(to.AppendPuzzle(nil, cellsOf(p)))
			}
		}
		form, err := bulk.DetectWith([]byte(got), true, 0, model.Hints{Sizes: []int{f.order}, Typed: kind.IsTyped()})
		if err != nil || Read(form, []byte(got)) != want {
			t.Errorf("%s as %v: %v, %v reads %s of\n%s", f.name, kind, form, err, Read(form, []byte(got)), got)
		}
	}
}

// checkFollows checks that the rows of another table follow the rows of a file in one table, or cannot.
func checkFollows(t *testing.T, f *file) {
	puzzles, want := f.puzzles(2)
	text, hints := f.write(puzzles), f.hints
	hints.Rows = true
	first, err := bulk.DetectWith([]byte(text), true, 0, hints)
	if err != nil || f.order != 9 || unsaid[f.name] {
		return
	}
	for _, name := range []string{"words", "cells, solution behind", "rows", "lists in quotes"} {
		other := Sample(bulk.CSV, name, 2)
		second, err := bulk.DetectWith([]byte(other), true, 0, model.Hints{Rows: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []bulk.Kind{bulk.CSV, bulk.NDJSON} {
			to, _, err := first.Target(kind, nil, bulk.Form{})
			if err != nil {
				t.Fatal(err)
			}
			then, _, err := second.Target(kind, nil, to)
			if err != nil {
				continue // cells of one column each, and puzzles in one
			}
			both := string(to.AppendHeader(nil)) + Rows(first, to, text, nil) + Rows(second, then, other, nil)
			if form, err := bulk.Detect([]byte(both), true, 0); err != nil || Read(form, []byte(both)) != want+want {
				t.Errorf("%s, then %s, as %v: %v, %v, reads %s of\n%s", f.name, name, kind, form, err, Read(form, []byte(both)), both)
			}
		}
	}
}

// Rows returns the records of a file as rows of a target.
func Rows(form, to bulk.Form, file string, added [][]byte) string {
	var rows []byte
	var records model.Records
	var writer bulk.RowWriter
	_, texts := frame(form, []byte(file)[bulk.BOMLen([]byte(file)):])
	for _, part := range texts {
		form.Decode(&records, part)
		grids, faults := records.Cells, records.Faults
		for i, span := range form.Spans(nil, part) {
			row := bulk.Row{From: form, Record: part[span.From:span.To], Added: added}
			if len(faults) > 0 && faults[0].Record == i {
				faults = faults[1:]
			} else {
				size := form.Order * form.Order
				row.Cells, grids = grids[:size], grids[size:]
			}
			rows = writer.Append(rows, to, &row)
		}
	}
	return string(rows)
}

// checkAllocations checks that framing, decoding, splitting into fields and writing do not allocate while they go on.
func checkAllocations(t *testing.T, f *file) {
	puzzles, _ := f.puzzles(6)
	text := []byte(f.write(puzzles))
	form := f.detect(t, string(text))
	if form == nil || f.cannot&steady != 0 || f.own == 0 && f.kind.IsJSON() {
		return
	}
	var r model.Records
	var fields model.Fields
	header, texts := frame(*form, text)
	framer := form.NewFramer()
	framer.Cut(&r, append(slices.Clone(header), texts[0]...), false)
	if r.Decoded {
		return // see package gridreader
	}
	const most = 1 // for a text of records, and none for a record
	if n := testing.AllocsPerRun(5, func() {
		if form.Kind.CanCopy() {
			framer.Cut(&r, texts[0], false)
		}
		form.Decode(&r, texts[0])
		for _, span := range r.Spans {
			form.Fields(&fields, texts[0][span.From:span.To])
		}
	}); n > most {
		t.Errorf("%s: %v allocations for %d records", f.name, n, r.N)
	}
}

// checkSizes checks that a file is not read if the user names other sizes, that the error says its size, and that it may hold puzzles of
// several sizes, if the user names them.
func checkSizes(t *testing.T, f *file) {
	hints := f.hints
	hints.Sizes = slices.DeleteFunc(geometry.Sides(), func(side int) bool { return side == f.order })
	puzzles, _ := f.puzzles(3)
	form, err := bulk.DetectWith([]byte(f.write(puzzles)), true, 0, hints)
	if size, ok := errors.AsType[*model.SizeError](err); err == nil && form.Order == f.order || err != nil && (!ok || size.Size != f.order) {
		t.Errorf("%s: read as %v, %v, but the sizes are %v", f.name, form, err, hints.Sizes)
	}
	if f.own == 0 || f.cannot&sizes != 0 || f.order != 9 {
		return
	}
	text, want := string(f.to.AppendHeader(nil)), ""
	for i, order := range []int{9, 4, 6, 9, 16, 12, 9} {
		form, err := f.own.Form(order)
		if err != nil {
			return // it has one size
		}
		all, _ := Lines(order, i+1)
		text += string(form.AppendPuzzle(nil, cellsOf(all[i])))
		want += string(cells.AppendLine(nil, cellsOf(all[i]), order))
	}
	hints.Sizes = []int{4, 6, 9, 12, 16}
	form, err = bulk.DetectWith([]byte(text), true, 0, hints)
	if err != nil || Read(form, []byte(text)) != want {
		t.Errorf("%s of several sizes: %v, %v of\n%s", f.name, form, err, text)
		return
	}
	CheckSplits(t, form, []byte(text))
}

// CheckIdentity turns any bytes into puzzles. It checks that writing and reading them gives
// the same puzzles, and the same text.
func CheckIdentity(t testing.TB, form bulk.Form, seed []byte) {
	t.Helper()
	size := form.Order * form.Order
	var grids []uint8
	for i := range (len(seed)/size + 1) * size {
		cell := 0
		if i < len(seed) && (i%size > 0 || !form.LeavesOutSolutions()) { // no grid solves the one before it
			cell = int(seed[i]) % (form.Order + 1)
		}
		grids = append(grids, uint8(cell))
	}
	var text []byte
	for grid := range slices.Chunk(grids, size) {
		text = form.AppendPuzzle(text, grid)
	}
	var recs model.Records
	form.Decode(&recs, text)
	if len(recs.Faults) > 0 || !bytes.Equal(recs.Cells, grids) {
		t.Fatalf("%v: %q reads as %v, want %v", form, text, recs.Cells, grids)
	}
}

// checkBadRows checks that a row that is none is one malformed record of a table, at its place, and does not change the columns.
func checkBadRows(t *testing.T, f *file) {
	w, _ := f.writer.(text)
	if f.kind != bulk.CSV && f.kind != bulk.TSV || w.header == "" || w.footer != "" {
		return
	}
	puzzles, want := f.puzzles(6)
	whole := f.write(puzzles)
	clean := f.detect(t, whole)
	if clean == nil || !clean.Kind.IsTable() || strings.HasPrefix(w.header, `"sep=`) {
		return
	}
	sameName := func(a, b model.Column) bool { return a.Name == b.Name }
	good := strings.SplitAfter(want, "\n")
	first := strings.Count(w.header, "\n")
	for _, bad := range []string{"bad row", "bad row;1;2;3", "1,2,3,4,5,6,7", "7", "x,y", "bad row,,,,,,", `"bad, row",1,2,3`, `bad "row",1,2`, Puzzles[5][1:]} {
		for _, at := range []int{0, 4} {
			lines := slices.Insert(strings.SplitAfter(whole, "\n"), first+at, bad+"\n")
			text := []byte(strings.Join(lines, ""))
			form, err := bulk.DetectWith(text, true, 0, f.hints)
			if err != nil || form.Layout == nil || !slices.EqualFunc(form.Layout.Columns, clean.Layout.Columns, sameName) || form.Layout.Puzzle != clean.Layout.Puzzle || form.Layout.Solution != clean.Layout.Solution {
				t.Errorf("%s, row %d is %q: %v, %v", f.name, at, bad, form, err)
				continue
			}
			got := strings.SplitAfter(Read(form, text), "\n")
			if fault := fmt.Sprintf("%d (row 0): %d:", at+1, first+at+1); !strings.HasPrefix(got[at], fault) || !slices.Equal(slices.Delete(got, at, at+1), good) {
				t.Errorf("%s, row %d is %q: reads %q, want %s", f.name, at, bad, got, fault)
			}
		}
	}
}

// checkRedrawn checks that an answer in the drawing of its record is the file with the solutions in place of the puzzles.
func checkRedrawn(t *testing.T, f *file) {
	puzzles, _ := f.puzzles(3)
	_, solutions := Lines(f.order, 3)
	for _, ends := range []string{"\n", "\r\n"} {
		if f.kind.IsBinary() {
			return
		}
		f.redraw(t, []byte(strings.ReplaceAll(f.write(puzzles), "\n", ends)), solutions)
	}
}

// redraw answers the records of a text.
func (f *file) redraw(t *testing.T, text []byte, solutions []string) {
	t.Helper()
	from := f.detect(t, string(text))
	if from == nil || from.Kind == bulk.JSON || f.kind == bulk.Grid && len(from.Spans(nil, text)) != 3 {
		return
	}
	to, _, err := from.Target(0, nil, bulk.Form{})
	if err != nil {
		t.Fatal(err)
	}
	if to = to.Redrawing(*from); !to.Redraws() {
		return
	}
	var out []byte
	end := 0
	for i, span := range from.Spans(nil, text) {
		out = to.AppendBetween(out, text[end:span.From])
		out = to.AppendAnswer(out, &bulk.Answer{Verdict: bulk.Solved, Cells: cellsOf(solutions[i]), Record: text[span.From:span.To]})
		end = span.To
	}
	out = to.AppendBetween(out, text[end:])
	want := ""
	for _, solution := range solutions {
		want += string(cells.AppendLine(nil, cellsOf(solution), f.order))
	}
	again := *from
	if from.Kind.IsJSON() {
		again, err = bulk.DetectWith(out, true, 0, f.hints)
	}
	if got := Read(again, out); err != nil || got != want {
		t.Errorf("%s: %v, answered by\n%s\nwhich reads\n%s", f.name, err, out, got)
	}
}

// checkReplaced checks that the rows of a table with other puzzles are those that would be written for these, in the
// notation of the file.
func checkReplaced(t *testing.T, f *file) {
	before, solutions := Lines(f.order, 3)
	after := []string{before[2], before[0], before[1]}
	solutions = []string{solutions[2], solutions[0], solutions[1]}
	_, isText := f.writer.(text)
	text, hints := f.write(before), f.hints
	hints.Rows = true
	from, err := bulk.DetectWith([]byte(text), true, 0, hints)
	if err != nil || !from.Kind.IsTable() || !isText {
		return
	}
	to, _, err := from.Target(0, nil, bulk.Form{})
	if err != nil {
		t.Fatal(err)
	}
	if !to.Kind.IsTable() {
		return
	}
	var w bulk.RowWriter
	var want string
	dst := to.AppendHeader(make([]byte, 0, 8<<10))
	for i, record := range recordsOf(from, text) {
		n := len(dst)
		dst = w.Append(dst, to, &bulk.Row{From: from, Record: []byte(record), Cells: cellsOf(after[i]), Solution: cellsOf(solutions[i]), Replaced: true})
		want += string(cells.AppendLine(nil, cellsOf(after[i]), f.order))
		var r model.Records
		if from.Decode(&r, dst[n:]); to.Kind == from.Kind && record[0] != '[' && !bytes.Equal(r.Cells, cellsOf(after[i])) {
			t.Errorf("%s: not in the notation of the file: %s", f.name, dst[n:])
		}
	}
	hints.Typed = to.Kind.IsTyped()
	if again, err := bulk.DetectWith(dst, true, 0, hints); err != nil || Read(again, dst) != want {
		t.Errorf("%s: %v, replaced by\n%s", f.name, err, dst)
	} else if found := slices.Compact(f.given(t, again, string(dst))); from.HasSolutions() && !slices.Equal(found, solutions) {
		t.Errorf("%s: solutions %s, replaced by\n%s", f.name, found, dst)
	} else if wants := recordsOf(from, f.write(after)); to.Kind.IsJSON() == from.Kind.IsJSON() && len(strings.Join(recordsOf(again, string(dst)), "")) > 2*len(strings.Join(wants, "")) {
		t.Errorf("%s: replaced by longer ones\n%s", f.name, dst)
	}
}

// checkAnswers checks that answers without a grid are no records, or empty grids in arrays, that a grid can be read again, and that nothing
// is allocated.
func checkAnswers(t *testing.T, f *file) {
	if f.own != f.kind || f.own.IsTable() || f.order != 9 && f.order != 16 {
		return
	}
	form := f.to
	puzzles, _ := f.puzzles(1)
	grid := cellsOf(puzzles[0])
	for _, a := range []bulk.Answer{
		{Verdict: bulk.Solved, Cells: grid},
		{Verdict: bulk.Multiple, Cells: grid, Count: 37, AtLeast: true},
		{Verdict: bulk.NoSolution},
		{Verdict: bulk.Contradiction, Clash: [2]int{3, 80}},
		{Verdict: bulk.GaveUp, Guesses: 1 << 40},
		{Verdict: bulk.Malformed, Fault: &model.SyntaxError{Column: 400, Row: 7, Err: model.ErrShort, Have: 1000, Want: 2000}},
	} {
		dst := make([]byte, 0, 8<<10)
		if n := testing.AllocsPerRun(5, func() { dst = form.AppendAnswer(form.AppendSolved(dst[:0], grid), &a) }); n > 0 && f.cannot&steady == 0 {
			t.Errorf("%s: %v allocations for %v", f.name, n, a.Verdict)
		}
		var r model.Records
		form.Decode(&r, form.AppendAnswer(nil, &a))
		switch isGrid := bytes.Equal(r.Cells, grid) && r.N == 1; {
		case a.Verdict == bulk.Solved && !isGrid, f.own.HoldsMarks() && a.Verdict != bulk.Solved && len(r.Cells) > 0 && !isGrid:
			t.Errorf("%s: an answer reads as %+v: %q", f.name, r, dst)
		case !f.own.HoldsMarks() && !a.Verdict.HasGrid() && !bytes.Equal(r.Cells, make([]uint8, len(grid))):
			t.Errorf("%s: the answer %v is no empty grid: %v", f.name, a.Verdict, r.Cells)
		}
	}
}
