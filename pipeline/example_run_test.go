package pipeline_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Two inputs are solved as one stream, on every core, and answered in order.
func ExampleRun() {
	stdin := strings.NewReader(`..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5..
55...............................................................................
`)
	stats, err := pipeline.Run(context.Background(), pipeline.Config{
		Inputs:    pipeline.Files([]string{"-", "@hiho"}, corpus.Options{Stdin: stdin}),
		Output:    os.Stdout,
		NewWorker: pipeline.SolveWorkers(solver.Options{Limit: 2}, pipeline.Mark),
		To:        formats.Line,
		OnFault:   func(e *formats.SyntaxError) { fmt.Println("#", e) },
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(stats.Solved, "solved,", stats.Malformed, "malformed")
	// Output:
	// 276139485485672931319458276891743562564821397723596148957284613142367859638915724
	// malformed column 81: 80 of 81 cells
	// contradiction r1c1 r1c2
	// # <stdin>:2:81: 80 of 81 cells
	// 496573128381924675275861943153789462962435781847216539714352896529648317638197254
	// 2 solved, 1 malformed
}

// Puzzles are made on every core, and written in the order of their numbers.
func ExampleGenerate() {
	stats, err := pipeline.Generate(context.Background(), pipeline.GenerateConfig{
		Count:     2,
		Options:   generate.Options{Order: 9, Seed: 1},
		Solutions: true,
		Output:    os.Stdout,
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
