package form

import (
	"strconv"
)

// Wanted reports whether more is asked for than the puzzles, or said of them.
func (h *Hints) Wanted() bool { return h.Rows || h.Puzzle != "" || h.Solution != "" || h.Digits != "" }

// Hints are what a user says of a file beside its kind. The zero value says
// nothing.
type Hints struct {
	// Puzzle and Solution are columns: the name of one, or its number from 1.
	Puzzle, Solution string
	// Loose says that a file need not have these columns: if it does not, they are found
	// as ever.
	Loose bool
	// Digits is one of [Digits].
	Digits string
	// Rows asks for all that records hold beside the puzzle, also of list forms.
	Rows bool
	// More asks for that of a list only if something is behind its first puzzle, so that
	// one line of others is enough to know the form.
	More bool
	// Typed says that the text is that of a Parquet file.
	Typed bool
}

// Beside are the hints for another corpus whose puzzles are looked at: the column counts
// where that has one of the name.
func (h Hints) Beside() Hints {
	if _, err := strconv.Atoi(h.Puzzle); err == nil {
		h.Puzzle = ""
	}
	return Hints{Puzzle: h.Puzzle, Digits: h.Digits, Loose: true}
}
