package bulk

// This file writes puzzles that are given as candidates.

import (
	"errors"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/candidates"
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// ErrCandidates reports puzzles that are given as candidates, where only clues are taken.
var ErrCandidates = errors.New("puzzles are given as candidates, but must be clues here")

// AppendCandidates appends a puzzle that is given as candidates as one record of the form f, whose
// kind must hold candidates.
func (f Form) AppendCandidates(dst []byte, candidates []uint32) []byte {
	return f.form().Spec().Masks(dst, candidates)
}

// AppendCandidatesValue appends 729 characters: nine for each cell, the digit d or a dot in place d.
func AppendCandidatesValue(dst []byte, masks []uint32) []byte {
	return cells.AppendCandidates(dst, masks)
}

// MeansClues reports whether a puzzle that is given as candidates has the same solutions as the
// puzzle whose clues are its cells with one candidate.
func MeansClues(masks []uint32) bool { return candidates.MeansClues(masks) }

// ParseCandidates reads the one puzzle of a text in the form Candidates, and returns its masks. Spaces
// and line ends between its 729 characters do not count.
func ParseCandidates(text string) ([]uint32, error) {
	joined := strings.Join(strings.Fields(text), "")
	if strings.ContainsAny(joined, ".0") && strings.Trim(joined, ".0123456789") == "" {
		text = joined
	}
	f := Form{Kind: Candidates, Order: 9}
	var r model.Records
	f.Decode(&r, []byte(text))
	switch {
	case r.N == 0:
		return nil, errors.New("no candidates of 81 cells: want 729 characters, nine for each cell, or a drawn grid")
	case len(r.Faults) > 0:
		return nil, &r.Faults[0]
	case r.N > 1:
		return nil, errors.New("more than one puzzle")
	}
	return r.Candidates, nil
}
