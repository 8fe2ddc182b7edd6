package book

// This file writes a drawing for each puzzle.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// errManyDrawings reports more puzzles than one drawing holds.
var errManyDrawings = errors.New("an SVG file holds one puzzle: to write a file for each, name a folder, such as -o drawings/")

// WriteSVG writes the one puzzle of a table as a drawing.
func (b *Book) WriteSVG(out io.Writer, table *bulk.Table) error {
	var drawn []byte
	malformed, err := eachPuzzle(table, func(n int, row *bulk.TableRow) error {
		if n > 1 {
			return errManyDrawings
		}
		drawn = b.draw(drawn, table, row.Puzzle, nil)
		return nil
	})
	if err != nil {
		return err
	}
	sayLess(malformed, "row", noPuzzle)
	_, err = out.Write(drawn)
	return err
}

// draw appends a drawing as a file.
func (b *Book) draw(dst []byte, table *bulk.Table, puzzle, solved []uint8) []byte {
	of := table.Form.Sized(geometry.OfCells(len(puzzle)).Side())
	return append(b.newGrid(of).Append(dst, puzzle, solved, b.Candidates && solved == nil), '\n')
}

// CheckFolder returns an error if drawings cannot be put into a folder.
func CheckFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err == nil && len(entries) > 0:
		return fmt.Errorf("creating %s: it is not empty: name a new folder", dir)
	}
	return err
}

// WriteFolder writes a drawing for each puzzle of a table, and one for its solution, into a new folder. The
// folder appears when it is complete.
func (b *Book) WriteFolder(ctx context.Context, dir string, table *bulk.Table) error {
	dir = filepath.Clean(dir)
	temp, remove, err := owned.Folder(filepath.Dir(dir), ".sudokubatch-")
	if err != nil {
		return err
	}
	defer remove()
	made := filepath.Join(temp, "drawings")
	if err := os.Mkdir(made, 0o777); err != nil {
		return err
	}
	solve := perSize(table, b.newSolver)
	var text []byte
	write := func(n int, suffix string, puzzle, solved []uint8) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		text = b.draw(text[:0], table, puzzle, solved)
		return os.WriteFile(filepath.Join(made, fmt.Sprintf("%06d%s.svg", n, suffix)), text, 0o666)
	}
	unsolved := 0
	malformed, err := eachPuzzle(table, func(n int, row *bulk.TableRow) error {
		err := write(n, "", row.Puzzle, nil)
		if err != nil {
			return err
		}
		solved, why := solve(row.Puzzle)(row.Puzzle)
		if why != "" {
			unsolved++
		}
		if why != "" || b.Solutions == None {
			return nil
		}
		return write(n, "-solution", row.Puzzle, solved)
	})
	if err != nil {
		return err
	}
	sayLess(malformed, "row", noPuzzle)
	sayLess(unsolved, "puzzle", "unique solution: the folder has no drawings of their solutions")
	_ = os.Remove(dir) // which is empty, if it is there
	return os.Rename(made, dir)
}
