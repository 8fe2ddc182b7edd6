package json

// This file finds the array, or the object, whose elements are the records of a file.

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// An array is an array in the text, or an object whose members are like elements. Its
// Proposal takes the elements as the records of the file.
type array struct {
	form.Proposal
	key   string // the key of the member that holds it; "": none
	outer int    // the index of the array around it; -1: none
	depth int    // number of open brackets inside it
}

// Limits on the arrays that are read: how many, and how deep in brackets.
const (
	maxArrays     = 20
	maxArrayDepth = 4
)

// bestArray returns the Proposal of the array or object with most puzzles. Its Err is
// [form.ErrArrays] if other arrays hold puzzles that would be missed.
func bestArray(s *form.Sample) form.Proposal {
	tried := arraysOf(s)
	best := -1
	for i := range tried {
		switch {
		case best < 0:
			best = i
		case !beats(&tried[i].Proposal, &tried[best].Proposal):
		case tried[i].Puzzles > 0 && isWithin(tried, i, best) && isParent(s, tried[best].Layout, tried[i].Layout):
			if err := errNearest(tried[best].Layout, tried[i].Layout); err != nil {
				return form.Proposal{Puzzles: tried[i].Puzzles, Err: err}
			}
		default:
			best = i
		}
	}
	if best < 0 {
		return form.Proposal{}
	}
	if s.Puzzle == "" && hasOthers(tried, best) {
		return missed(tried, best, form.IsLines(s.Text))
	}
	if l, ok := tried[best].Layout.(*layout); ok {
		l.alone = s.Puzzle == ""
		if at, key := strayIn(l.Header, tried[best].key); key != "" && l.alone {
			line, column := syntax.PlaceAfter(l.Header[:at], 1, 1)
			l.stray = model.SyntaxError{Line: line, Column: column, Err: model.ErrStray, Field: key}
		}
		for _, a := range tried {
			if a.Puzzles > 0 && isApart(a.key, tried[best].key) {
				l.Notes = append(l.Notes, strconv.Quote(a.key)+" stands apart from them and is not read")
				break
			}
		}
	}
	return tried[best].Proposal
}

// missed returns the error about arrays that the best one leaves out. deep says that the command in
// [form.ErrArrays] does not apply.
func missed(tried []array, best int, deep bool) form.Proposal {
	all := form.Proposal{Err: form.ErrArrays}
	for _, a := range tried {
		all.Puzzles += a.Puzzles
		if a.Puzzles > 0 && isApart(tried[best].key, a.key) && table.PuzzleRank(table.Words(a.key)) < table.Unranked {
			return form.Proposal{Puzzles: a.Puzzles, Err: form.ErrApart}
		}
		deep = deep || a.Puzzles > 0 && a.depth != 2
	}
	if deep {
		all.Err = form.ErrDeepArrays
	}
	return all
}

// beats reports whether a proposal is better than the best so far. It has more puzzles or,
// if neither has any, a more detailed error.
func beats(p, best *form.Proposal) bool {
	if p.Puzzles > 0 || best.Puzzles > 0 {
		return p.Puzzles > best.Puzzles
	}
	return best.Err == nil || form.ColumnCount(p.Err) > form.ColumnCount(best.Err)
}

// arraysOf reads the first arrays of the sample.
func arraysOf(s *form.Sample) (read []array) {
	var around []int // the indexes in read of the open brackets
	outer := -1
	for at := 0; at < len(s.Text) && len(read) < maxArrays; at++ {
		switch b := s.Text[at]; b {
		case '"':
			scan := scanner{s.Text, at}
			scan.str()
			at = max(at, scan.at-1)
		case '{', '[':
			around = append(around, outer)
			if len(around) > maxArrayDepth || b == '{' && !isMap(s.Text[at:]) {
				break
			}
			l := &layout{info: noted("elements of a JSON array"), depth: len(around)}
			if b == '{' {
				l.info = noted("members of a JSON object")
				l.Keyed = true
			}
			l.Header = bytes.Clone(s.Text[:at+1])
			read = append(read, array{readSample(s, l, recordsOf(s, l)), keyBefore(s.Text[:at]), outer, len(around)})
			outer = len(read) - 1
		case '}', ']':
			if n := len(around); n > 0 {
				outer, around = around[n-1], around[:n-1]
			}
		}
	}
	return read
}

// isMap reports whether puzzles may be the members of the object at the beginning of text.
// The values are strings, arrays or objects, and no key is a usual column name or names a role.
func isMap(text []byte) bool {
	members, same, usual := 0, true, false
	first := byte(0)
	walk(text, func(name []byte, from, _ int) {
		if members++; members == 1 {
			first = text[from]
		} else {
			same = same && text[from] == first
		}
		w := table.Words(string(name))
		usual = usual || len(w) == 1 && len(w[0]) == len(name) && table.IsUsual(string(name)) || slices.Contains(roleNames, string(name))
	})
	return members > 1 && same && !usual && bytes.IndexByte([]byte(`"[{`), first) >= 0
}

// hasOthers reports whether an array other than the best one holds puzzles that would be
// missed.
func hasOthers(arrays []array, best int) bool {
	for i, a := range arrays {
		if a.Puzzles > 0 && isMissed(a.key, arrays[best].key) && !isWithin(arrays, i, best) && !isWithin(arrays, best, i) {
			return true
		}
	}
	return false
}

// isWithin reports whether array i is array j or a part of it.
func isWithin(arrays []array, i, j int) bool {
	for ; i >= 0 && i != j; i = arrays[i].outer {
	}
	return i == j
}

// isMissed reports whether the puzzles under key differ from the puzzles that are read
// under another key. The names decide: solutions are not puzzles, and neither is any other
// array if only the other key is a name for puzzles. Names such as single_solution_puzzles mean
// puzzles if both are of that kind.
func isMissed(key, read string) bool {
	k, r := table.Words(key), table.Words(read)
	if table.SolutionRank(k) < table.Unranked {
		return table.SolutionRank(r) < table.Unranked && table.RankOf(k, table.PuzzleWords) < table.Unranked
	}
	return table.PuzzleRank(r) == table.Unranked || table.PuzzleRank(k) < table.Unranked
}

// isApart reports whether, by their names, the array key holds solutions of the puzzles in
// the array read.
func isApart(key, read string) bool {
	return table.SolutionRank(table.Words(key)) < table.Unranked && table.SolutionRank(table.Words(read)) == table.Unranked
}

// keyBefore returns the key at the end of text, or the name of the variable that is
// assigned there, or "".
func keyBefore(text []byte) string {
	text = bytes.TrimRight(text, " \t\r\n")
	if n := len(text); n == 0 || text[n-1] != ':' && text[n-1] != '=' {
		return ""
	}
	text = bytes.TrimRight(text, " \t\r\n:=\"'")
	last := bytes.LastIndexFunc(text, func(r rune) bool { return r != '_' && !syntax.IsLetter(byte(r)) && !syntax.IsDigit(byte(r)) })
	return string(text[last+1:])
}
