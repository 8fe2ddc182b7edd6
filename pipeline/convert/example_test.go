package convert_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
)

// A table becomes a list of puzzles, each once.
func ExampleRun() {
	table := strings.NewReader(`id,puzzle
1,..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
2,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
3,..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
`)
	stats, repeated, err := convert.Run(context.Background(), pipeline.Config{
		Inputs: pipeline.Files([]string{"-"}, corpus.Options{Stdin: table}),
		Output: os.Stdout,
		To:     bulk.Line,
		Hooks:  pipeline.Hooks{OnForm: func(o pipeline.Opened) { fmt.Println("#", o.From, "to", o.To, "without", o.Lost) }},
	}, convert.Options{Unique: true, Memory: 1 << 20})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(stats.Solved, "written,", repeated, "left out")
	// Output:
	// # csv (order 9) to line (order 9) without [id]
	// ..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
	// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
	// 2 written, 1 left out
}
