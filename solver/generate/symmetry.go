package generate

import (
	"fmt"
	"slices"
	"strings"
)

// This file has the symmetries of patterns of clues.

// A Symmetry names the moves of the board that leave the pattern of a puzzle's clues as it is. The
// zero Symmetry asks for none.
type Symmetry uint8

// The symmetries.
const (
	NoSymmetry Symmetry = iota // any pattern
	Rotational                 // half a turn
	Quarter                    // a quarter of a turn
	Mirror                     // left and right trade places
	Mirrors                    // left and right trade places, and so do top and bottom
	Diagonal                   // rows and columns trade places
	Diagonals                  // reflections in both diagonals
	Full                       // all turns and reflections
)

// symmetries lists names and moves. A move maps a row and a column, of n, to others.
var symmetries = [...]struct {
	name  string
	moves []func(row, column, n int) (int, int)
}{
	NoSymmetry: {name: "none"},
	Rotational: {"rotational", []func(row, column, n int) (int, int){halfTurn}},
	Quarter:    {"quarter", []func(row, column, n int) (int, int){quarterTurn}},
	Mirror:     {"mirror", []func(row, column, n int) (int, int){leftRight}},
	Mirrors:    {"mirrors", []func(row, column, n int) (int, int){leftRight, halfTurn}},
	Diagonal:   {"diagonal", []func(row, column, n int) (int, int){transpose}},
	Diagonals:  {"diagonals", []func(row, column, n int) (int, int){transpose, halfTurn}},
	Full:       {"full", []func(row, column, n int) (int, int){quarterTurn, leftRight}},
}

func halfTurn(row, column, n int) (int, int)    { return n - 1 - row, n - 1 - column }
func quarterTurn(row, column, n int) (int, int) { return column, n - 1 - row }
func leftRight(row, column, n int) (int, int)   { return row, n - 1 - column }
func transpose(row, column, _ int) (int, int)   { return column, row }

// Symmetries returns the names of all symmetries, as ParseSymmetry takes them.
func Symmetries() []string {
	var names []string
	for _, s := range symmetries[1:] {
		names = append(names, s.name)
	}
	return names
}

// ParseSymmetry returns the symmetry with a name. The error lists all names.
func ParseSymmetry(name string) (Symmetry, error) {
	if i := slices.Index(Symmetries(), name); i >= 0 {
		return Symmetry(i + 1), nil
	}
	return NoSymmetry, fmt.Errorf("unknown symmetry %q (known: %s)", name, strings.Join(Symmetries(), ", "))
}

// String returns the name of a symmetry.
func (s Symmetry) String() string {
	if int(s) < len(symmetries) {
		return symmetries[s].name
	}
	return fmt.Sprintf("Symmetry(%d)", s)
}

// orbits returns the sets of cells that are clues together, in the order of their first cells. A
// symmetry joins the cells that its moves lead to.
func (b *board) orbits(s Symmetry) [][]uint16 {
	var all [][]uint16
	seen := make([]bool, b.size())
	for first := range seen {
		if seen[first] {
			continue
		}
		seen[first] = true
		orbit := []uint16{uint16(first)}
		for i := 0; i < len(orbit); i++ {
			row, column := int(orbit[i])/b.order, int(orbit[i])%b.order
			for _, move := range symmetries[s].moves {
				to, at := move(row, column, b.order)
				if cell := to*b.order + at; !seen[cell] {
					seen[cell] = true
					orbit = append(orbit, uint16(cell))
				}
			}
		}
		all = append(all, orbit)
	}
	return all
}

// reachable returns which numbers of clues some of the orbits add up to.
func reachable(orbits [][]uint16, size int) []bool {
	sums := make([]bool, size+1)
	sums[0] = true
	for _, orbit := range orbits {
		for n := size; n >= len(orbit); n-- {
			sums[n] = sums[n] || sums[n-len(orbit)]
		}
	}
	return sums
}
