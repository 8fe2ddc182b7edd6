package convert

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A sorted keeper writes all answers at the end, in the order of their puzzles.
type sorted struct {
	unique bool
	texts  *spill.Texts
	left   int64 // answers dropped
	count  int64
	last   []byte
}

func newSorted(opts *Options) *sorted {
	return &sorted{unique: opts.Unique, texts: spill.NewTexts(opts.TempDir, opts.Memory)}
}

// malformed is the key of malformed records; it is greater than all others.
var malformed = []byte{0xff}

func (s *sorted) repeated() int64 { return s.left }

func (s *sorted) add(answer []byte, cells []uint8, _ key) (now bool, err error) {
	if cells == nil {
		cells = malformed
	}
	s.count++
	return false, s.texts.Add(cells, answer)
}

func (s *sorted) finish(ctx context.Context, out *output) error {
	stage := out.progress.Begin("sorting", s.count)
	if err := s.texts.Sort(); err != nil {
		return err
	}
	for {
		stage.Done.Add(1)
		cells, answer, err := s.texts.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if s.unique && bytes.Equal(cells, s.last) && !bytes.Equal(cells, malformed) {
			s.left++
			continue
		}
		s.last = append(s.last[:0], cells...)
		if err := out.add(ctx, answer); err != nil {
			return err
		}
	}
}

func (s *sorted) close() { _ = s.texts.Close() } // the file is temporary
