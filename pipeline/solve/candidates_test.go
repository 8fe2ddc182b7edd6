package solve

import (
	"encoding/csv"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// plainSearch appends the solutions of candidates, at most so many. It fills the cell with the fewest
// digits that no filled cell of its houses has. filled has 0 for the other cells.
func plainSearch(found []string, masks, filled [81]uint32, most int) []string {
	best, choices := -1, uint32(0)
	for cell := range masks {
		if filled[cell] != 0 {
			continue
		}
		left := masks[cell]
		for other, digit := range filled {
			if sees(cell, other) {
				left &^= digit
			}
		}
		if best < 0 || bits.OnesCount32(left) < bits.OnesCount32(choices) {
			best, choices = cell, left
		}
	}
	if best < 0 {
		var line strings.Builder
		for _, digit := range filled {
			line.WriteByte('0' + byte(bits.Len32(digit)))
		}
		return append(found, line.String())
	}
	for ; choices != 0 && len(found) < most; choices &= choices - 1 {
		filled[best] = choices & -choices
		found = plainSearch(found, masks, filled, most)
	}
	return found
}

func sees(a, b int) bool {
	return a != b && (a/9 == b/9 || a%9 == b%9 || a/27 == b/27 && a%9/3 == b%9/3)
}

// randomCandidates returns puzzles with no, one or several solutions.
func randomCandidates(n int) (all [][81]uint32) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		var masks [81]uint32
		for cell := range masks {
			masks[cell] = 1<<(pipetest.Solution9[cell]-'1') | rng.Uint32()&rng.Uint32()&rng.Uint32()&0x1ff
			if i%3 > 0 && cell%3 > 0 {
				masks[cell] |= rng.Uint32() & rng.Uint32() & 0x1ff
			}
		}
		if i%5 == 0 {
			masks[rng.IntN(81)] &= rng.Uint32()
		}
		all = append(all, masks)
	}
	return all
}

// rowsOf solves candidates and returns the rows without their header.
func rowsOf(t *testing.T, limit int, text string, names ...string) [][]string {
	t.Helper()
	added, err := columns.Parse(names)
	if err != nil {
		t.Fatal(err)
	}
	o := pipetest.MustRun(t, pipeline.Config{
		Jobs: 2, BatchBytes: 3000, To: bulk.CSV, Candidates: true, NewWorker: Workers(solver.Options{Limit: limit}, pipeline.Mark, added...),
	}, pipetest.Text("in", text))
	rows, err := csv.NewReader(strings.NewReader(o.Out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// TestCandidates compares statuses, solutions and redundant candidates with a plain search.
func TestCandidates(t *testing.T) {
	t.Parallel()
	const limit = 50
	all, form := randomCandidates(30), bulk.Form{Kind: bulk.Candidates, Order: 9}
	var text []byte
	for _, masks := range all {
		text = form.AppendCandidates(text, masks[:])
	}
	lines := strings.Split(string(text), "\n")
	list, _, _, err := listed(t, listRun{Config: pipeline.Config{Jobs: 2, Candidates: true}, limit: limit}, string(text))
	if err != nil {
		t.Fatal(err)
	}
	seen, minimal := map[string]int{}, 0
	labels := rowsOf(t, 2, string(text), "redundant", "minimal", "clues", "rating", "canonical")
	for i, row := range rowsOf(t, limit, string(text), "status", "solutions", "complete", "solution") {
		want := plainSearch(nil, all[i], [81]uint32{}, limit)
		status := []string{"no_solution", "unique", "multiple"}[min(len(want), 2)]
		seen[status]++
		if row[0] != lines[i] || row[1] != status || row[2] != fmt.Sprint(len(want)) || (row[3] == "true") != (len(want) < limit) || len(want) < limit && (row[4] != "") != slices.Contains(want, row[4]) {
			t.Errorf("puzzle %d: %v, want %s, %d solutions", i, row, status, len(want))
		}
		var rows []string
		for _, line := range strings.Split(list, "\n") {
			if puzzle, rest, _ := strings.Cut(line, ","); puzzle == lines[i] && rest[0] != ',' {
				rows = append(rows, rest[:81])
			}
		}
		if slices.Sort(rows); len(rows) != len(want) || len(want) < limit && !slices.Equal(rows, slices.Sorted(slices.Values(want))) {
			t.Errorf("puzzle %d: %d solutions listed, want %d", i, len(rows), len(want))
		}
		redundant, isMinimal := "", ""
		if len(want) == 1 && minimal < 2 {
			minimal++
			redundant = redundantIn(all[i])
			isMinimal = fmt.Sprint(redundant == "")
		} else if status == "unique" {
			continue
		}
		if l := labels[i]; l[1] != redundant || l[2] != isMinimal || l[4]+l[5] != "" {
			t.Errorf("puzzle %d: %v, want redundant %s", i, l[1:], redundant)
		}
	}
	if len(seen) < 3 || minimal == 0 {
		t.Errorf("the puzzles are too much alike: %v", seen)
	}
}

// redundantIn names the missing candidates that may come back one at a time without another solution.
func redundantIn(masks [81]uint32) string {
	var names []string
	for cell := range masks {
		for digit := range 9 {
			with := masks
			if with[cell] |= 1 << digit; with != masks && len(plainSearch(nil, with, [81]uint32{}, 2)) == 1 {
				names = append(names, fmt.Sprintf("r%dc%d=%d", cell/9+1, cell%9+1, digit+1))
			}
		}
	}
	return strings.Join(names, " ")
}
