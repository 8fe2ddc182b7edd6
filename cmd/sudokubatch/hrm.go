package main

// This file writes the folders of datasets for HRM and TRM, see augment.Dataset.

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/augment"
)

// inputsName is the name of the array of puzzles in a dataset.
const inputsName = "all__inputs.npy"

// datasetFiles returns the files of a dataset after the array of puzzles.
func datasetFiles(folder string) (files []run.Output) {
	for _, name := range []string{"labels", "puzzle_identifiers", "puzzle_indices", "group_indices"} {
		files = append(files, run.Output{Name: outfile.Join(folder, "all__"+name+".npy"), What: "an array"})
	}
	return append(files, run.Output{Name: outfile.Join(folder, "dataset.json"), What: "the sizes"})
}

// finishDataset writes the small files of a dataset, which datasetFiles returned.
func finishDataset(d *augment.Dataset, perGroup int64, files []*corpus.Writer) error {
	return d.Finish(perGroup, augment.DatasetFiles{Identifiers: files[1], Puzzles: files[2], Groups: files[3], Metadata: files[4]})
}

// identifiersIn returns the output identifiers.json in a folder, which all datasets in its folders share. It
// returns no output if the file exists with the right content. flag names the folder in messages.
func identifiersIn(folder, flag string, force bool) (run.Output, error) {
	name := outfile.Join(folder, "identifiers.json")
	switch old, err := outfile.ReadSmall(name, 1<<20); {
	case errors.Is(err, fs.ErrNotExist):
		// Two runs, for train and test, may both write it; either may be first.
		return run.Output{Name: name, What: "the identifiers", Replace: true}, nil
	case err != nil && !errors.Is(err, outfile.ErrLarge):
		return run.Output{}, err
	case string(old) == augment.DatasetIdentifiers:
		return run.Output{}, nil
	case !force:
		return run.Output{}, fmt.Errorf("%s: %s belongs to another dataset: choose another folder, or overwrite the file with --force", flag, name)
	}
	return run.Output{Name: name, What: "the identifiers"}, nil
}

// writeIdentifiers writes identifiers.json, if it is an output.
func writeIdentifiers(to *corpus.Writer) error {
	if to == nil {
		return nil
	}
	_, err := io.WriteString(to, augment.DatasetIdentifiers)
	return err
}

// A partTarget is the form of the parts of a split: a form to write, "npz" or "hrm". The last two are made of rows of
// the kind Parquet.
type partTarget struct {
	run.Target
	name string // as the user gave it
}

// UnmarshalText sets the flag; kong calls it.
func (t *partTarget) UnmarshalText(text []byte) error {
	if t.name = string(text); t.name == "npz" || t.name == "hrm" {
		t.Kind = bulk.Parquet
		return nil
	}
	return t.Target.UnmarshalText(text)
}

// otherColumns returns the names of the columns of a form without the puzzle and the solution, or their numbers.
func otherColumns(f bulk.Form) (names []string) {
	if f.Layout == nil {
		return nil
	}
	puzzle, puzzleEnd := f.PuzzleColumns()
	solution, solutionEnd := f.SolutionColumns()
	for i, column := range f.Layout.Columns {
		if (i < puzzle || i >= puzzleEnd) && (i < solution || i >= solutionEnd) {
			names = append(names, cmp.Or(column.Name, strconv.Itoa(i+1)))
		}
	}
	return names
}

// createDataset opens the files of a part that is a dataset, and returns the first. It makes the folder.
func (c *splitCmd) createDataset(r *run.Run, part string, o pipeline.Opened) (*corpus.Writer, error) {
	if !o.To.HasSolutions() {
		return nil, fmt.Errorf("%s: no solutions, which a dataset for HRM needs: add them with sudokubatch solve", o.Name)
	}
	r.SayLost(o.Name, "a dataset for HRM holds puzzles and solutions only", otherColumns(o.From))
	folder := outfile.Join(c.Output, part)
	remove, err := outfile.MakeFolder(folder)
	c.made = append(c.made, remove)
	if err != nil {
		return nil, err
	}
	var files []*corpus.Writer
	for _, m := range datasetFiles(folder) {
		w, err := r.Create(m, bulk.Form{})
		if err != nil {
			return nil, err
		}
		files = append(files, w)
	}
	write := func(out io.Writer, _ []string, arrays []io.Reader, zeroed int64) error {
		if zeroed > 0 {
			return fmt.Errorf("%d puzzles without a solution: add it with sudokubatch clean --fix solution", zeroed)
		}
		d := augment.Dataset{Inputs: out, Labels: files[0], Order: o.To.Order}
		if err := d.Copy(arrays[0], arrays[1]); err != nil {
			return err
		}
		return finishDataset(&d, 1, files)
	}
	return r.Create(run.Output{Name: outfile.Join(folder, inputsName), What: "part " + part, Arrays: write}, o.To)
}
