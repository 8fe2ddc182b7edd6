//go:build js

// Command browser gives a page a function: solve(puzzle) returns its solution,
// or "" where there is not exactly one.
package main

import (
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/solver"
)

func main() {
	s, err := solver.New(9, solver.Options{Limit: 2, MaxGuesses: solver.DefaultMaxGuesses})
	if err != nil {
		panic(err)
	}
	js.Global().Set("solve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		cells := make([]uint8, 81)
		for i, char := range args[0].String()[:81] {
			if char >= '1' && char <= '9' {
				cells[i] = uint8(char - '0')
			}
		}
		if !s.Solve(cells).Unique() {
			return ""
		}
		for i := range cells {
			cells[i] += '0'
		}
		return string(cells)
	}))
	select {} // the page calls
}
