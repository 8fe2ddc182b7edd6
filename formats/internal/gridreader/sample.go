package gridreader

// This file reads the sample of a file whose drawing is not known yet.

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// errSymbols is the error for grids of symbols that are no digits. It is not shown.
var errSymbols = errors.New("symbols that are no digits")

// collect finds the grids of the sample.
func (d *detector) collect() {
	w := NewWatcher()
	found := func(stray *StrayGrid) {
		if stray != nil && stray.style != nil && stray.Rows == stray.Size {
			d.addGrid(stray)
		}
	}
	d.sample.EachLine(func(line []byte, from, to, number int) { found(w.Line(line, int64(from), int64(to), number)) })
	if d.sample.All {
		found(w.End())
	}
}

// addGrid adds a grid to all ways in which it can be read.
func (d *detector) addGrid(stray *StrayGrid) {
	text, own := d.sample.Text[stray.From:stray.To], stray.style.Notation
	for n := range notations {
		rows := stack{style: Style{Notation: n}, dashed: true}
		(&form.Sample{Text: text, All: true}).EachLine(func(line []byte, from, to, number int) {
			rows.step(line, newLineAt(line, int64(from), int64(to), number))
		})
		if (n == Symbols || rows.n != stray.Size || rows.size != stray.Size) && n != own {
			continue
		}
		way := d.way(n, stray.Size)
		if way.grids++; stray.headed {
			way.heads++
		}
		for _, line := range rows.lines[:rows.n] {
			way.addRow(syntax.TrimCR(bytes.TrimSuffix(text[line.from:line.to], []byte{'\n'})))
		}
	}
}

// collectRows finds rows, except of small sizes that are not read.
func (d *detector) collectRows() {
	var r row
	lines := d.sample.Lines()
	for _, size := range cells.MetOrders() {
		for n := range Columns {
			way := &way{style: Style{Notation: n, Size: size}}
			rows, heads := 0, 0
			for _, line := range lines {
				if way.style.classify(&r, line, true, true) == rowLine {
					way.addRow(line)
					if rows++; isHead(r.cells[:size]) {
						heads++
					}
				}
			}
			if way.grids = rows / size; rows <= size/2 || size <= 9 && !slices.Contains(d.sample.Orders(), size) {
				continue
			}
			if headed := *way; heads > 0 && 2*heads < rows {
				headed.heads = rows
				d.ways = append(d.ways, &headed)
			}
			d.ways = append(d.ways, way)
		}
	}
}

// addRow adds the cells of a row to the text of the way.
func (w *way) addRow(line []byte) {
	var places [maxSize]place
	r := row{places: &places}
	style := Style{Notation: w.style.Notation, Size: w.style.Size}
	style.read(&r, line)
	for i := range min(r.n, maxSize) {
		p := places[i]
		token := bytes.TrimSpace(line[min(p.from, len(line)):min(p.to, len(line))])
		if len(token) == 0 || string(token) == "~" {
			token = []byte{'.'}
			w.empty++
		}
		if glyph, n := cells.GlyphAt(token); n == len(token) {
			w.text = append(w.text, glyph, ' ')
		} else {
			w.text = append(append(w.text, bytes.Trim(token, "*")...), ' ')
		}
	}
}

// HasRegions reports whether a sample holds the map of the regions of a jigsaw in any symbols. Rules and blank
// lines may lie between its rows.
func HasRegions(s *form.Sample) bool {
	var r row
	var last []uint8 // rows of one length
	style, side := Style{Notation: Symbols}, 0
	for _, line := range s.Lines() {
		if style.read(&r, line); r.n == 0 || cells.IsRule(line) {
			continue
		}
		if r.n != side || r.isNone(&style) {
			last, side = nil, r.n
		}
		last = append(last, r.cells[:min(side, maxSize)]...)
		if extra := len(last) - side*side; extra >= 0 {
			last = last[extra:]
			if cells.IsRegions(last) {
				return true
			}
		}
	}
	return false
}

// A sampleTally counts what a drawing reads of a sample.
type sampleTally struct {
	records, faults, strays int
	clashing                int // records
	recordBytes, faultBytes int
	fault                   model.SyntaxError // the first one
	titles                  int               // lines between grids that are no rules
}

// net returns the grids that are read, less those that are not.
func (t *sampleTally) net() int { return t.records - t.clashing - t.faults - t.strays }

// tally reads a sample.
func (d *File) tally(s *form.Sample) (t sampleTally) {
	r, text := NewReader(d), s.Text
	for {
		e := r.Next(text, s.All)
		if e == nil {
			return t
		}
		text = text[e.size:]
		switch e.Kind {
		case Record, Solution:
			if cells.HasClash(e.Cells, e.Style.Size) {
				t.clashing++ // rows of two grids may have been joined
			}
			t.records++
			t.recordBytes += e.size
		case Fault:
			if t.faults++; t.faults == 1 {
				t.fault = e.Err
			}
			t.faultBytes += min(e.size, 4*e.Style.Size*e.Style.Size) // a line may be long
		case Stray:
			t.strays++
		case Gap:
			t.titles += countTitles(e.Text)
		}
	}
}

// countTitles returns the number of lines that are neither rules nor blank.
func countTitles(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) > 0 && !cells.IsRule(syntax.TrimCR(bytes.TrimSuffix(line, []byte{'\n'}))) {
			n++
		}
	}
	return n
}

// countIn returns the count at the beginning of a sample. A count is a number alone, which only grids,
// rules and blank lines follow. It is not the size of the only grid.
func (d *File) countIn(s *form.Sample, t *sampleTally) (c Count) {
	size, lines := d.Styles[0].Size, s.Lines()
	if i := slices.IndexFunc(lines, func(line []byte) bool { return len(bytes.TrimSpace(line)) > 0 }); i >= 0 && len(lines[i]) < size {
		if n, err := strconv.Atoi(string(bytes.TrimSpace(lines[i]))); err == nil && n >= 0 {
			c = Count{Grids: n, Line: i + 1, Column: syntax.TextColumn(lines[i], MaxLine)}
		}
	}
	if t.titles > 1 || t.records == 0 || s.All && t.records+t.faults == 1 && c.Grids == size {
		return Count{}
	}
	return c
}
