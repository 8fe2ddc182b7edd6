package sample

// This file chooses the rows with the least points of each class, in bounded memory.

import (
	"container/heap"
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A selection keeps candidates: rows that may be among the rows with the least points of their
// class. It forgets most others at once, and chooses at the end.
type selection struct {
	count  int64
	points *spill.Sorter // of the candidates: class, point, number
	rows   *spill.Spool  // the candidates
	chosen *spill.Sorter // numbers of chosen candidates

	candidates int64
	least      map[draw.Digest]*points // the least points of each class, at most count; nil: there would be too many
	held       int                     // points in least

	names     map[draw.Digest]string // values of the first classes
	classes   int64
	short     []Class
	moreShort int64
}

const (
	// mostHeld limits the points in memory. Beyond it every row is a candidate.
	mostHeld = 1 << 18
	// mostNames and mostShort limit the classes that messages can name, and do name.
	mostNames = 10_000
	mostShort = 5
)

func newSelection(count, memory int64, dir string) (*selection, error) {
	rows, err := spill.NewSpool(dir)
	if err != nil {
		return nil, err
	}
	return &selection{
		count: count, rows: rows, points: spill.NewSorter(dir, memory/2), chosen: spill.NewSorter(dir, memory/2),
		least: map[draw.Digest]*points{}, names: map[draw.Digest]string{},
	}, nil
}

// close removes the temporary files.
func (s *selection) close() {
	_ = s.points.Close()
	_ = s.chosen.Close()
	_ = s.rows.Close()
}

// add adds a row of a class with a value.
func (s *selection) add(class draw.Digest, value []byte, point uint64, row []byte) error {
	if !s.isCandidate(class, point) {
		return nil
	}
	if _, known := s.names[class]; !known && len(s.names) < mostNames {
		s.names[class] = string(value)
	}
	if err := s.points.Add(spill.Entry{class[0], class[1], point, uint64(s.candidates)}); err != nil {
		return err
	}
	s.candidates++
	return s.rows.Add(row)
}

// isCandidate reports whether a row may be chosen. Of equal points the first rows are chosen.
func (s *selection) isCandidate(class draw.Digest, point uint64) bool {
	if s.least == nil {
		return true
	}
	p := s.least[class]
	if p == nil {
		p = new(points)
		s.least[class] = p
	}
	if int64(len(*p)) < s.count {
		heap.Push(p, point)
		if s.held++; s.held > mostHeld {
			s.least = nil
		}
		return true
	}
	if point >= (*p)[0] {
		return false
	}
	(*p)[0] = point
	heap.Fix(p, 0)
	return true
}

// choose chooses the first rows of each class.
func (s *selection) choose(ctx context.Context, stage *pipeline.Stage) error {
	s.least = nil
	if err := s.points.Sort(); err != nil {
		return err
	}
	var class draw.Digest
	rows := int64(0) // of the class
	end := func() {
		if rows > 0 && rows < s.count {
			s.note(Class{s.names[class], rows})
		}
	}
	for i := int64(0); ; i++ {
		if i%stopCheckEvery == 0 {
			stage.Done.Store(i)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		e, err := s.points.Next()
		if errors.Is(err, io.EOF) {
			end()
			return s.chosen.Sort()
		}
		if err != nil {
			return err
		}
		if next := (draw.Digest{e[0], e[1]}); i == 0 || next != class {
			end()
			class, rows = next, 0
			s.classes++
		}
		if rows++; rows <= s.count {
			if err := s.chosen.Add(spill.Entry{e[3]}); err != nil {
				return err
			}
		}
	}
}

// note stores a class with too few rows. The first ones by value stay.
func (s *selection) note(c Class) {
	if len(s.short) < mostShort {
		s.short = append(s.short, c)
	} else {
		s.moreShort++
	}
}

// replay calls put with the chosen rows, in input order.
func (s *selection) replay(ctx context.Context, put func([]byte) error, stage *pipeline.Stage) error {
	if err := s.rows.Rewind(); err != nil {
		return err
	}
	number := int64(-1)
	for i := 0; ; i++ {
		if i%stopCheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e, err := s.chosen.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var row []byte
		for ; number < int64(e[0]); number++ {
			if row, err = s.rows.Next(); err != nil {
				return err
			}
		}
		stage.Done.Store(number)
		if err := put(row); err != nil {
			return err
		}
	}
}

// points is a heap with the greatest point first.
type points []uint64

func (p points) Len() int           { return len(p) }
func (p points) Less(i, j int) bool { return p[i] > p[j] }
func (p points) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

func (p *points) Push(x any) { *p = append(*p, x.(uint64)) } //nolint:forcetypeassert // heap.Push of this file

func (p *points) Pop() any { panic("sample: points are only replaced") }
