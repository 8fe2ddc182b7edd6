package split

import (
	"errors"
	"fmt"
	"math"
)

// ErrUneven reports a part whose number of rows does not match its share.
var ErrUneven = errors.New("parts that are not what their shares say")

// An unevenError reports a part whose number of rows does not match its share. If chance does
// not explain that, the rows were selected by their points: they come from an earlier division
// into the same parts with the same seed.
type unevenError struct {
	Part        string
	Rows, Total int64   // in the part, and in all parts
	Share       float64 // of the part, from 0 to 1
	Chance      bool    // there are so few rows or groups that chance explains it
}

// Is reports whether target is ErrUneven.
func (e *unevenError) Is(target error) bool { return target == ErrUneven }

func (e *unevenError) Error() string {
	got := fmt.Sprintf("part %s has %d of %d rows, want %.4g %%", e.Part, e.Rows, e.Total, 100*e.Share)
	if e.Chance {
		return got + ": too few rows, or groups of rows, to divide by chance"
	}
	return got + ": these rows were probably divided into the same parts with the same seed before"
}

// maxDeviation is the allowed deviation from a share, in standard deviations.
const maxDeviation = 6

// checkEven returns an error if a part is empty, or if chance does not explain its number of
// rows. A row falls into a part with the probability of the part's share, and all rows of a
// group together. So the variance is share·(1-share)·Σsize². One large group in a small part is
// likelier than the variance says, so its size is allowed for. No rows at all are no error.
func checkEven(parts []Part, rows []int64, sizes *groupSizes) error {
	total := sum(rows)
	if total == 0 {
		return nil
	}
	for i, p := range parts {
		share, _ := p.Share.Float64()
		deviation := math.Abs(float64(rows[i]) - share*float64(total))
		likely := deviation <= maxDeviation*math.Sqrt(share*(1-share)*sizes.squares())+sizes.largest()
		if rows[i] == 0 || !likely {
			return &unevenError{Part: p.Name, Rows: rows[i], Total: total, Share: share, Chance: likely}
		}
	}
	return nil
}

// groupSizes estimates the sum of the squares of the sizes of groups, in constant memory. Each
// record adds the sign of its group to the cell of its group; the expected square of a cell is
// the sum over its groups. (Count sketch: Charikar, Chen, Farach-Colton 2002.) A thousand cells
// make the standard error 4 %. Cell and sign are the low bits of the point, which do not depend
// on the part that the high bits choose.
type groupSizes [1024]int64

func (g *groupSizes) add(point uint64) {
	sign := 1 - 2*int64(point>>10&1)
	g[point&1023] += sign
}

func (g *groupSizes) squares() float64 {
	sum := 0.0
	for _, cell := range g {
		sum += float64(cell) * float64(cell)
	}
	return sum
}

// largest returns about the size of the largest group, or more.
func (g *groupSizes) largest() float64 {
	most := int64(0)
	for _, cell := range g {
		most = max(most, cell, -cell)
	}
	return float64(most)
}
