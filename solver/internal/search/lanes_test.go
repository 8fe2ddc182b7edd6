package search

import (
	"os"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestLanesRequiredBackend checks that the backend named by SUDOKUBATCH_BACKEND
// is used, so that a passing run means it was tested.
func TestLanesRequiredBackend(t *testing.T) {
	// Reading both variables makes them part of go test's cache key.
	required, switches := os.Getenv("SUDOKUBATCH_BACKEND"), os.Getenv("GODEBUG")
	if required == "" {
		t.Skipf("SUDOKUBATCH_BACKEND does not require one (GODEBUG %q)", switches)
	}
	for _, order := range puzzletest.Orders {
		name := "plain"
		if LanesRunOn(order) {
			name = NewLanes(geometry.Of(order)).(*lanes).Backend()
		}
		if name != required {
			t.Errorf("order %d: the backend is %s, want %s", order, name, required)
		}
		if name != "plain" && newLanesPanel(order).engines[name] == nil {
			t.Errorf("order %d: %s is not among those compared", order, name)
		}
	}
}

func TestLanesCorpora(t *testing.T) {
	t.Parallel()
	samples := map[string]int{
		"kaggle": 99, "17clue": 99, "diabolical": 99, "top1465": 45, "hardest11": 12, "multi": 99, "mixed": 240,
		"x16_CH": 24, "x16_TF": 12, "x16_ST": 6, "x16_goomii": 15, "x16_minimal": 3,
	}
	panels, all := map[int]*lanesPanel{}, map[int][][]uint8{}
	for _, order := range puzzletest.Orders {
		panels[order] = newLanesPanel(order)
	}
	for _, corpus := range puzzletest.Corpora {
		order := corpus.Order()
		t.Run(corpus.Name, func(t *testing.T) {
			var puzzles [][]uint8
			for _, line := range puzzletest.Sample(t, corpus.Name, samples[corpus.Name]) {
				puzzles = append(puzzles, puzzletest.Decode(line))
			}
			all[order] = append(all[order], puzzles...)
			third, budget := len(puzzles)/3, uint64(400/order)
			panels[order].try(t, puzzles[:third], 1, budget)
			panels[order].try(t, puzzles[third:2*third], 5, budget)
			panels[order].try(t, puzzles[2*third:], 2, budget)
		})
	}
	for _, order := range puzzletest.Orders {
		g := puzzletest.NewGenerator(order, 22)
		g.Shuffle(len(all[order]), func(i, j int) { all[order][i], all[order][j] = all[order][j], all[order][i] })
		panels[order].try(t, all[order][:len(all[order])/3], 2, 10)
	}
}

// TestLanesBatchSizes solves batches of many sizes one after the other.
func TestLanesBatchSizes(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		p, puzzles := newLanesPanel(order), puzzletest.Mixed(order, 23, 400)
		for _, size := range []int{1, 33, 2, 32, 31, 100, 15, 16, 17, 1, 400} {
			if order == 16 {
				size = min(size, 101)
			}
			p.try(t, puzzles[:size], 2, 7)
			puzzles = append(puzzles[size:], puzzles[:size]...)
		}
		if slices.Contains(p.counts[:], 0) || p.guesses == 0 {
			t.Errorf("order %d: %v puzzles with 0, 1 and more solutions, %d guesses: no test without each",
				order, p.counts, p.guesses)
		}
	}
}

// TestLanesEasy checks which puzzles the first pass solves: nearly all easy ones, and for hard ones
// that it is not tried often.
func TestLanesEasy(t *testing.T) {
	const groups = 3 * (1 + hardGroups)
	decode := func(corpus string, n int) (cells []uint8) {
		for _, line := range puzzletest.Sample(t, corpus, n) { // fewer in short tests
			cells = append(cells, puzzletest.Decode(line)...)
		}
		return slices.Repeat(cells, n)[:81*n]
	}
	easy, hard := decode("kaggle", 128), decode("17clue", 32)
	for name, k := range laneBackends(9) {
		if k.Singles == nil {
			continue
		}
		singles, tried := k.Singles, 0
		counting := *k
		counting.Singles = func(block *uint16, cells *[lane.MaxLanes]*uint8) uint32 {
			tried++
			return singles(block, cells)
		}
		e := lanesOn(&counting)
		first := func(cells []uint8) (left int) {
			b := &engine.Workload{Cells: slices.Clone(cells), Outcomes: make([]engine.Outcome, len(cells)/81), Done: func() {}}
			b.Begin()
			tried = 0
			e.solveEasy(b)
			if !slices.IsSorted(e.hard) {
				t.Errorf("%s: not in order: %v", name, e.hard)
			}
			return len(e.hard)
		}
		if left := first(easy); left > 128/16 || tried != 128/k.Lanes {
			t.Errorf("%s: %d of 128 easy puzzles left after %d groups", name, left, tried)
		}
		if n := groups * k.Lanes; first(slices.Repeat(hard, n/32)) != n || tried != 3 {
			t.Errorf("%s: of %d hard groups %d were tried", name, groups, tried)
		}
	}
}

