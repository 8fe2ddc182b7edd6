package search

import "github.com/sudokubatch/sudokubatch/solver/geometry"

// Programs for browsers are without engine words.

type wordState struct{}

func newWords(shape geometry.Box) *masks { return newMasks(shape) }
