package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/sudokubatch/sudokubatch/solver"
)

// An enginesCmd is the verb engines.
type enginesCmd struct{}

// Run lists the engines.
func (enginesCmd) Run() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tORDERS\tDESCRIPTION\tSOURCE")
	list := func(orders []int) string { return strings.Trim(fmt.Sprint(orders), "[]") }
	fmt.Fprintf(w, "%s\t%s\tthe first engine below that solves this size\t\n", solver.Auto, list(solver.Orders()))
	for _, e := range solver.Engines() {
		orders := list(e.Orders)
		if !e.Available {
			orders = "not here" // the processor lacks instructions that it needs
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.Name, orders, e.Description, e.Source)
	}
	return w.Flush()
}
