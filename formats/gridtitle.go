package formats

import (
	"bytes"
	"unicode"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A titleKind is what a title says of the grids below it.
type titleKind uint8

const (
	puzzleTitle   titleKind = iota // nothing
	stateTitle                     // that they are what a player made of a puzzle
	solutionTitle                  // that they are solutions
)

// titleOf tells what a title says. What begins with "solution", and "answer" without
// more words, say it in any file: "--- Solution 3 ---", "Answer 3:".
func titleOf(line []byte) titleKind {
	const solution = "solution"
	word, rest := firstWord(line[:min(len(line), gridMaxLine)])
	is := func(name string) bool { return bytes.EqualFold(word, []byte(name)) }
	alone := func() bool { return !bytes.ContainsFunc(rest, unicode.IsLetter) }
	switch {
	case is("state") && alone():
		return stateTitle
	case bytes.EqualFold(word[:min(len(word), len(solution))], []byte(solution)),
		(is("answer") || is("answers")) && alone():
		return solutionTitle
	}
	return puzzleTitle
}

// firstWord returns the letters that a title begins with behind its marks, and what
// follows them. There are none where it begins with a number.
func firstWord(title []byte) (word, rest []byte) {
	from := 0
	for from < len(title) && !syntax.IsLetter(title[from]) && !syntax.IsDigit(title[from]) {
		from++
	}
	to := from
	for to < len(title) && syntax.IsLetter(title[to]) {
		to++
	}
	return title[from:to], title[to:]
}
