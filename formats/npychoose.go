package formats

import (
	"slices"
	"strings"
)

// otherNames are those of arrays that hold something about puzzles.
var otherNames = []string{
	"id", "ids", "identifier", "identifiers", "index", "indices", "idx", "group", "length", "lengths", "count", "counts",
	"mask", "masks", "difficulty", "rating", "ratings", "level", "levels", "name", "names", "meta", "metadata",
}

// ChooseArrays returns those members of an .npz file, a zip of .npy files, that
// hold puzzles, in the order of names. It is told by words of their names, such as
// "train_puzzles.npy" has two: the likeliest word there is for puzzles decides, so
// that both of "x_train" and "x_test" are chosen. Names that speak of solutions, or
// of what else puzzles have, are left out; if no other says that it is of puzzles,
// but only one is left, or there is only one at all, it is chosen. Of arrays that
// numpy numbered itself it is the first, "arr_0". Where nothing tells, no name is
// returned.
//
// If a name does not end in ".npy", all are returned: it is a plain zip.
func ChooseArrays(names []string) []string {
	var left []string
	best := len(puzzleNames)
	for _, name := range names {
		words, ok := arrayWords(name)
		switch {
		case !ok:
			return names
		case slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains(solutionNames, w) || slices.Contains(otherNames, w)
		}):
			continue
		}
		rank := puzzleRank(words)
		if rank < best {
			best, left = rank, nil
		}
		if rank == best {
			left = append(left, name)
		}
	}
	if best < len(puzzleNames) || len(left) == 1 {
		return left
	}
	for _, name := range names {
		if words, _ := arrayWords(name); len(names) == 1 || slices.Equal(words, []string{"arr", "0"}) {
			return []string{name}
		}
	}
	return nil
}

// arrayWords returns the words of an array's name, in lower case, and whether it
// is one.
func arrayWords(name string) (words []string, ok bool) {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	name, ok = strings.CutSuffix(name, ".npy")
	words = strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_-. ", r) })
	if joined := strings.Join(words, "_"); slices.Contains(puzzleNames, joined) || slices.Contains(solutionNames, joined) {
		words = []string{joined} // "starting_cells"
	}
	return words, ok
}

// puzzleRank returns how likely words are those of puzzles, 0 the likeliest.
func puzzleRank(words []string) int {
	best := len(puzzleNames)
	for _, word := range words {
		if i := slices.Index(puzzleNames, word); i >= 0 {
			best = min(best, i)
		}
	}
	return best
}
