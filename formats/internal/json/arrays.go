package json

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A triedArray is an array of a text, or an object whose members are like elements,
// with what it would be as the records of the file.
type triedArray struct {
	form.Reading
	key   string // of the member that it is; "": of none
	outer int    // the place of the array around it among those that were tried, -1: none
	depth int    // brackets that are open in it
}

// bestArray returns the array with most puzzles among those that the text begins
// with, or has a little deeper; or the object whose members are the puzzles. Where
// others have puzzles, too, they would be lost.
func bestArray(s *form.Sample) form.Reading {
	tried := arrays(s)
	best := -1
	for i := range tried {
		if best < 0 || tried[i].Beats(&tried[best].Reading) {
			best = i
		}
	}
	switch {
	case best < 0:
		return form.Reading{}
	case s.Puzzle == "" && hasOthers(tried, best):
		several := &form.SeveralError{Arrays: true, Deep: form.IsLines(s.Text)}
		all := form.Reading{Err: several}
		for i := range tried {
			all.Puzzles += tried[i].Puzzles
			several.Deep = several.Deep || tried[i].Puzzles > 0 && tried[i].depth != 2
		}
		return all
	}
	if l, ok := tried[best].Layout.(*layout); ok {
		l.alone = s.Puzzle == ""
		l.noteApart(tried, tried[best].key)
	}
	return tried[best].Reading
}

// noteApart notes an array of solutions beside that of the records, under a key.
func (l *layout) noteApart(tried []triedArray, key string) {
	for i := range tried {
		if a := &tried[i]; a.Puzzles > 0 && isApart(a.key, key) {
			l.info.Notes = append(l.info.Notes, strconv.Quote(a.key)+" stands apart from them and is not read")
			return
		}
	}
}

// arrays tries the arrays that the text begins with.
func arrays(s *form.Sample) (tried []triedArray) {
	var around []int // the places among tried of the brackets that are open
	outer := -1
	for at := 0; at < len(s.Text) && len(tried) < maxArrays; at++ {
		switch b := s.Text[at]; b {
		case '"':
			scan := jsonScanner{s.Text, at}
			scan.str()
			at = max(at, scan.at-1)
		case '{', '[':
			around = append(around, outer)
			if len(around) > maxArrayDepth || b == '{' && !isMap(s.Text[at:]) {
				break
			}
			c := findTable(s, arrayLayout(s.Text[:at+1], len(around)), nil)
			tried = append(tried, triedArray{c, keyBefore(s.Text[:at]), outer, len(around)})
			outer = len(tried) - 1
		case '}', ']':
			if n := len(around); n > 0 {
				outer, around = around[n-1], around[:n-1]
			}
		}
	}
	return tried
}

// hasOthers reports whether some array holds puzzles besides the best one.
func hasOthers(tried []triedArray, best int) bool {
	for i := range tried {
		if tried[i].besides(tried, best) {
			return true
		}
	}
	return false
}

// besides reports whether the array holds puzzles that are not in the best one and
// would be missed.
func (a *triedArray) besides(tried []triedArray, best int) bool {
	b := &tried[best]
	if a == b || a.Puzzles == 0 || !isMissed(a.key, b.key) {
		return false
	}
	for _, in := range []*triedArray{a, b} {
		for at := in.outer; at >= 0; at = tried[at].outer {
			if &tried[at] == a || &tried[at] == b {
				return false
			}
		}
	}
	return true
}

// isMissed reports whether the puzzles under one key are more than what those that are
// read, under another, are in another form. Names tell: of two arrays with puzzles one
// is the puzzles if only its name says so, and solutions are none.
func isMissed(key, read string) bool {
	k, r := table.Words(key), table.Words(read)
	return table.SolutionRank(k) == table.Unranked && (table.PuzzleRank(r) == table.Unranked || table.PuzzleRank(k) < table.Unranked)
}

// isApart reports whether by their names one array has solutions of the puzzles in
// another.
func isApart(key, read string) bool {
	return table.SolutionRank(table.Words(key)) < table.Unranked && table.SolutionRank(table.Words(read)) == table.Unranked
}

// keyBefore returns the key that a text ends with, or the variable that is assigned
// to there; "" if there is none.
func keyBefore(text []byte) string {
	text = bytes.TrimRight(text, " \t\r\n")
	if n := len(text); n == 0 || text[n-1] != ':' && text[n-1] != '=' {
		return ""
	}
	text = bytes.TrimRight(text, " \t\r\n:=\"'")
	last := bytes.LastIndexFunc(text, func(r rune) bool { return r != '_' && !syntax.IsLetter(byte(r)) && !syntax.IsDigit(byte(r)) })
	return string(text[last+1:])
}
