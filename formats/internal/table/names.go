package table

import (
	"slices"
	"strings"
	"unicode"
)

// The words of names by which puzzles and solutions are found, the likeliest first:
// of columns, of members of objects, and of arrays.
var (
	PuzzleWords = []string{
		"puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "unsolved", "incomplete", "unfilled", "masked",
		"problem", "problems", "givens", "given", "start", "starting", "initial", "original", "input", "inputs", "task", "challenge",
		"mission", "prompt", "clues", "clue", "features", "sudoku", "sudokus", "grid", "grids", "board", "boards", "cells", "x",
	}
	SolutionWords = []string{
		"solution", "solutions", "answer", "answers", "solved", "output", "outputs", "target", "targets", "label", "labels",
		"result", "results", "complete", "completed", "completion", "final", "end", "goal", "full", "filled", "unmasked",
		"response", "responses", "truth", "sol", "y",
	}
)

// Unranked is the rank of what is in no list.
const Unranked = 1 << 10

// Words returns the words of a name, in lower case: "Sudoku Puzzle", "sudoku_puzzle"
// and "sudokuPuzzle" have the same.
func Words(name string) []string {
	var split strings.Builder
	var before rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			split.WriteByte(' ')
		}
		split.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.FieldsFunc(split.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

// RankOf returns the place in a list of the likeliest of words.
func RankOf(words, list []string) int {
	best := Unranked
	for _, word := range words {
		if i := slices.Index(list, word); i >= 0 {
			best = min(best, i)
		}
	}
	return best
}

// PuzzleRank returns how likely words are those of puzzles, 0 the likeliest. A word
// for solutions says that they are of these: "puzzle_solution".
func PuzzleRank(words []string) int {
	if SolutionRank(words) < Unranked {
		return Unranked
	}
	return RankOf(words, PuzzleWords)
}

// SolutionRank returns how likely words are those of solutions.
func SolutionRank(words []string) int { return RankOf(words, SolutionWords) }

// IsUsual reports whether a name is one of puzzles or of solutions, and short
// enough to be a name rather than a sentence.
func IsUsual(name string) bool {
	w := Words(name)
	return len(strings.TrimSpace(name)) > 1 && len(w) <= 3 && (PuzzleRank(w) < Unranked || SolutionRank(w) < Unranked)
}

// OtherNames are those of arrays that hold something about puzzles.
var OtherNames = []string{
	"id", "ids", "identifier", "identifiers", "index", "indices", "idx", "group", "length", "lengths", "count", "counts",
	"mask", "masks", "difficulty", "rating", "ratings", "level", "levels", "name", "names", "meta", "metadata", "unnamed",
}
