package puzzletest

import (
	"bytes"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A Cadical is an engine that asks the external SAT solver CaDiCaL, which shares
// no code with this project. Each solution takes one run of at most Seconds; a run
// that takes longer ends the search.
type Cadical struct {
	path    string
	Seconds int
}

// NeedCadical returns CaDiCaL. If it is not installed, the test is skipped.
func NeedCadical(tb testing.TB, seconds int) *Cadical {
	tb.Helper()
	e := FindCadical(seconds)
	if e == nil {
		tb.Skip("the SAT solver cadical is not installed")
	}
	return e
}

// FindCadical returns CaDiCaL, or nil if it is not installed.
func FindCadical(seconds int) *Cadical {
	path, err := exec.LookPath("cadical")
	if err != nil {
		return nil
	}
	return &Cadical{path, seconds}
}

// Search implements engine.Engine for boxes of the usual shape. It makes no
// guesses.
func (e *Cadical) Search(cells []uint8, limit int, _ uint64) (out engine.Outcome) {
	order := OrderOf(cells)
	clauses := dimacs(order, cells)
	for out.Found < limit {
		problem := fmt.Sprintf("p cnf %d %d\n%s", len(cells)*order, len(clauses), strings.Join(clauses, ""))
		cmd := exec.Command(e.path, "-q", "-t", strconv.Itoa(e.Seconds))
		cmd.Stdin = strings.NewReader(problem)
		answer, _ := cmd.Output() // the exit code says what the answer says
		switch {
		case bytes.HasPrefix(answer, []byte("s UNSATISFIABLE")):
			out.Complete = true
			return out
		case !bytes.HasPrefix(answer, []byte("s SATISFIABLE")):
			return out
		}
		forbidden := ""
		for _, word := range strings.Fields(string(answer)) {
			if v, err := strconv.Atoi(word); err == nil && v > 0 {
				forbidden += strconv.Itoa(-v) + " "
				if out.Found == 0 {
					cells[(v-1)/order] = uint8((v-1)%order) + 1
				}
			}
		}
		clauses = append(clauses, forbidden+"0\n")
		out.Found++
	}
	return out
}

// dimacs returns the clauses of a puzzle over the candidates that the clues
// leave: exactly one digit in each cell, and each digit exactly once in each
// house. Digit d in a cell is variable cell*order + d.
func dimacs(order int, puzzle []uint8) (clauses []string) {
	box := geometry.Of(order)
	groups := make([][]int, 4*order*order)
	for cell, clue := range puzzle {
		row, column, house := box.Houses(cell)
		for d := range order {
			excluded := clue != 0 && int(clue) != d+1
			for _, peer := range Peers[order][cell] {
				excluded = excluded || int(puzzle[peer]) == d+1
			}
			if excluded {
				clauses = append(clauses, "-"+strconv.Itoa(cell*order+d+1)+" 0\n")
				continue
			}
			for kind, g := range []int{cell, row*order + d, column*order + d, house*order + d} {
				g += kind * order * order
				groups[g] = append(groups[g], cell*order+d+1)
			}
		}
	}
	for _, g := range groups {
		line := ""
		for i, v := range g {
			line += strconv.Itoa(v) + " "
			for _, w := range g[:i] {
				clauses = append(clauses, "-"+strconv.Itoa(v)+" -"+strconv.Itoa(w)+" 0\n")
			}
		}
		clauses = append(clauses, line+"0\n")
	}
	return clauses
}
