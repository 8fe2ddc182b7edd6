package json

// This file finds the grids in the texts of chats and prompts, from which language models learn.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// The roles of turns, which are also names of members, names of members for tasks, and the members of a turn that hold
// its role.
var (
	promptRoles = []string{"user", "human", "prompt"}
	answerRoles = []string{"assistant", "gpt", "completion", "model"}
	taskNames   = []string{"instruction", "input", "question"}
	roleNames   = []string{"role", "from"}
)

// orTexts returns the proposal of texts, if there is a column of prompts or the user names one, or the best one so far:
// the one with more well-formed records.
func (t *valueTable) orTexts(s *form.Sample, l *layout, best form.Proposal) form.Proposal {
	hints, orders := s.Hints, append([]int{9, 16}, s.Orders()...)
	if hints.Puzzle == "" {
		hints.Puzzle = cmp.Or(t.roleColumn(promptRoles), t.taskColumn(orders))
		if hints.Solution == "" && !slices.ContainsFunc(t.names, table.IsJudged) {
			hints.Solution = t.roleColumn(answerRoles)
		}
	}
	if hints.Puzzle == "" {
		return best
	}
	if i := slices.Index(t.names, "label"); i >= 0 && s.Solution == "" && hints.Solution != "" && typeOf(t.values[i]) == model.Bool {
		return form.Proposal{Puzzles: len(t.values[i]), Err: fmt.Errorf("%w: %q and %q", model.ErrAnswers, hints.Solution, "label")}
	}
	t.orders = orders
	shaped := *l
	shaped.shape, shaped.open, shaped.Objects, shaped.Words = texts, true, true, true
	good := func(p form.Proposal) (n int) {
		if p.Err != nil || p.Layout == nil {
			return -1
		}
		n, _ = s.Tally(p.Layout)
		return n
	}
	p := t.read(&shaped, &hints)
	if errors.Is(p.Err, model.ErrAnswers) || good(p) > good(best) || good(best) < 0 && s.Puzzle != "" && form.ColumnCount(p.Err) > form.ColumnCount(best.Err) {
		return p
	}
	return best
}

// roleColumn returns the first column of a role, or "".
func (t *valueTable) roleColumn(roles []string) string {
	for _, role := range roles {
		if i := slices.IndexFunc(t.names, func(name string) bool { return strings.HasSuffix("."+name, "."+role) }); i >= 0 {
			return t.names[i]
		}
	}
	return ""
}

// taskColumn returns the first column of a task whose texts hold a grid, or "".
func (t *valueTable) taskColumn(orders []int) string {
	for i, name := range t.names {
		if slices.Contains(taskNames, name) && slices.ContainsFunc(t.values[i], func(value []byte) bool {
			grid, _ := find(gridText(value), orders...)
			return grid != nil
		}) {
			return name
		}
	}
	return ""
}

// isTexts reports whether a proposal finds grids in texts, so arrays within are turns.
func isTexts(p *form.Proposal) bool {
	l, ok := p.Layout.(*layout)
	return ok && l.shape == texts
}

// walkTurns calls visit with the role and the range of the text of each turn of a chat, which is a list.
// It reports whether a turn has a usual role.
func walkTurns(list []byte, visit func(role []byte, from, to int)) (met bool) {
	if list[0] != '[' || list[min(1+lengthOfSpace(list[1:]), len(list)-1)] != '{' {
		return false
	}
	walk(list, func(_ []byte, turn, end int) {
		var role []byte
		from, to := 0, 0
		walk(list[turn:end], func(name []byte, at, end int) {
			switch value := list[turn+at : turn+end]; string(name) {
			case "role", "from":
				role = bytes.Trim(value, `"`)
			case "content", "value", "parts":
				from, to = turn+at, turn+end
			}
		})
		walkParts(list[from:to], func(at, end int) {
			if len(role) > 0 {
				met = met || slices.Contains(promptRoles, string(role)) || slices.Contains(answerRoles, string(role))
				visit(role, from+at, from+end)
			}
		})
	})
	return met
}

// walkParts calls visit with the range of each text of a turn: the only one, or the texts of a list of parts.
func walkParts(content []byte, visit func(from, to int)) {
	if len(content) > 0 && content[0] == '"' {
		visit(0, len(content))
		return
	}
	walk(content, func(_ []byte, part, end int) {
		walk(content[part:end], func(name []byte, from, to int) {
			if string(name) == "text" && content[part+from] == '"' {
				visit(part+from, part+to)
			}
		})
	})
}

// walkTexts calls visit with each member of a record as walk does. A chat has a member for each turn, whose name
// is the role, and outer the name of the chat. A chat may be in an object, such as the body of a request.
func walkTexts(record []byte, visit func(outer, name []byte, from, to int)) model.SyntaxError {
	return walk(record, func(name []byte, from, to int) {
		turns := func(chat []byte, at, end int) bool {
			return walkTurns(record[at:end], func(role []byte, from, to int) { visit(chat, role, at+from, at+to) })
		}
		if turns(name, from, to) {
			return
		}
		if record[from] == '{' {
			walk(record[from:to], func(chat []byte, at, end int) { turns(chat, from+at, from+end) })
		}
		visit(nil, name, from, to)
	})
}

var watchers = sync.Pool{New: func() any { return gridreader.NewWatcher() }}

