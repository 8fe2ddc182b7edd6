package split

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// trainTest is what "train=90,test=10" means.
var trainTest = []Part{{Name: "train", Share: big.NewRat(9, 10)}, {Name: "test", Share: big.NewRat(1, 10)}}

// TestPublished holds points against what they are said to be: where records go
// must not change from version to version.
func TestPublished(t *testing.T) {
	t.Parallel()
	p := newPointer(&Config{Seed: 1, Parts: trainTest})
	if got := p.ofGroup([]byte("easy")).point(); got != 0x49d182da4eb39c02 {
		t.Errorf("%#x", got)
	}
	if got := p.ofPuzzle(geometry.Of(9), cellsOf(t, pipetest.Puzzle9)).point(); got != 0xc93b0bb4bf38e1d4 {
		t.Errorf("%#x", got)
	}
}

func cellsOf(t *testing.T, line string) []uint8 {
	t.Helper()
	cells, err := formats.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

// TestEven counts points of groups in ten equal intervals: their numbers may
// differ like the numbers of a die.
func TestEven(t *testing.T) {
	t.Parallel()
	var parts []Part
	for range 10 {
		parts = append(parts, Part{Share: big.NewRat(1, 10)})
	}
	e, p := endsOf(parts), newPointer(&Config{Seed: 1, Parts: parts})
	const n = 20_000
	var counts [10]int
	for i := range n {
		counts[e.of(p.ofGroup(big.NewInt(int64(i)).Bytes()).point())]++
	}
	chi2 := 0.0
	for _, c := range counts {
		d := float64(c) - n/10
		chi2 += d * d / (n / 10)
	}
	if chi2 > 27.9 { // 9 degrees of freedom: one in a thousand
		t.Errorf("%v: chi² %.1f", counts, chi2)
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 80))
	most := new(big.Rat).Sub(one, tiny)
	for _, test := range []struct {
		shares []*big.Rat
		want   ends
	}{
		{[]*big.Rat{one}, nil},
		{[]*big.Rat{big.NewRat(1, 2), big.NewRat(1, 2)}, ends{1 << 63}},
		{[]*big.Rat{big.NewRat(1, 3), big.NewRat(1, 3), big.NewRat(1, 3)}, ends{math.MaxUint64 / 3, math.MaxUint64 / 3 * 2}},
		{[]*big.Rat{tiny, most}, ends{0}},
		{[]*big.Rat{most, tiny}, ends{beyond}},
	} {
		var parts []Part
		for _, share := range test.shares {
			parts = append(parts, Part{Share: share})
		}
		if got := endsOf(parts); !slices.Equal(got, test.want) {
			t.Errorf("%v: %x, want %x", test.shares, got, test.want)
		}
	}
	e := ends{10, 10, 20}
	for point, want := range map[uint64]int{0: 0, 9: 0, 10: 2, 19: 2, 20: 3, beyond - 1: 3} {
		if got := e.of(point); got != want {
			t.Errorf("point %d is in part %d, want %d", point, got, want)
		}
	}
}
