package npy

// This file chooses the members of an .npz file, and the files of a dataset, that hold puzzles.

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// ChooseArrays is described in package bulk.
func ChooseArrays(names []string) [][]string {
	names = withoutOthers(names, nil)
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

// The endings of the names of arrays in a dataset for HRM and TRM. The name of the set comes before them.
const (
	inputsEnding = "__inputs.npy"
	labelsEnding = "__labels.npy"
)

// DatasetLabels is described in package bulk.
func DatasetLabels(inputs string) string {
	if set, ok := strings.CutSuffix(inputs, inputsEnding); ok {
		return set + labelsEnding
	}
	return ""
}

// DatasetInputs is described in package bulk.
func DatasetInputs(names []string) []string {
	return withoutOthers(names, []string{labelsEnding, "__puzzle_identifiers.npy", "__puzzle_indices.npy", "__group_indices.npy"})
}

// withoutOthers returns names without the files that belong to arrays of inputs in a dataset: arrays with these
// endings, dataset.json, and identifiers.json in the folder above.
func withoutOthers(names, endings []string) []string {
	clean := func(elements ...string) string { return filepath.ToSlash(filepath.Join(elements...)) }
	others := map[string]bool{}
	for _, name := range names {
		set, ok := strings.CutSuffix(clean(name), inputsEnding)
		if !ok {
			continue
		}
		for _, ending := range endings {
			others[set+ending] = true
		}
		folder := path.Dir(set)
		others[clean(folder, "dataset.json")], others[clean(folder, "..", "identifiers.json")] = true, true
	}
	if len(others) == 0 {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return others[clean(name)] })
}

// setOf returns the common key of arrays about the same puzzles: their folder, and the
// words of their names that do not say what they hold.
func setOf(member string) string {
	name, _ := arrayName(member)
	set := slices.DeleteFunc(table.Words(name), func(word string) bool {
		return slices.Contains(table.PuzzleWords, word) || slices.Contains(table.SolutionWords, word) || slices.Contains(table.OtherNames, word)
	})
	return strings.Join(append(set, path.Dir(member)), " ")
}

// choosePuzzles returns the members that hold puzzles, and whether all members are arrays.
func choosePuzzles(names []string) (puzzles []string, arrays bool) {
	best := table.Unranked
	for _, name := range names {
		array, ok := arrayName(name)
		if !ok {
			return chooseFiles(names), false
		}
		words := table.Words(array)
		if table.SolutionRank(words) < table.Unranked || table.RankOf(words, table.OtherNames) < table.Unranked {
			continue
		}
		rank := table.PuzzleRank(words)
		if rank < best {
			best, puzzles = rank, nil
		}
		if rank == best {
			puzzles = append(puzzles, name)
		}
	}
	if best < table.Unranked || len(puzzles) == 1 {
		return puzzles, true
	}
	for _, name := range names {
		if array, _ := arrayName(name); len(names) == 1 || array == "arr_0" {
			return []string{name}, true
		}
	}
	return nil, true
}

// arrayName returns the name of an array, and whether the member is one.
func arrayName(member string) (name string, ok bool) {
	return strings.CutSuffix(path.Base(member), ".npy")
}

// The names, and the endings of names, of files in a zip that hold no puzzles.
var (
	aboutNames    = []string{"readme", "read_me", "license", "licence", "copying", "changelog", "changes", "notice", "authors", "citation", "metadata"}
	aboutSuffixes = []string{".md", ".rst", ".html", ".htm", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".py", ".ipynb", ".sha256", ".md5"}
)

// chooseFiles returns the members of a zip except those that describe the others. If none
// would be left, it returns all.
func chooseFiles(names []string) []string {
	data := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		name = strings.ToLower(path.Base(name))
		base, _, _ := strings.Cut(name, ".")
		return slices.Contains(aboutNames, base) || slices.Contains(aboutSuffixes, path.Ext(name))
	})
	if len(data) == 0 {
		return names
	}
	return data
}