// find returns the only grid in a text, a run of cells of an order or drawn rows, as cells are read of it, or nil and
// why there is none. It replaces points that end sentences.
func find(text []byte, orders ...int) (grid []byte, fault model.SyntaxError) {
	if cells.GridSize(text, orders...) > 0 {
		return text, fault
	}
	n := 0
	for run := range bytes.FieldsFuncSeq(text, func(r rune) bool {
		return r >= utf8.RuneSelf || !cells.IsCellByte(byte(r)) && !syntax.IsLetter(byte(r))
	}) {
		if stop := len(run) - 1; bytes.IndexByte(run, '.') == stop && (slices.Contains(orders, stop) || slices.Contains(orders, geometry.OfCells(stop).Side())) {
			run[stop] = ' ' // the end of a sentence
			run = run[:stop]
		}
		if order := geometry.OfCells(len(run)).Side(); slices.Contains(orders, order) && cells.GridSize(run, order) == order {
			grid = run
			n++
		}
	}
	watch(text, func(s *gridreader.StrayGrid) {
		if s.Rows+s.Have == 0 {
			return // a run of as many cells as a grid has
		}
		grid, fault = drawn(s, text)
		n++
		_, first, _ := syntax.NextLine(text[s.From:])
		if below, size, _ := syntax.NextLine(text[s.To:]); s.Rows > 0 && s.Rows == s.Size && !syntax.IsBlank(below, len(below)) {
			watch(text[s.From+int64(first):s.To+int64(size)], func(o *gridreader.StrayGrid) {
				if o.Rows == s.Rows {
					n++ // or the first row is none, and the line below is one
				}
			})
		}
	})
	if n != 1 {
		return nil, model.SyntaxError{Err: model.ErrGrids, Have: n}
	}
	return grid, fault
}

// watch calls visit with each grid that a Watcher finds in a text.
func watch(text []byte, visit func(s *gridreader.StrayGrid)) {
	watcher, _ := watchers.Get().(*gridreader.Watcher)
	defer watchers.Put(watcher)
	for at := 0; at < len(text); {
		line, size, _ := syntax.NextLine(text[at:])
		if s := watcher.Line(syntax.TrimCR(line), int64(at), int64(at+size), 0); s != nil {
			visit(s)
		}
		at += size
	}
	if s := watcher.End(); s != nil {
		visit(s)
	}
}

// drawn returns a grid that a Watcher found in a text, or nil and its fault.
func drawn(s *gridreader.StrayGrid, text []byte) (grid []byte, fault model.SyntaxError) {
	switch rows := bytes.TrimRight(text[s.From:s.To], "\r\n"); {
	case s.Have > 81:
		return nil, model.SyntaxError{Err: model.ErrLong, Want: 81}
	case s.Have > 0:
		return nil, model.SyntaxError{Err: model.ErrShort, Have: s.Have, Want: 81}
	case s.Rows < s.Size || s.Blank != 0 && s.Blank != ' ':
		return nil, s.Fault()
	case cells.GridSize(rows, s.Size) != s.Size && int(slices.Max(s.Cells)) <= s.Size:
		return cells.AppendCells(nil, s.Cells), fault
	default:
		return rows, fault
	}
}

// textOf appends all texts of a column to dst. at is the place of the first; 0: there is none.
func (l *layout) textOf(dst, record []byte, column int) (text []byte, at int, fault model.SyntaxError) {
	fault = l.walkRecord(record, func(c int, _ []byte, from, to int) {
		if value := record[from:to]; c >= 0 && c == column && value[0] == '"' && len(value) > len(`""`) {
			if dst = unquote(dst, value); at == 0 {
				at = from + 2
			}
			dst = append(dst, "\n\n"...)
		}
	})
	return bytes.TrimSuffix(dst, []byte("\n\n")), at, fault
}

// readTexts is readRecord for a record whose grids are in texts. The texts of a column hold one grid in all.
func (l *layout) readTexts(dst *model.Records, grid []uint8, record []byte) model.SyntaxError {
	for _, column := range []int{l.Puzzle, l.Solution} {
		text, at, fault := l.textOf(dst.Scratch[:0], record, column)
		dst.Scratch = text
		if fault.Err == nil && at > 0 {
			var found []byte
			if found, fault = find(text, l.Order, 9, 16); found != nil && column == l.Puzzle {
				fault = l.Cells.Read(grid, found)
			}
			fault.Line, fault.Column, fault.Field = 0, at, l.Columns[column].Name
		} else if fault.Err == nil && column == l.Puzzle {
			fault = model.SyntaxError{Column: len(bytes.TrimRight(record, " \t\r\n")) + 1, Field: l.Columns[column].Name, Err: model.ErrShort, Want: len(grid)}
		}
		if fault.Err != nil {
			return fault
		}
	}
	return model.SyntaxError{}
}

// setGrids replaces texts among the fields of a record by the grids in them.
func (l *layout) setGrids(dst *model.Fields, record []byte) {
	for _, column := range []int{l.Puzzle, l.Solution} {
		from := len(dst.Buffer)
		var at int
		if dst.Buffer, at, _ = l.textOf(dst.Buffer, record, column); at > 0 {
			dst.Values[column] = dst.Buffer[from:]
			if grid, _ := find(dst.Values[column], l.Order, 9, 16); grid != nil {
				dst.Values[column] = grid
			}
		}
	}
}
