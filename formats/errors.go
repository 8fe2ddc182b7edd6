package formats

import (
	"errors"
)

// What is read as a file of a kind that the user says, and begins as none does.
var (
	ErrNotNpy     = errors.New("not an array of numpy's: a .npy file begins with \\x93NUMPY")
	ErrNotParquet = errors.New("not a Parquet file, which begins with PAR1")
)

// errInverse is why a file is not read whose puzzles stand where they cannot be.
var errInverse = errors.New("what can be read are solutions of puzzles that are beside them: write these alone, one a line")

// errMasks is why a file is not read whose grids say which cells of another are given.
var errMasks = errors.New("grids of ones and blanks say which cells of others are given: write the puzzles, in which the others are blank")

// errBinary is returned by [Detect] for a file of nothing but comments, one of which
// holds what is in no text.
var errBinary = errors.New("binary data, not text: what begins like a comment holds control characters")

// ErrHashed is returned by [Detect] for a file of nothing but comments, one of which
// has a puzzle in it.
var ErrHashed = errors.New("there are puzzles, but only in comments, which begin with #: take that away, as with sed 's/^#//' FILE, or tr '#' . where # stands for a blank cell")
