package bulk

// This file writes puzzles that are given as candidates.

import (
	"errors"
	"fmt"
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

// AppendCandidatesValue appends nine characters for each cell: the digit d or a dot in place d.
func AppendCandidatesValue(dst []byte, masks []uint32) []byte {
	return cells.AppendCandidates(dst, masks)
}

// MeansClues reports whether a puzzle that is given as candidates has the same solutions as the
// puzzle whose clues are its cells with one candidate.
func MeansClues(masks []uint32) bool { return candidates.MeansClues(masks) }

// ParseCandidates reads the one puzzle of a text in the form Candidates, and returns its masks. Its side
// is 9 or less. Spaces and line ends between its characters, 729 in 9×9, do not count.
func ParseCandidates(text string, side int) ([]uint32, error) {
	joined := strings.Join(strings.Fields(text), "")
	if strings.ContainsAny(joined, ".0") && strings.Trim(joined, ".0123456789") == "" {
		text = joined
	}
	f := Form{Kind: Candidates, Order: side}
	var r model.Records
	f.Decode(&r, []byte(text))
	switch {
	case r.N == 0:
		return nil, fmt.Errorf("no candidates of %d cells: want %d characters, %d for each cell, or a drawn grid", side*side, side*side*side, side)
	case len(r.Faults) > 0:
		return nil, &r.Faults[0]
	case r.N > 1:
		return nil, errors.New("more than one puzzle")
	}
	return r.Candidates, nil
}
