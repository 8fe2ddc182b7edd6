package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A corporaCmd is the verb corpora.
type corporaCmd struct{}

// Run lists the embedded corpora.
func (corporaCmd) Run() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tORDER\tPUZZLES\tFORM\tDESCRIPTION")
	for _, c := range corpus.Embedded() {
		fmt.Fprintf(w, "@%s\t%d\t%d\t%s\t%s\n", c.Name, c.Order, c.Puzzles, c.Form, c.Description)
	}
	return w.Flush()
}
