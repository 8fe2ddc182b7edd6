package npy

import (
	"path"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// aboutNames are those of files that are about others, and aboutSuffixes those of
// files that hold no puzzles.
var (
	aboutNames    = []string{"readme", "read_me", "license", "licence", "copying", "changelog", "changes", "notice", "authors", "citation", "metadata"}
	aboutSuffixes = []string{".md", ".rst", ".html", ".htm", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".py", ".ipynb", ".sha256", ".md5"}
)

// Choose returns those members of an .npz file, a zip of .npy files, that
// hold puzzles, in the order of names, each with those that may be about its puzzles
// behind it, which [Join] joins. It is told by words of their names, such as
// "train_puzzles.npy" has two: the likeliest word there is for puzzles decides, so
// that both of "x_train" and "x_test" are chosen. Names that speak of solutions, or
// of what else puzzles have, are left out; if no other says that it is of puzzles,
// but only one is left, or there is only one at all, it is chosen. Of arrays that
// numpy numbered itself it is the first, "arr_0". Where nothing tells, no name is
// returned. About the puzzles of an array are all others if it is the only one, or else
// those of its folder whose other words are the same, as "y_train" has.
//
// If a name does not end in ".npy" it is a plain zip: all are returned but those that are
// about the others by their names, such as README.txt.
func Choose(names []string) [][]string {
	puzzles, arrays := choosePuzzles(names)
	var groups [][]string
	for _, puzzle := range puzzles {
		group := []string{puzzle}
		for _, name := range names {
			if arrays && !slices.Contains(puzzles, name) && (len(puzzles) == 1 || setOf(name) == setOf(puzzle)) {
				group = append(group, name)
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// setOf returns what arrays about the same puzzles have in common: their folder, and the
// words of their names that say nothing of what is in them.
func setOf(member string) string {
	name, _ := arrayName(member)
	set := slices.DeleteFunc(table.Words(name), func(word string) bool {
		word = strings.ToLower(word)
		return slices.Contains(table.PuzzleWords, word) || slices.Contains(table.SolutionWords, word) || slices.Contains(table.OtherNames, word)
	})
	return strings.Join(append(set, member[:strings.LastIndexByte(member, '/')+1]), " ")
}

// choosePuzzles returns the members that hold puzzles, and whether all are arrays.
func choosePuzzles(names []string) (puzzles []string, arrays bool) {
	var left []string
	best := table.Unranked
	for _, name := range names {
		array, ok := arrayName(name)
		words := table.Words(array)
		switch {
		case !ok:
			return chooseFiles(names), false
		case table.SolutionRank(words) < table.Unranked || table.RankOf(words, table.OtherNames) < table.Unranked:
			continue
		}
		rank := table.PuzzleRank(words)
		if rank < best {
			best, left = rank, nil
		}
		if rank == best {
			left = append(left, name)
		}
	}
	if best < table.Unranked || len(left) == 1 {
		return left, true
	}
	for _, name := range names {
		if array, _ := arrayName(name); len(names) == 1 || array == "arr_0" {
			return []string{name}, true
		}
	}
	return nil, true
}

// arrayName returns the name of an array, and whether it is one.
func arrayName(member string) (name string, ok bool) {
	return strings.CutSuffix(member[strings.LastIndexByte(member, '/')+1:], ".npy")
}

// chooseFiles returns the members of a plain zip but those that by their names are
// about the others.
func chooseFiles(names []string) []string {
	data := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
		base, _, _ := strings.Cut(name, ".")
		return slices.Contains(aboutNames, base) || slices.Contains(aboutSuffixes, path.Ext(name))
	})
	if len(data) == 0 {
		return names
	}
	return data
}
