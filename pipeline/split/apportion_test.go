package split

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestApportion wants the exact share of each class, rounded up or down, and the same of the
// total, for random shares and classes.
func TestApportion(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	uneven := 0
	for range 500 {
		var weights []int64
		for range 1 + random.IntN(10) {
			weights = append(weights, 1+random.Int64N(100))
		}
		var shares []*big.Rat
		for _, w := range weights {
			shares = append(shares, big.NewRat(w, sum(weights)))
		}
		var sizes []int64
		for range 1 + random.IntN(40) {
			sizes = append(sizes, random.Int64N(60))
		}
		totals := make([]int64, len(shares))
		for class, rows := range apportion(shares, sizes) {
			if got := sum(rows); got != sizes[class] {
				t.Fatalf("%d of %d rows", got, sizes[class])
			}
			for part, n := range rows {
				totals[part] += n
				// n is w·size/sum, rounded.
				if exact := weights[part] * sizes[class]; n*sum(weights) <= exact-sum(weights) || n*sum(weights) >= exact+sum(weights) {
					t.Fatalf("%v of %v: part %d has %d of %d rows", weights[part], sum(weights), part, n, sizes[class])
				}
			}
		}
		for part, n := range totals {
			if exact := weights[part] * sum(sizes); n*sum(weights) <= exact-sum(weights) || n*sum(weights) >= exact+sum(weights) {
				uneven++
			}
		}
	}
	if uneven > 0 {
		t.Errorf("%d totals are not the rounded share", uneven)
	}
	third := big.NewRat(1, 3)
	if got := apportion([]*big.Rat{third, third, third}, []int64{1, 1, 1, 1}); sumOf(got, 0) != 2 || sumOf(got, 1) != 1 || sumOf(got, 2) != 1 {
		t.Errorf("four classes of one row by thirds: %v", got)
	}
	half, quarter := big.NewRat(1, 2), big.NewRat(1, 4)
	if got := apportion([]*big.Rat{half, quarter, quarter}, []int64{3, 6}); sumOf(got, 0) != 5 || sumOf(got, 1) != 2 || sumOf(got, 2) != 2 {
		t.Errorf("9 rows are not balanced by 1/2, 1/4 and 1/4: %v", got)
	}
	if got := apportion([]*big.Rat{half, half}, []int64{1, 1}); got[0][0] != 1 || got[1][1] != 1 {
		t.Errorf("the part that got no row of the first class gets none of the next: %v", got)
	}
}

func sumOf(rows [][]int64, part int) (total int64) {
	for _, r := range rows {
		total += r[part]
	}
	return total
}

// TestSharesOf wants numbers of rows as shares, and a share for rows that no part takes.
func TestSharesOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		parts []Part
		want  []string
	}{
		{[]Part{{Rows: 5}, {Rows: rest}}, []string{"1/4", "3/4"}},
		{[]Part{{Rows: 5}, {Rows: 10}}, []string{"1/4", "1/2", "1/4"}},
		{trainTest, []string{"9/10", "1/10"}},
	} {
		shares, err := sharesOf(test.parts, 20)
		var got []string
		for _, s := range shares {
			got = append(got, s.RatString())
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, %v", test.parts, got, err)
		}
	}
	if shares, err := sharesOf([]Part{{Rows: 15}, {Rows: 10}, {Rows: rest}}, 20); err == nil {
		t.Errorf("25 of 20 rows: %v", shares)
	}
}
