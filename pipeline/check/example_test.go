package check_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

func ExampleRun() {
	puzzles := `..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5...
..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8...........
00603000008507200000940020689070000206000109002050000000008001014000080000000500 # a cell is missing
006030000085072000009400206890700002060001090020500000000080010140000800000005000
`
	summary, err := check.Run(context.Background(), check.Config{
		Config:     pipeline.Config{Inputs: pipeline.Files([]string{"-"}, corpus.Options{Stdin: strings.NewReader(puzzles)}), Output: os.Stdout},
		Duplicates: true, Memory: 1 << 20, OnRecord: func(dst []byte, r *check.Record) ([]byte, error) {
			return fmt.Appendf(dst, "line %d: %v %s, duplicate of record %d\n", r.Line, r.Verdict, r.Reason, r.Duplicate.Record), nil
		},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(summary.Failed, "of", summary.Records, "failed")
	// Output:
	// line 2: multiple , duplicate of record 0
	// line 3: malformed 80 of 81 cells, duplicate of record 0
	// line 4: solved , duplicate of record 1
	// 3 of 4 failed
}
