package split

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// sortMemory is the memory for sorting points. It sorts more than a hundred million at full
// speed, see spill.Sorter.
const sortMemory = 16 << 20

// stopCheckEvery is the number of records between two checks for cancellation.
const stopCheckEvery = 1 << 12

// An ordering keeps records and sorts their points, to find the ends of exact parts.
type ordering struct {
	points *spill.Sorter
	rows   *spill.Spool // each with its point first, in input order
	count  int64
	text   []byte
}

func newOrdering(dir string) (*ordering, error) {
	rows, err := spill.NewSpool(dir)
	if err != nil {
		return nil, err
	}
	return &ordering{points: spill.NewSorter(dir, sortMemory), rows: rows}, nil
}

// close removes the temporary files.
func (o *ordering) close() {
	_ = o.points.Close()
	_ = o.rows.Close()
}

func (o *ordering) add(point uint64, row []byte) error {
	o.count++
	o.text = append(binary.BigEndian.AppendUint64(o.text[:0], point), row...)
	if err := o.rows.Add(o.text); err != nil {
		return err
	}
	return o.points.Add(spill.Entry{point})
}

// ends finds the ends of the parts. Each end is the border between two classes of equal points
// that is nearest to the wanted number of rows.
func (o *ordering) ends(ctx context.Context, parts []Part, stage *pipeline.Stage) (ends, error) {
	wanted, err := rowsBefore(parts, o.count)
	if err != nil {
		return nil, err
	}
	if err := o.points.Sort(); err != nil {
		return nil, err
	}
	var e ends
	var c class
	for len(wanted) > 0 {
		if err := o.next(ctx, &c); err != nil {
			return nil, err
		}
		stage.Done.Store(c.to)
		for len(wanted) > 0 && wanted[0] < c.to {
			e = append(e, c.end(wanted[0]))
			wanted = wanted[1:]
		}
		if c.last {
			for range wanted {
				e = append(e, beyond)
			}
			return e, nil
		}
	}
	return e, nil
}

// A class is the records with one point: rows from to to-1 in the order of points.
type class struct {
	point, following uint64
	from, to         int64
	begun, last      bool // last: no class follows
}

// end returns the end of the class, or its beginning, whichever is nearer to a row in it.
func (c *class) end(row int64) uint64 {
	switch {
	case row-c.from <= c.to-row:
		return c.point
	case c.last:
		return beyond
	}
	return c.following
}

// next goes to the next class. Its first point was read before.
func (o *ordering) next(ctx context.Context, c *class) error {
	if !c.begun {
		c.begun = true
		if err := o.read(c); err != nil || c.last {
			return err
		}
	}
	c.from, c.point = c.to, c.following
	for c.to++; ; c.to++ {
		if c.to%stopCheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := o.read(c); err != nil || c.last || c.following != c.point {
			return err
		}
	}
}

// read reads the following point, or finds that there is none.
func (o *ordering) read(c *class) error {
	e, err := o.points.Next()
	if errors.Is(err, io.EOF) {
		c.last = true
		return nil
	}
	c.following = e[0]
	return err
}

// rowsBefore returns the wanted number of rows, of n, before the end of each part. The last
// part has an end only if rows are left over.
func rowsBefore(parts []Part, n int64) (rows []int64, err error) {
	if parts[0].Share == nil {
		if parts, err = withRest(parts, n); err != nil {
			return nil, err
		}
	}
	share, sum := new(big.Rat), int64(0)
	for _, p := range parts {
		if p.Share != nil {
			share.Add(share, p.Share)
			sum = nearest(share, n)
		} else {
			sum += p.Rows
		}
		rows = append(rows, sum)
	}
	if sum == n {
		rows = rows[:len(rows)-1]
	}
	return rows, nil
}

// nearest returns a share of n, rounded.
func nearest(share *big.Rat, n int64) int64 {
	x := new(big.Rat).Mul(share, new(big.Rat).SetInt64(n))
	twice := new(big.Int).Lsh(x.Num(), 1)
	twice.Add(twice, x.Denom())
	return twice.Div(twice, new(big.Int).Lsh(x.Denom(), 1)).Int64()
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

// replay calls do with every record, in input order.
func (o *ordering) replay(ctx context.Context, do func(point uint64, row []byte) error, stage *pipeline.Stage) error {
	if err := o.rows.Rewind(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if i%stopCheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		stage.Done.Store(int64(i))
		text, err := o.rows.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = do(binary.BigEndian.Uint64(text), text[8:])
		}
		if err != nil {
			return err
		}
	}
}
