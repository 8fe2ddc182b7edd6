package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestSumRounds compares sumRounds on this processor with plain Go. Cells have
// few digits or all; prices are equal, different, or as high as possible.
func TestSumRounds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 9))
	for _, order := range []int{9, 16} {
		p := newPrices(newLayout(geometry.Of(order)))
		for range 2000 {
			var cells []bidder
			for _, b := range p.sequence {
				if digits := bidder(r.IntN(1<<order) & r.IntN(1<<order)); digits != 0 && r.IntN(3) > 0 {
					cells = append(cells, b|digits)
				}
			}
			if len(cells) == 0 {
				continue
			}
			rounds := 1 + r.IntN(8)
			most := []int{1, 4, 300, (1<<16-1)/3 - 16*rounds}[r.IntN(4)]
			var prices, want priceTable
			var sum, wantSum sumTable
			for house := range prices {
				for digit := range prices[house] {
					prices[house][digit] = uint16(r.IntN(most))
					sum[house][digit] = r.Int32N(1 << 20)
				}
			}
			want, wantSum = prices, sum
			sumRounds(&sum, &prices, cells, rounds)
			plainSumRounds(&wantSum, &want, cells, rounds)
			if prices != want || sum != wantSum {
				t.Fatalf("order %d, %d cells, %d rounds, prices below %d: not what plain Go makes", order, len(cells), rounds, most)
			}
		}
	}
}

// TestRound compares one round with its definition.
func TestRound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 10))
	p := newPrices(newLayout(geometry.Of(16)))
	var got priceTable
	for range 300 {
		var cells []bidder
		for _, b := range p.sequence {
			cells = append(cells, b|bidder(1+r.IntN(1<<16-1)))
		}
		want := got
		for _, b := range cells {
			row, column, box := housesOf(&want, b)
			taken, least := -1, 0
			for d := range 16 {
				cost := int(row[d]) + int(column[d]) + int(box[d])
				if digitsOf(b)>>d&1 != 0 && (taken < 0 || cost < least) {
					taken, least = d, cost
				}
			}
			row[taken]++
			column[taken]++
			box[taken]++
		}
		if plainSumRounds(new(sumTable), &got, cells, 1); got != want {
			t.Fatal("not what the definition says")
		}
	}
}

// TestSequence checks that sequence has every cell once with its houses, and
// that the cells of one digit share no house.
func TestSequence(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		g := newLayout(geometry.Of(order))
		cells := sequence(g)
		seen := map[int]bool{}
		for class := range slices.Chunk(cells, order) {
			var houses [64]int
			for _, b := range class {
				seen[cellOf(b)] = true
				for kind, house := range []bidder{b >> 16 & 255, b >> 24 & 255, b >> 32 & 255} {
					houses[house]++
					if first := int(house) * order; int(g.seats[cellOf(b)*order].group[kind+1]) != first {
						t.Errorf("order %d, cell %d: house %d", order, cellOf(b), house)
					}
				}
			}
			if slices.Max(houses[:]) != 1 {
				t.Errorf("order %d: cells of %v share a house", order, class)
			}
		}
		if len(seen) != order*order || len(cells) != len(seen) {
			t.Errorf("order %d: %d cells, %d in all", order, len(seen), len(cells))
		}
	}
}

// TestSettle checks that the minimum of the open prices becomes 0, and that
// prices are halved if they are too far apart.
func TestSettle(t *testing.T) {
	t.Parallel()
	l := New(geometry.Of(9))
	l.reset()
	l.masks[9*9] = 1 // the group of a digit in a row is closed
	p := &l.prices
	p.list(l)
	for _, test := range []struct {
		most   uint16
		halved int
	}{{maxPrice, 0}, {maxPrice + 1, 1}} {
		*p.of = priceTable{}
		for _, at := range p.open {
			p.of[at.house][at.digit] = 1000
		}
		p.of[9][0] = 10
		p.of[20][3] = 1000 + test.most
		p.settle()
		if p.of[9][0] != 10>>test.halved || p.of[20][3] != test.most>>test.halved || p.of[21][3] != 0 {
			t.Errorf("%+v: %d of a closed group, %d for the dearest, %d for the others",
				test, p.of[9][0], p.of[20][3], p.of[21][3])
		}
	}
}
