package explain_test

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/explain"
)

func Example() {
	const line = "79......1.6...4...1.....354.47..........5....5...39...6..9......2.5..87.....28.1."
	cells := make([]uint8, 81)
	for i := range cells {
		if c := line[i]; c != '.' {
			cells[i] = c - '0'
		}
	}
	rating, steps := explain.New(explain.Options{}).Explain(cells)
	fmt.Println(rating.Status, rating.ER, rating.EP, rating.ED, rating.Hardest, rating.Steps)
	for _, s := range steps {
		if s.Rating == rating.ER {
			fmt.Println(s.Technique, s.Rating, "places", s.Placed)
		}
	}
	// Output:
	// rated 2.0 1.2 1.2 Direct Hidden Pair 57
	// Direct Hidden Pair 2.0 places r4c4=1
}
