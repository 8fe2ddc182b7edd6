package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A corporaCmd is the verb corpora.
type corporaCmd struct{}

// Run lists the embedded corpora.
func (corporaCmd) Run() error {
	return table(func(w *tabwriter.Writer) {
		fmt.Fprintln(w, "NAME\tORDER\tPUZZLES\tFORM\tDESCRIPTION")
		for _, c := range corpus.Embedded() {
			fmt.Fprintf(w, "@%s\t%d\t%d\t%s\t%s\n", c.Name, c.Order, c.Puzzles, c.Form, c.Description)
		}
	})
}

// An enginesCmd is the verb engines.
type enginesCmd struct{}

// Run lists the engines.
func (enginesCmd) Run() error {
	return table(func(w *tabwriter.Writer) {
		fmt.Fprintln(w, "NAME\tORDERS\tDESCRIPTION\tSOURCE")
		fmt.Fprintf(w, "%s\t9 16\tthe first one below that solves the order\t\n", solver.Auto)
		for _, e := range solver.Engines() {
			orders := strings.Trim(fmt.Sprint(e.Orders), "[]")
			if !e.Available {
				orders = "not here" // the processor lacks what it needs
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.Name, orders, e.Description, e.Source)
		}
	})
}

// table prints aligned columns on standard output.
func table(rows func(*tabwriter.Writer)) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	rows(w)
	return w.Flush()
}
