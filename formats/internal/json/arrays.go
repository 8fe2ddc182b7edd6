package json

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// An array is an array of a text, or an object whose members are like elements, with the
// Reading in which its elements are the records of the file.
type array struct {
	form.Reading
	key   string // of the member that it is; "": of none
	outer int    // the index of the array around it, -1: none
	depth int    // brackets that are open in it
}

// The arrays that are read: so many, within so many brackets.
const (
	maxArrays     = 20
	maxArrayDepth = 4
)

// bestArray returns the Reading of the array, or of the object, with most puzzles. Where
// other arrays have puzzles that would be missed its Err is [form.ErrArrays].
func bestArray(s *form.Sample) form.Reading {
	tried := arraysOf(s)
	best := -1
	for i := range tried {
		if best < 0 || tried[i].Beats(&tried[best].Reading) {
			best = i
		}
	}
	if best < 0 {
		return form.Reading{}
	}
	if s.Puzzle == "" && hasOthers(tried, best) {
		all, deep := form.Reading{Err: form.ErrArrays}, form.IsLines(s.Text)
		for _, a := range tried {
			all.Puzzles += a.Puzzles
			deep = deep || a.Puzzles > 0 && a.depth != 2
		}
		if deep {
			all.Err = form.ErrDeepArrays
		}
		return all
	}
	if l, ok := tried[best].Layout.(*layout); ok {
		l.alone = s.Puzzle == ""
		for _, a := range tried {
			if a.Puzzles > 0 && isApart(a.key, tried[best].key) {
				l.Notes = append(l.Notes, strconv.Quote(a.key)+" stands apart from them and is not read")
				break
			}
		}
	}
	return tried[best].Reading
}

// arraysOf reads the first arrays of the sample.
func arraysOf(s *form.Sample) (read []array) {
	var around []int // the indices in read of the brackets that are open
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

// isMap reports whether the object that text begins with may have puzzles as its members,
// under keys of any sort: texts, arrays or objects, and none with the name of a column.
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
		usual = usual || len(w) == 1 && len(w[0]) == len(name) && table.IsUsual(string(name))
	})
	return members > 1 && same && !usual && bytes.IndexByte([]byte(`"[{`), first) >= 0
}

// hasOthers reports whether an array holds puzzles that are not in the best one and would
// be missed.
func hasOthers(arrays []array, best int) bool {
	isWithin := func(i, j int) bool {
		for ; i >= 0 && i != j; i = arrays[i].outer {
		}
		return i == j
	}
	for i, a := range arrays {
		if a.Puzzles > 0 && isMissed(a.key, arrays[best].key) && !isWithin(i, best) && !isWithin(best, i) {
			return true
		}
	}
	return false
}

// isMissed reports whether the puzzles under one key are more than another form of the
// puzzles that are read, under another key. Names tell: solutions are no puzzles, and
// neither is anything else where only the other name is a name of puzzles.
func isMissed(key, read string) bool {
	k, r := table.Words(key), table.Words(read)
	return table.SolutionRank(k) == table.Unranked && (table.PuzzleRank(r) == table.Unranked || table.PuzzleRank(k) < table.Unranked)
}

// isApart reports whether by their names one array has solutions of the puzzles in
// another.
func isApart(key, read string) bool {
	return table.SolutionRank(table.Words(key)) < table.Unranked && table.SolutionRank(table.Words(read)) == table.Unranked
}

// keyBefore returns the key that a text ends with, or the variable that is assigned to
// there; "" if there is none.
func keyBefore(text []byte) string {
	text = bytes.TrimRight(text, " \t\r\n")
	if n := len(text); n == 0 || text[n-1] != ':' && text[n-1] != '=' {
		return ""
	}
	text = bytes.TrimRight(text, " \t\r\n:=\"'")
	last := bytes.LastIndexFunc(text, func(r rune) bool { return r != '_' && !syntax.IsLetter(byte(r)) && !syntax.IsDigit(byte(r)) })
	return string(text[last+1:])
}
