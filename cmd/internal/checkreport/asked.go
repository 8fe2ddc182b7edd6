// Package checkreport reports what a check found: of each record in a table, in
// NDJSON or CSV, and of all together in a table, a page with charts and the
// statistics.
package checkreport

import (
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Asked is what a check was asked for, beside well-formed puzzles that have one
// solution.
type Asked struct {
	Solutions, Optional bool // optional: where there are any
	Minimal             bool
	Duplicates          bool
	Isomorphs           bool
	Fingerprint         bool
	Against             []string
	Limit               int
	MaxGuesses          uint64 // 0: none, or that of the search
	Engine              string
}

// String says what was checked, by which version of what, so that two people can
// see whether they did the same.
func (a Asked) String() string {
	words := []string{"unique"}
	for _, f := range []struct {
		on   bool
		name string
	}{{a.Solutions, "solutions"}, {a.Minimal, "minimal"}, {a.Duplicates, "duplicates"}, {a.Isomorphs, "isomorphs"}} {
		if f.on {
			words = append(words, f.name)
		}
	}
	for _, name := range a.Against {
		words = append(words, "against "+name)
	}
	if a.Limit > 2 {
		words = append(words, fmt.Sprintf("solutions counted up to %d", a.Limit))
	}
	if n := a.MaxGuesses; n > 0 {
		words = append(words, fmt.Sprintf("at most %d guesses", n))
	}
	if a.Engine != solver.Auto {
		words = append(words, "by engine "+a.Engine) // whose guesses may be others
	}
	return fmt.Sprintf("%s; sudokubatch %s, search %d", strings.Join(words, ", "), program.Version(), solver.SearchVersion)
}
