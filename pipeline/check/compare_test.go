package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A mixture makes files of puzzles, many of them equal or isomorphic
// to earlier ones, with comments and malformed lines between them.
type mixture struct {
	r        *rand.Rand
	puzzles  []string
	isomorph *generate.Isomorpher
}

func (m *mixture) file(lines int) string {
	var b strings.Builder
	for range lines {
		switch p := m.puzzles[m.r.IntN(len(m.puzzles))]; m.r.IntN(10) {
		case 0:
			b.WriteString("# a comment\n")
		case 1:
			b.WriteString("x\n")
		case 2, 3, 4:
			var to [81]uint8
			m.isomorph.Isomorph(to[:], cellsOf(p), m.r.Uint64N(3))
			b.WriteString(lineOfCells(to[:]) + "\n")
		case 5:
			b.WriteString(strings.ReplaceAll(p, ".", "0") + " # as is\n")
		default:
			b.WriteString(p + "\n")
		}
	}
	return b.String()
}

// TestAgainstMaps compares the findings with the findings of plain maps, with memory
// for a few entries, so that there are many runs to merge.
func TestAgainstMaps(t *testing.T) {
	t.Parallel()
	m := mixture{r: rand.New(rand.NewPCG(7, 8)), puzzles: pipetest.Demo(t, "@demo", 1000), isomorph: generate.NewIsomorpher(geometry.Of(9), 3)}
	files := []string{m.file(2000), m.file(1), m.file(3000)}
	others := []string{m.file(300), m.file(20)}
	want := naive(files, others)
	for jobs, memory := range map[int]int64{1: 0, 2: 1 << 14, 3: 1 << 30} {
		cfg := Config{Config: pipeline.Config{Jobs: jobs}, Duplicates: true, Isomorphs: true, Memory: memory}
		for i, f := range files {
			cfg.Inputs = append(cfg.Inputs, pipetest.Text(fmt.Sprint("in", i), f))
		}
		for i, f := range others {
			cfg.Against = append(cfg.Against, pipetest.Text(fmt.Sprint("other", i), f))
		}
		got, summary := recordsOf(t, cfg)
		if len(got) != len(want) {
			t.Fatalf("%d records, want %d", len(got), len(want))
		}
		var counts [4]int64
		for i := range got {
			g := findings4{got[i].Where, got[i].Duplicate, got[i].Leak, got[i].Isomorph, got[i].IsomorphicLeak}
			if g != want[i] || got[i].Number != int64(i+1) {
				t.Fatalf("memory %d, %d workers: record %d is\n%v\nwant\n%v", memory, jobs, i, g, want[i])
			}
			for j := range counts {
				if !want[i][j+1].None() {
					counts[j]++
				}
			}
		}
		if have := [4]int64{summary.Duplicates, summary.Leaks, summary.Isomorphs, summary.IsomorphicLeaks}; have != counts || slices.Contains(counts[:], 0) {
			t.Errorf("counted %v, want %v, none of them 0", have, counts)
		}
	}
}

// findings4 is a record's place and those that it is equal or isomorphic to:
// duplicate, leak, isomorph, isomorphic leak.
type findings4 [5]Where

// naive finds what Run should, with maps.
func naive(files, others []string) []findings4 {
	canonicalizer := solver.NewCanonicalizer()
	equal, isomorphic := map[string]Where{}, map[string]Where{}
	leaked, isomorphicLeaked := map[string]Where{}, map[string]Where{}
	var all []findings4
	each := func(name, file string, do func(w Where, puzzle, form string)) {
		record := int64(0)
		for i, line := range strings.Split(file, "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			record++
			w := Where{File: name, Record: record, Line: int64(i + 1)}
			if line == "x" {
				do(w, "", "")
				continue
			}
			cells := cellsOf(line)
			puzzle := lineOfCells(cells)
			canonicalizer.Canonical(cells, cells)
			do(w, puzzle, lineOfCells(cells))
		}
	}
	keep := func(m map[string]Where, key string, w Where) {
		if _, ok := m[key]; !ok {
			m[key] = w
		}
	}
	for i, f := range others {
		each(fmt.Sprint("other", i), f, func(w Where, puzzle, form string) {
			keep(leaked, puzzle, w)
			keep(isomorphicLeaked, form, w)
		})
	}
	delete(leaked, "")
	delete(isomorphicLeaked, "")
	for i, f := range files {
		each(fmt.Sprint("in", i), f, func(w Where, puzzle, form string) {
			found := findings4{w, equal[puzzle], leaked[puzzle], isomorphic[form], isomorphicLeaked[form]}
			if found[3] == found[1] {
				found[3] = Where{}
			}
			if found[4] == found[2] {
				found[4] = Where{}
			}
			all = append(all, found)
			if puzzle != "" {
				keep(equal, puzzle, w)
				keep(isomorphic, form, w)
			}
		})
	}
	return all
}
