package split

import (
	"fmt"
	"math/big"
)

// apportion divides classes of the given sizes by the shares of parts, which sum up to 1. Row i of
// the result has the number of rows of class i for each part: its share, rounded up or down. What a
// part gets too little in one class, it gets first in the next. So the totals are also the shares,
// rounded, with rare exceptions by one row.
func apportion(shares []*big.Rat, sizes []int64) [][]int64 {
	a := apportionment{shares: shares, sizes: sizes, owed: make([]*big.Rat, len(shares))}
	for i := range a.owed {
		a.owed[i] = new(big.Rat)
	}
	for class := range sizes {
		a.rows = append(a.rows, a.divide(class))
	}
	for a.balance() {
	}
	return a.rows
}

// An apportionment is the state of apportion.
type apportionment struct {
	shares []*big.Rat
	sizes  []int64
	rows   [][]int64
	owed   []*big.Rat // to each part: its share of all classes so far, without the rows it has
}

// quota returns the exact share of a part in a class, and its whole rows.
func (a *apportionment) quota(class, part int) (exact *big.Rat, whole int64) {
	exact = new(big.Rat).SetInt64(a.sizes[class])
	exact.Mul(exact, a.shares[part])
	return exact, new(big.Int).Div(exact.Num(), exact.Denom()).Int64()
}

// divide divides a class: whole rows first, then one row more for the parts that are owed most.
func (a *apportionment) divide(class int) []int64 {
	rows, left := make([]int64, len(a.shares)), a.sizes[class]
	more := make([]bool, len(a.shares)) // parts that may get one row more
	for part := range rows {
		exact, whole := a.quota(class, part)
		rows[part] = whole
		left -= whole
		more[part] = !exact.IsInt()
		a.owe(part, exact.Sub(exact, new(big.Rat).SetInt64(whole)))
	}
	for ; left > 0; left-- {
		most := -1
		for part, may := range more {
			if may && (most < 0 || a.owed[part].Cmp(a.owed[most]) > 0) {
				most = part
			}
		}
		more[most] = false
		rows[most]++
		a.owe(most, minusOne)
	}
	return rows
}

var minusOne = big.NewRat(-1, 1)

func (a *apportionment) owe(part int, more *big.Rat) { a.owed[part].Add(a.owed[part], more) }

// balance moves a row from the part that has most too many to the part that has most too few, in
// a class where both stay rounded shares. It reports whether it did.
func (a *apportionment) balance() bool {
	few, many := 0, 0
	for part, owed := range a.owed {
		if owed.Cmp(a.owed[few]) > 0 {
			few = part
		}
		if owed.Cmp(a.owed[many]) < 0 {
			many = part
		}
	}
	if new(big.Rat).Sub(a.owed[few], a.owed[many]).Cmp(one) <= 0 {
		return false
	}
	for class, rows := range a.rows {
		exact, whole := a.quota(class, few)
		_, least := a.quota(class, many)
		if !exact.IsInt() && rows[few] == whole && rows[many] > least {
			rows[few]++
			rows[many]--
			a.owe(few, minusOne)
			a.owe(many, one)
			return true
		}
	}
	return false
}

// sharesOf returns the shares of parts in n rows. Rows that no part takes are a share more.
func sharesOf(parts []Part, n int64) (shares []*big.Rat, err error) {
	if parts[0].Share == nil {
		if parts, err = withRest(parts, n); err != nil {
			return nil, err
		}
	}
	left := new(big.Rat).Set(one)
	for _, p := range parts {
		share := p.Share
		if share == nil {
			share = big.NewRat(p.Rows, max(n, 1))
		}
		shares = append(shares, share)
		left.Sub(left, share)
	}
	if left.Sign() > 0 {
		shares = append(shares, left)
	}
	return shares, nil
}

// withRest replaces rest with the number of rows that the other parts leave.
func withRest(parts []Part, n int64) ([]Part, error) {
	left, at := n, -1
	for i, p := range parts {
		switch {
		case p.Rows == rest:
			at = i
			continue
		case p.Rows > left:
			return nil, fmt.Errorf("the parts want more rows than the input has: %d", n)
		}
		left -= p.Rows
	}
	if at >= 0 {
		parts = append([]Part(nil), parts...)
		parts[at].Rows = left
	}
	return parts, nil
}
