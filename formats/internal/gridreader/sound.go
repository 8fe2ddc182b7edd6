package gridreader

// This file tells grids from other rows by their clues.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// looksLikeGrid reports whether the first rows are a grid, or most of one, in a style that nobody chose:
// clues are about as many and as sound as the clues of puzzles.
func (s *stack) looksLikeGrid(rows int) bool {
	grid := s.grid(rows)
	switch {
	case s.style.Notation == Symbols:
		return rows == s.size && isSymbolGrid(grid, s.size)
	case rows == s.size:
		return IsSound(grid, s.size)
	}
	clash, clues, digits := cells.Survey(grid, s.size)
	return 2*rows >= s.size+2 && s.size >= 9 && clash == 0 && clues >= s.size && digits >= 5
}

// IsSound reports whether cells look like the grid of a puzzle: it has enough clues and digits, and
// at most a tenth of the clues clash.
func IsSound(grid []uint8, size int) bool {
	clash, clues, digits := cells.Survey(grid, size)
	return clues >= leastClues(size) && digits >= min(5, size-1) && 10*clash <= clues
}

// leastClues returns the fewest clues that a stray of a size may have.
func leastClues(size int) int {
	if size == 9 {
		return cells.LeastClues
	}
	return max(2*(size-2), size*size/7)
}

// mostFrequent returns the most frequent character, and how often each occurs.
func mostFrequent(grid []uint8) (most byte, counts [256]int) {
	for _, b := range grid {
		if counts[b]++; counts[b] > counts[most] {
			most = b
		}
	}
	return most, counts
}

// blankOf returns the character that stands for blanks in a grid of symbols: a usual one, or the
// most frequent one. blank is -1 if no character does, and ok is false if several may.
func blankOf(grid []uint8, size int) (blank int, ok bool) {
	most, counts := mostFrequent(grid)
	usual := 0
	for _, b := range []byte("0.-_*?") {
		if counts[b] > 0 {
			blank = int(b)
			usual++
		}
	}
	switch {
	case usual > 1:
		return 0, false
	case counts[most] <= size:
		return -1, true
	case usual == 0:
		return int(most), true
	}
	return blank, true
}

// isSymbolGrid reports whether characters are a grid. No two of them may clash.
func isSymbolGrid(grid []uint8, size int) bool {
	blank, ok := blankOf(grid, size)
	if !ok {
		return false
	}
	var values [maxSize * maxSize]uint8
	var number [256]uint8
	symbols := uint8(0)
	for i, b := range grid {
		if int(b) == blank {
			continue
		}
		if number[b] == 0 {
			symbols++
			number[b] = symbols
		}
		values[i] = number[b]
	}
	if symbols < 5 || int(symbols) > size {
		return false
	}
	clash, clues, _ := cells.Survey(values[:len(grid)], size)
	return clash == 0 && clues >= leastClues(size)
}
