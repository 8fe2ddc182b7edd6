package gen_test

import (
	"context"
	"fmt"
	"os"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Puzzles are made on every core, and written in the order of their numbers.
func ExampleRun() {
	stats, err := gen.Run(context.Background(), gen.Config{
		Config: pipeline.Config{Output: os.Stdout},
		Count:  2, Options: generate.Options{Order: 9, Seed: 1}, Solutions: true,
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(stats.Solved, "made")
	// Output:
	// .6.....3.....39....5.....61.1...5..7..8.2...65.4....9..........6.9..8.72...4.218.,962541738187639425453287961216395847398724516574816293821973654649158372735462189
	// .....1.26.5.2....41.8..53..4..1.......1..38.........6....5....77.9..843..4....69.,394871526657239184128465379472186953961753842583942761836594217719628435245317698
	// 2 made
}
