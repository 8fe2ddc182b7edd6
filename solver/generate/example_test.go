package generate_test

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// show prints a puzzle as a line.
func show(cells []uint8) {
	for _, digit := range cells {
		fmt.Printf("%c", ".123456789"[digit])
	}
	fmt.Println()
}

func Example() {
	g, err := generate.New(generate.Options{Order: 9, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	const count = 2
	b := &generate.Series{
		Cells: make([]uint8, count*81), Solutions: make([]uint8, count*81), Results: make([]generate.Result, count),
	}
	b.Done = func() {
		for i, r := range b.Results {
			show(b.Cells[i*81 : (i+1)*81])
			fmt.Println(r.Guesses, "guesses")
		}
	}
	g.Feed(b)
	g.Flush()
	// Output:
	// .6.....3.....39....5.....61.1...5..7..8.2...65.4....9..........6.9..8.72...4.218.
	// 0 guesses
	// .....1.26.5.2....41.8..53..4..1.......1..38.........6....5....77.9..843..4....69.
	// 1 guesses
}

func ExampleIsomorpher() {
	puzzle := make([]uint8, 81)
	puzzle[0], puzzle[1], puzzle[40] = 1, 2, 1
	isomorph := make([]uint8, 81)
	generate.NewIsomorpher(geometry.Of(9), 1).Isomorph(isomorph, puzzle, 0)
	show(isomorph)
	// Output:
	// ..................2.........................2........8...........................
}
