package formats

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// A titleKind is what a title says of the grids below it.
type titleKind uint8

const (
	puzzleTitle   titleKind = iota // nothing
	stateTitle                     // that they are what a player made of a puzzle
	solutionTitle                  // that they are solutions
)

// titleKind tells what a title says. What begins with "solution", and "answer" without
// more words, say it in any file: "--- Solution 3 ---", "Answer 3:".
func (s *gridStyle) titleKind(line []byte) titleKind {
	const solution = "solution"
	word, rest := firstWord(line[:min(len(line), gridMaxLine)])
	is := func(name string) bool { return bytes.EqualFold(word, []byte(name)) }
	alone := func() bool { return !bytes.ContainsFunc(rest, unicode.IsLetter) }
	switch {
	case is("state") && alone():
		return stateTitle
	case bytes.EqualFold(word[:min(len(word), len(solution))], []byte(solution)),
		(is("answer") || is("answers")) && alone(),
		s.answered && namesSolution(line):
		return solutionTitle
	}
	return puzzleTitle
}

// firstWord returns the letters that a title begins with behind its marks, and what
// follows them. There are none where it begins with a number.
func firstWord(title []byte) (word, rest []byte) {
	from := 0
	for from < len(title) && !isLetter(title[from]) && !isDigit(title[from]) {
		from++
	}
	to := from
	for to < len(title) && isLetter(title[to]) {
		to++
	}
	return title[from:to], title[to:]
}

// namesSolution reports whether a word of a title is one for solutions.
func namesSolution(line []byte) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	for word := range bytes.FieldsFuncSeq(line[:min(len(line), gridMaxLine)], notLetter) {
		if slices.ContainsFunc(solutionWords, func(name string) bool { return strings.EqualFold(name, string(word)) }) {
			return true
		}
	}
	return false
}

// hasAnswers reports whether the first grid below each title with a word for solutions
// is complete, and there are others that are not. Such words say little by themselves:
// "Final 3", "Solved: no".
func (s *gridStyle) hasAnswers(sample *sample) bool {
	walk := gridWalk{style: s}
	puzzles, answers := 0, 0
	titled, full := false, false // by the last title, and the open grid
	for _, line := range sample.lines() {
		walk.next(line)
		switch walk.kind {
		case titleLine:
			titled = namesSolution(line) && s.titleKind(line) == puzzleTitle
			continue
		case rowLine, badRowLine:
			full = (full || walk.rows == 1) && walk.row.digits == s.order
		}
		switch {
		case walk.rows < s.order:
		case titled && !full:
			return false
		case titled:
			answers++
			titled = false
		case !full:
			puzzles++
		}
	}
	return answers > 0 && puzzles > 0
}
