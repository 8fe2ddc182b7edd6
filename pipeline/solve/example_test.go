package solve_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A table is answered with the table, and with what was found behind it.
func ExampleWorkers() {
	table := strings.NewReader(`id,puzzle
1,..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
2,55...............................................................................
`)
	added, err := columns.Parse([]string{"solution", "status"})
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := pipeline.Run(context.Background(), pipeline.Config{
		Inputs:    pipeline.Files([]string{"-"}, corpus.Options{Stdin: table}),
		Output:    os.Stdout,
		NewWorker: solve.Workers(solver.Options{Limit: 2}, pipeline.Mark, added...),
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(stats.Solved, "solved")
	// Output:
	// id,puzzle,solution,status
	// 1,..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...,276139485485672931319458276891743562564821397723596148957284613142367859638915724,unique
	// 2,55...............................................................................,,contradiction
	// 1 solved
}
