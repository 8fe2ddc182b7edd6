package table

// This file ranks the names of columns.

import (
	"slices"
	"strings"
	"unicode"
)

// The words of names by which puzzles and solutions are found, the likeliest first. The
// names are names of columns, of members of objects, and of arrays.
var (
	PuzzleWords = []string{
		"puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "unsolved", "incomplete", "unfilled", "masked",
		"problem", "problems", "givens", "given", "start", "starting", "initial", "original", "input", "inputs", "task", "challenge",
		"mission", "prompt", "clues", "clue", "features", "sudoku", "sudokus", "grid", "grids", "board", "boards", "cells", "x",
	}
	SolutionWords = []string{
		"solution", "solutions", "answer", "answers", "solved", "output", "outputs", "target", "targets", "label", "labels",
		"result", "results", "complete", "completed", "completion", "final", "end", "goal", "full", "filled", "unmasked",
		"response", "responses", "truth", "sol", "y", "chosen", "preferred", "rejected",
	}
)

// Unranked is the rank of a word that is not in a list.
const Unranked = 1 << 10

// Words returns the words of a name in lower case. "Sudoku Puzzle", "sudoku_puzzle" and
// "sudokuPuzzle" have the same words.
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

// RankOf returns the lowest index in list of any of words, or Unranked.
func RankOf(words, list []string) int {
	best := Unranked
	for _, word := range words {
		if i := slices.Index(list, word); i >= 0 {
			best = min(best, i)
		}
	}
	return best
}

// PuzzleRank returns the rank of words as a name for puzzles; 0 is the likeliest. If a word
// means solutions, the name means solutions: "puzzle_solution".
func PuzzleRank(words []string) int {
	if SolutionRank(words) < Unranked {
		return Unranked
	}
	return RankOf(words, PuzzleWords)
}

// SolutionRank returns the rank of words as a name for solutions.
func SolutionRank(words []string) int { return RankOf(words, SolutionWords) }

// IsJudged reports whether a name means answers that someone preferred, or did not.
func IsJudged(name string) bool {
	return RankOf(Words(name), []string{"chosen", "preferred", "rejected"}) < Unranked
}

// IsUsual reports whether a name means puzzles or solutions, and is short enough to be a
// name rather than a sentence.
func IsUsual(name string) bool {
	w := Words(name)
	return len(strings.TrimSpace(name)) > 1 && len(w) <= 3 && (PuzzleRank(w) < Unranked || SolutionRank(w) < Unranked)
}

// OtherNames are the names of arrays with other data about puzzles.
var OtherNames = []string{
	"id", "ids", "identifier", "identifiers", "index", "indices", "idx", "group", "length", "lengths", "count", "counts",
	"mask", "masks", "difficulty", "rating", "ratings", "level", "levels", "name", "names", "meta", "metadata", "unnamed",
}
