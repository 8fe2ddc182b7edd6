package bulk

import (
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Piece is a run of records of one size in a text.
type Piece struct {
	Form Form
	To   int // where it ends
}

// Sizes divides texts of a file that has puzzles of several sizes. One goroutine uses it.
type Sizes struct {
	forms   []Form
	records model.Records
	spans   []model.Span
	fits    []int // by record: the first form that reads it, or -1
}

// SizesOf returns the Sizes of a file, or nil if it has only the size of its form, found. prefix
// and eof are as in [Detect], and sizes the sizes that the user allows.
func SizesOf(found Form, prefix []byte, eof bool, hints model.Hints) *Sizes {
	resizer, ok := found.file().(form.Resizer)
	if !ok && !found.PlainLines() || found.info().CellColumns > 1 || found.LeavesOutSolutions() {
		return nil
	}
	s := &Sizes{forms: []Form{found}}
	hints.Explain = nil
	if !found.PlainLines() {
		i := found.info()
		hints.Puzzle = strconv.Itoa(i.Puzzle + 1)
		if i.Objects || !i.Unnamed {
			hints.Puzzle = i.AllColumns()[i.Puzzle].Name
		}
	}
	for _, side := range hints.Sizes {
		if side == found.Order {
			continue
		}
		if found.PlainLines() {
			s.forms = append(s.forms, Form{Kind: found.Kind, Order: side})
			continue
		}
		hints.Sizes = []int{side}
		f, err := DetectWith(prefix, eof, found.Kind, hints) // the sample shows the digits
		if err != nil || f.Order != side || f.Kind != found.Kind || len(f.info().Columns) != len(found.info().Columns) || f.info().Puzzle != found.info().Puzzle {
			f = formOf(found.Kind, resizer.Resized(side))
		}
		s.forms = append(s.forms, f)
	}
	return s
}

// Forms returns a form for each size; the first is for records that fit none.
func (s *Sizes) Forms() []Form { return s.forms }

// Pieces appends the pieces of a text that a Framer of the first form cut. Each record is in a
// form that reads it, if there is one, and else in the first form, in which it is malformed.
func (s *Sizes) Pieces(dst []Piece, text []byte) []Piece {
	s.spans = s.forms[0].Spans(s.spans[:0], text)
	s.fits = slices.Grow(s.fits[:0], len(s.spans))[:len(s.spans)]
	for i := range s.fits {
		s.fits[i] = -1
	}
	for i, f := range s.forms {
		f.Decode(&s.records, text)
		faults := s.records.Faults
		if s.records.N != len(s.spans) {
			continue // its records are others
		}
		for record := range s.fits {
			if len(faults) > 0 && faults[0].Record == record {
				faults = faults[1:]
			} else if s.fits[record] < 0 {
				s.fits[record] = i
			}
		}
	}
	last := 0
	for record, fits := range s.fits {
		if fits = max(fits, 0); record > 0 && fits != last {
			dst = append(dst, Piece{s.forms[last], s.spans[record].From})
		}
		last = fits
	}
	return append(dst, Piece{s.forms[last], len(text)})
}
