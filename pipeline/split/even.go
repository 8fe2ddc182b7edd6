package split

import (
	"errors"
	"fmt"
	"math"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
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
	Groups      bool    // large groups explain it
}

// Is reports whether target is ErrUneven.
func (e *unevenError) Is(target error) bool { return target == ErrUneven && !e.Groups }

func (e *unevenError) Error() string {
	got := fmt.Sprintf("part %s has %d of %d rows, want %.4g %%", e.Part, e.Rows, e.Total, 100*e.Share)
	if e.Groups {
		return got + ": groups of rows stay together"
	}
	if e.Chance {
		return got + ": too few rows, or groups of rows, to divide by chance"
	}
	return got + ": these rows were probably divided into the same parts with the same seed before"
}

// checkEven returns an error if a part is empty, or if chance does not explain its number of
// rows. No rows at all are no error.
func checkEven(parts []Part, rows []int64, sizes *draw.Sizes) error {
	total := sum(rows)
	if total == 0 {
		return nil
	}
	for i, p := range parts {
		share, _ := p.Share.Float64()
		likely := sizes.Explains(rows[i], total, share)
		if rows[i] == 0 || !likely {
			return &unevenError{Part: p.Name, Rows: rows[i], Total: total, Share: share, Chance: likely}
		}
	}
	return nil
}

// missed describes the part that misses its share most, if one does by more than a tenth and a row. It returns nil if none does.
func (d *divider) missed() error {
	total := sum(d.summary.Rows) + d.summary.LeftOut
	shares, err := sharesOf(d.cfg.Parts, total)
	if err != nil {
		return err
	}
	var worst error
	most := 1.0
	for i, rows := range d.summary.Rows {
		share, _ := shares[i].Float64()
		wanted := share * float64(total)
		if by := math.Abs(float64(rows) - wanted); 10*by > wanted && by > most {
			most, worst = by, &unevenError{Part: d.cfg.Parts[i].Name, Rows: rows, Total: total, Share: share, Groups: true}
		}
	}
	return worst
}
