package explain

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/generate"
	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// This file compares what a grid and the enumerations keep with plain counts.

// TestGrid solves puzzles and compares the grid with its candidates after each
// step.
func TestGrid(t *testing.T) {
	r := New(Options{})
	generated(t, 0, 30, generate.Options{Order: 9, Seed: 4}, func(puzzle, solution []uint8) {
		r.unique, r.work = true, new(work)
		r.grid.load(shapes.Of(9), puzzle)
		for r.grid.left > 0 {
			checkGrid(t, &r.grid)
			if _, ok := r.next(); !ok {
				return
			}
			r.apply()
		}
		for cell, digit := range r.grid.digits {
			if digit != solution[cell] {
				t.Fatalf("cell %d is %d, want %d", cell, digit, solution[cell])
			}
		}
	})
}

func checkGrid(t *testing.T, g *grid) {
	t.Helper()
	left := 0
	for cell, cands := range g.cands {
		if (g.digits[cell] == 0) != (cands != 0) {
			t.Fatalf("cell %d: digit %d, candidates %b", cell, g.digits[cell], cands)
		}
		if cands != 0 {
			left++
		}
		if g.pairs.has(cell) != (ones(cands) == 2) || g.naked.has(cell) != single(cands) {
			t.Fatalf("cell %d: candidates %b, pair %v, naked %v", cell, cands, g.pairs.has(cell), g.naked.has(cell))
		}
		for digit := range 9 {
			if g.boards[digit].has(cell) != (cands>>digit&1 != 0) {
				t.Fatalf("cell %d, digit %d: candidates %b", cell, digit, cands)
			}
		}
	}
	if left != g.left {
		t.Fatalf("%d blanks, want %d", g.left, left)
	}
	for house := range 27 {
		checkHouse(t, g, house)
	}
}

func checkHouse(t *testing.T, g *grid, house int) {
	t.Helper()
	blanks, hidden := uint8(0), uint16(0)
	for digit := range 9 {
		places := uint16(0)
		for place, cell := range houseCells[house] {
			places |= g.cands[cell] >> digit & 1 << place
		}
		if g.places[house][digit] != places {
			t.Fatalf("house %d, digit %d: places %b, want %b", house, digit, g.places[house][digit], places)
		}
		if single(places) {
			hidden |= 1 << digit
		}
	}
	for _, cell := range houseCells[house] {
		if g.digits[cell] == 0 {
			blanks++
		}
	}
	if g.blanks[house] != blanks || g.hidden[house] != hidden || (g.one>>house&1 != 0) != (hidden != 0) {
		t.Fatalf("house %d: %d blanks, want %d; hidden %b, want %b", house, g.blanks[house], blanks, g.hidden[house], hidden)
	}
}

// TestCombiner compares the sets and their order with a plain enumeration.
func TestCombiner(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var masks [9]uint16
		for i := range masks {
			n := random.Uint32()
			masks[i] = uint16(n&(n>>16)) & allDigits
		}
		for size := 2; size <= 4; size++ {
			var want, got []uint16
			for members := range uint16(512) {
				union, valid := uint16(0), ones(members) == size
				for i, mask := range masks {
					if members>>i&1 != 0 {
						union |= mask
						valid = valid && ones(mask) >= 2
					}
				}
				if valid && ones(union) == size {
					want = append(want, members)
				}
			}
			var c combiner
			c.gather(&masks, size)
			c.each(size, func(members, _ uint16) bool {
				got = append(got, members)
				return false
			})
			if !slices.Equal(got, want) {
				t.Fatalf("%b, %d: got %b, want %b", masks, size, got, want)
			}
		}
	}
}

// TestLinkOrders checks that each order of links has a rank of its own.
func TestLinkOrders(t *testing.T) {
	for n, count := range map[int]int{2: 2, 3: 6, 4: 24} {
		ranks := map[uint8]bool{}
		for code := range uint16(1) << (2 * n) {
			digits := uint16(0)
			for i := range n {
				digits |= 1 << (code >> (2 * i) & 3)
			}
			if digits == 1<<n-1 {
				ranks[linkOrders[n][code]] = true
			}
		}
		if len(ranks) != count {
			t.Errorf("%d links: %d ranks, want %d", n, len(ranks), count)
		}
	}
}

// TestScoutChains compares what follows from links and clauses with plain walks.
func TestScoutChains(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	c := new(scoutChains)
	for range 300 {
		const count = 80
		c.out = [maxLevelNodes]nodeSet{}
		node := func() uint8 { return uint8(random.IntN(count) * 3) }
		for range random.IntN(3 * count) {
			a, b := node(), node()
			c.out[a].add(uint16(b))
			c.out[b].add(uint16(a))
		}
		var clauses []clause
		partners, all := map[uint8][]uint8{}, nodeSet{}
		for range random.IntN(40) {
			a, b := node(), node()
			clauses = append(clauses, clause{a, b})
			partners[a], partners[b] = append(partners[a], b), append(partners[b], a)
		}
		for i := range uint16(count) {
			all.add(3 * i)
		}
		c.extend(clauses)
		c.extendAll(&all)
		for i := range uint8(count) {
			want, on := nodeSet{}, []uint8{3 * i}
			for ; len(on) > 0; on = on[1:] {
				for x := range uint8(255) {
					if c.out[on[0]].has(uint16(x)) && !want.has(uint16(x)) {
						want.add(uint16(x))
						on = append(on, partners[x]...)
					}
				}
			}
			if c.reach[3*i] != want {
				t.Fatalf("%d: got %x, want %x", 3*i, c.reach[3*i], want)
			}
		}
	}
}

// TestFits compares which digits may have a contradiction with plain searches.
func TestFits(t *testing.T) {
	r, fits, contradictions := New(Options{}), 0, 0
	check := func(puzzle, _ []uint8) {
		r.unique, r.work = true, new(work)
		r.grid.load(shapes.Of(9), puzzle)
		for r.grid.left > 0 {
			r.graph.build(&r.grid)
			for digit := range 9 {
				all := r.grid.fits(digit)
				r.stale.digits[digitsNishio] = 1 << digit
				r.plainChains = true
				found := r.nishio()
				if r.plainChains = false; all && found {
					t.Fatalf("%s: digit %d has a contradiction", puzzletest.Encode(puzzle), digit+1)
				}
				fits, contradictions = fits+int(bit(all)), contradictions+int(bit(found))
			}
			if _, ok := r.next(); !ok {
				return
			}
			r.apply()
		}
	}
	generated(t, 0, 20, generate.Options{Order: 9, Seed: 4, MinGuesses: 4}, check)
	if fits < 1000 || contradictions < 10 {
		t.Errorf("%d digits fit, %d have a contradiction: too few to test anything", fits, contradictions)
	}
}

// TestLevels compares the chains that levels and scouts find with plain walks
// from all starts.
func TestLevels(t *testing.T) {
	fast, plain := New(Options{}), New(Options{})
	plain.plainChains = true
	all := readKnown(t, "testdata/generated.tsv")
	if !testing.Short() {
		famous := readKnown(t, "testdata/famous.tsv")
		all = append(all, famous[0], famous[5]) // chains within chains
	}
	for _, k := range all {
		puzzle := puzzletest.Decode(k.line)
		if len(k.er) == 3 && k.er < "6.5" {
			continue
		}
		_, want := plain.Explain(puzzle)
		if _, got := fast.Explain(puzzle); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the steps differ", k.line)
		}
	}
}
