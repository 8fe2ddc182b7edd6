package generate

import "errors"

// ErrNotMade is that no puzzle as asked for came up in Options.MaxTries tries.
var ErrNotMade = errors.New("no such puzzle found")

// Puzzle makes puzzle number i: the same one that a Generator of these options
// makes under that number. It returns the puzzle and its solution, order² cells
// each, 0 for a blank, which are the caller's. The error is [ErrNotMade], or why
// no puzzle can be as asked for. A [Generator] makes many in a fraction of the
// time.
func Puzzle(opts Options, i uint64) (cells, solution []uint8, err error) {
	g, err := New(opts)
	if err != nil {
		return nil, nil, err
	}
	n := opts.Order * opts.Order
	b := &Batch{First: i, Cells: make([]uint8, n), Solutions: make([]uint8, n), Results: make([]Result, 1)}
	g.Feed(b)
	g.Flush()
	if !b.Results[0].Made {
		return nil, nil, ErrNotMade
	}
	return b.Cells, b.Solutions, nil
}
