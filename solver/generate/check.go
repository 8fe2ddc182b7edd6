package generate

// This file refuses options that no puzzle can meet.

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Check returns an error if no puzzle can meet the options.
func (o Options) Check() error {
	shape, err := geometry.Resolve(o.Order, o.Box)
	if err != nil {
		return err
	}
	if err = o.checkClues(shape); len(o.Patterns) > 0 {
		err = o.checkPatterns(shape)
	}
	switch {
	case err != nil:
	case o.Easy && o.MaxGuesses > 0:
		return fmt.Errorf("puzzles that need no guess are asked for, and such as take up to %d", o.MaxGuesses)
	case o.MaxTries < 0:
		return fmt.Errorf("number of tries %d is negative", o.MaxTries)
	case o.MinGuesses > o.MaxGuesses && (o.MaxGuesses > 0 || o.Easy):
		return fmt.Errorf("no puzzle takes at least %d and at most %d guesses", o.MinGuesses, o.MaxGuesses)
	}
	return err
}

// checkClues returns an error if no puzzle has the number of clues and the symmetry.
func (o Options) checkClues(shape geometry.Box) error {
	least, most := numbersByOrder.of(o.Order).least, shape.Cells()
	switch {
	case o.Clues == 0 && o.Order > 16:
		return fmt.Errorf("minimal puzzles of order %d take too long: choose a number of clues, for example 320", o.Order)
	case o.Clues != 0 && (o.Clues < least || o.Clues > most):
		return fmt.Errorf("no puzzle of order %d has %d clues and one solution: choose %d to %d", o.Order, o.Clues, least, most)
	case o.MaxClues != 0 && (o.MaxClues < o.Clues || o.Clues == 0 || o.MaxClues > most):
		return fmt.Errorf("a puzzle of order %d cannot have %d to %d clues: choose %d to %d", o.Order, o.Clues, o.MaxClues, least, most)
	case int(o.Symmetry) >= len(symmetries):
		return fmt.Errorf("there is no symmetry %v", o.Symmetry)
	case o.Clues != 0 && len(o.ClueCounts()) == 0:
		return fmt.Errorf("no pattern with the symmetry %v has %s clues: choose another number", o.Symmetry, o.clueRange())
	}
	return nil
}

// clueRange says which numbers of clues are asked for: "24" or "24 to 30".
func (o Options) clueRange() string {
	n := strconv.Itoa(o.Clues)
	if o.MaxClues > o.Clues {
		n += " to " + strconv.Itoa(o.MaxClues)
	}
	return n
}

// checkPatterns returns an error if a pattern has no puzzle with one solution.
func (o Options) checkPatterns(shape geometry.Box) error {
	if o.Clues != 0 || o.Symmetry != NoSymmetry {
		return errors.New("a pattern says where the clues are: ask for no number of clues and no symmetry")
	}
	for i, pattern := range o.Patterns {
		if err := checkPattern(shape, pattern); err != nil {
			return fmt.Errorf("pattern %d: %w", i+1, err)
		}
	}
	return nil
}

func checkPattern(shape geometry.Box, pattern []bool) error {
	n, clues := shape.Side(), 0
	rows, columns := make([]int, n), make([]int, n) // their clues
	for cell, clue := range pattern {
		if clue && len(pattern) == shape.Cells() {
			rows[cell/n]++
			columns[cell%n]++
			clues++
		}
	}
	if least := numbersByOrder.of(n).least; clues < least {
		return fmt.Errorf("no puzzle of order %d has %d clues and one solution: draw %d or more in %d cells", n, clues, least, shape.Cells())
	}
	for second := range n {
		for first := range second {
			switch {
			case first/shape.Rows == second/shape.Rows && rows[first]+rows[second] == 0:
				return fmt.Errorf("rows %d and %d have no clue: they can trade places in each solution", first+1, second+1)
			case first/shape.Columns == second/shape.Columns && columns[first]+columns[second] == 0:
				return fmt.Errorf("columns %d and %d have no clue: they can trade places in each solution", first+1, second+1)
			}
		}
	}
	return nil
}
