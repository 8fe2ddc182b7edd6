// Package later decides about rows when all rows have been read.
//
// A verb that must see all rows keeps them, and adds a key of each to a sorter. At the end the
// keys are sorted, which brings equal keys together. A rule goes through them and decides, and
// the kept rows are read once more, in input order or in another one. The rules of this package
// are [Distinct], [Ordered] and [Least]; packages split and check have rules of their own.
//
// What does not fit into memory is in temporary files (package spill). Memory is bounded, and
// the result does not depend on the amount.
package later

import (
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A Store says where rows and keys wait.
type Store struct {
	// Memory is the number of bytes for rows and keys, in addition to buffers of fixed size.
	// What does not fit goes to temporary files in Dir ("" = the system's); 0 is the least that
	// works.
	Memory   int64
	Dir      string
	Progress *pipeline.Progress // shows each stage; nil: not shown
}

// Part returns a store with a part of the memory.
func (s *Store) Part(of, all int64) *Store {
	part := *s
	part.Memory = s.Memory / all * of
	return &part
}

// keys returns a sorter that has a part of the memory.
func (s *Store) keys(part int64) *spill.Sorter { return spill.NewSorter(s.Dir, s.Memory/part) }

// stopCheckEvery is the number of rows or keys between two checks for cancellation.
const stopCheckEvery = 1 << 12

// Walk calls do with each value that next returns before io.EOF. It counts them in the stage,
// and ends with the context.
func Walk[T any](ctx context.Context, stage *pipeline.Stage, next func() (T, error), do func(T) error) error {
	for i := int64(0); ; i++ {
		if i%stopCheckEvery == 0 {
			stage.Done.Add(min(i, stopCheckEvery))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		value, err := next()
		if errors.Is(err, io.EOF) {
			stage.Done.Add(i % stopCheckEvery)
			return nil
		}
		if err == nil {
			err = do(value)
		}
		if err != nil {
			return err
		}
	}
}

// replay calls do with each row of a spool, in input order, and with whether its number, from 0,
// is among the numbers in marks. Both are used up.
func replay(ctx context.Context, stage *pipeline.Stage, rows *spill.Spool, marks *spill.Sorter, do func(row []byte, marked bool) error) error {
	if err := errors.Join(marks.Sort(), rows.Rewind()); err != nil {
		return err
	}
	mark, markErr := marks.Next()
	number := uint64(0)
	err := Walk(ctx, stage, rows.Next, func(row []byte) error {
		marked := markErr == nil && mark[0] == number
		if marked {
			mark, markErr = marks.Next()
		}
		number++
		return do(row, marked)
	})
	if err == nil && !errors.Is(markErr, io.EOF) {
		err = markErr
	}
	return err
}
