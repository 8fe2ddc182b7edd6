package pipeline_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Two inputs are solved as one stream, on two cores, and answered in order.
func ExampleRun() {
	stdin := strings.NewReader(`..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5..
55...............................................................................
`)
	stats, err := pipeline.Run(context.Background(), pipeline.Config{
		Inputs:    pipeline.Files([]string{"-", "@hiho"}, corpus.Options{Stdin: stdin}),
		Output:    os.Stdout,
		NewWorker: solve.Workers(solver.Options{Limit: 2}, pipeline.Mark),
		To:        bulk.Line,
		Jobs:      2,
		Hooks:     pipeline.Hooks{OnFault: func(e *model.SyntaxError) { fmt.Println("#", e) }},
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(stats.Solved, "solved,", stats.Malformed, "malformed")
	// Output:
	// 276139485485672931319458276891743562564821397723596148957284613142367859638915724
	// malformed column 81: 80 of 81 cells
	// # <stdin>:2:81: 80 of 81 cells
	// contradiction r1c1 r1c2
	// 496573128381924675275861943153789462962435781847216539714352896529648317638197254
	// 2 solved, 1 malformed
}