// TestLanesBudgets tries limits and budgets, with a threshold so low that many
// puzzles pass it.
func TestLanesBudgets(t *testing.T) {
	t.Parallel()
	const threshold = 6
	for order, n := range map[int]int{9: 36, 16: 8} {
		p, puzzles := newLanesPanel(order), puzzletest.Mixed(order, 24, n)
		for _, limit := range []int{1, 2, 5} {
			for _, budget := range []uint64{0, 1, 2, 5} {
				p.try(t, puzzles, limit, budget)
			}
		}
		p.setThreshold(threshold)
		for _, limit := range []int{1, 2, 3} {
			for _, budget := range []uint64{threshold - 1, threshold, threshold + 1, 20, engine.Unlimited} {
				if budget != engine.Unlimited || limit < 3 { // counting all solutions of an empty grid takes long
					p.try(t, puzzles, limit, budget)
				}
			}
		}
	}
}

// TestLanesEdges solves extreme puzzles in one batch.
func TestLanesEdges(t *testing.T) {
	for _, order := range puzzletest.Orders {
		p, g := newLanesPanel(order), puzzletest.NewGenerator(order, 25)
		n := order * order
		puzzles := [][]uint8{make([]uint8, n), puzzletest.PatternGrid(order)}
		for cell, others := range puzzletest.Peers[order] {
			if cell%(order+order/16*24) != 5 {
				continue
			}
			for _, peer := range others { // clashing clues, alone and in a full grid
				clash := make([]uint8, n)
				clash[cell], clash[peer] = 3, 3
				grid := g.Grid()
				grid[cell] = grid[peer]
				puzzles = append(puzzles, clash, grid)
			}
			oneBlank, oneClue := g.Grid(), make([]uint8, n)
			oneBlank[cell], oneClue[cell] = 0, uint8(order)
			puzzles = append(puzzles, oneBlank, oneClue)
		}
		for range order { // two digits exchanged: some houses clash, but not all kinds of houses
			across, down := g.Grid(), g.Grid()
			row, column := g.IntN(order), g.IntN(order)
			i, j := row*order+column, row*order+(column+1)%order
			across[i], across[j] = across[j], across[i]
			i, j = column*order+row, (column+1)%order*order+row
			down[i], down[j] = down[j], down[i]
			puzzles = append(puzzles, across, down)
		}
		p.try(t, puzzles, 2, 3)
	}
}

// TestLanesFeed feeds batches without a flush between them, so that lanes still
// solve puzzles of earlier ones. Each batch must be completed once, with the
// portable engine's outcomes.
func TestLanesFeed(t *testing.T) {
	const limit, budget = 2, 7
	for order, n := range map[int]int{9: 400, 16: 100} {
		p, puzzles := newLanesPanel(order), puzzletest.Mixed(order, 29, n)
		want, wantOut := slices.Concat(puzzles...), make([]engine.Outcome, n)
		size := order * order
		for i := range wantOut {
			wantOut[i] = p.judge.Search(want[i*size:(i+1)*size], limit, budget)
		}
		for name, e := range p.engines {
			cells, out, finished := slices.Concat(puzzles...), make([]engine.Outcome, n), map[*engine.Workload]int{}
			fed := 0
			for first, i := 0, 0; first < n; i++ {
				last := min(n, first+1+i*i%37)
				b := &engine.Workload{Cells: cells[first*size : last*size], Outcomes: out[first:last]}
				b.Done = func() { finished[b]++ }
				e.Feed(b, limit, budget)
				fed++
				if i%9 == 8 {
					e.Flush()
					if len(finished) != fed {
						t.Fatalf("%s: %d of %d batches finished after a flush", name, len(finished), fed)
					}
				}
				first = last
			}
			e.Flush()
			e.Flush()
			for _, times := range finished {
				if times != 1 {
					t.Errorf("%s: a batch finished %d times", name, times)
				}
			}
			if len(finished) != fed || !slices.Equal(out, wantOut) || !slices.Equal(cells, want) {
				t.Errorf("%s: %d of %d batches finished, outcomes equal %v, cells equal %v",
					name, len(finished), fed, slices.Equal(out, wantOut), slices.Equal(cells, want))
			}
		}
	}
}

// TestLanesHelp has long searches in small batches, so that idle lanes help
// others: with and without a second solution, and with budgets that end the
// search.
func TestLanesHelp(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		p, lines := newLanesPanel(order), puzzletest.Sample(t, map[int]string{9: "hardest11", 16: "x16_minimal"}[order], 9)
		p.setThreshold(uint64(600 / order))
		var puzzles [][]uint8
		for _, line := range lines[:min(len(lines), 30/order)] {
			puzzle := puzzletest.Decode(line)
			without := slices.Clone(puzzle)
			without[slices.IndexFunc(puzzle, func(value uint8) bool { return value > 0 })] = 0
			puzzles = append(puzzles, puzzle, without)
		}
		for _, size := range []int{1, len(puzzles)} {
			for _, budget := range []uint64{20, 30, engine.Unlimited} {
				p.try(t, puzzles[:size], 2, budget)
			}
			p.try(t, puzzles[:size], 5, 25)
		}
		for name, e := range p.engines {
			helped := false
			for i := range e.splits {
				helped = helped || e.splits[i].guesses > 0
				if e.splits[i].lanes != 0 || e.lane[i].batch != nil {
					t.Errorf("%s, order %d: lane %d still has something to do", name, order, i)
				}
			}
			if !helped {
				t.Errorf("%s, order %d: no lane helped another", name, order)
			}
		}
	}
}
