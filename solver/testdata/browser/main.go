//go:build js

// Command browser gives a page a function: solve(puzzle) returns its solution,
// or "" if the puzzle does not have exactly one.
package main

import (
	"syscall/js"
	"unicode"

	"github.com/sudokubatch/sudokubatch/solver"
)

func main() {
	s, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		panic(err)
	}
	js.Global().Set("solve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 0 {
			return ""
		}
		cells := parse(args[0].String())
		if len(cells) != 81 || !s.Solve(cells).Unique() {
			return ""
		}
		for i := range cells {
			cells[i] += '0'
		}
		return string(cells)
	}))
	select {} // the page calls
}

// parse takes white space out of a puzzle, which people paste in lines, and any
// other character that is not a digit for a blank. It refuses nothing: a panic
// would end the program, and with it every later call of the page.
func parse(puzzle string) (cells []uint8) {
	for _, char := range puzzle {
		switch {
		case char >= '1' && char <= '9':
			cells = append(cells, uint8(char-'0'))
		case !unicode.IsSpace(char):
			cells = append(cells, 0)
		}
	}
	return cells
}
