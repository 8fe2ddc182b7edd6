package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// The rules of engine masks.

// A union tells of the segments of a line, or of a box, which digits they hold.
type union struct {
	once    uint32 // in some cell
	twice   uint32 // in two or more cells
	several uint32 // in two or more segments
	fixed   uint32 // as the only candidate of a cell
	claimed uint32 // confined to it by a box or line that crosses it
}

func (u *union) add(once, twice, fixed uint32) {
	u.twice |= twice | u.once&once
	u.several |= u.once & once
	u.once |= once
	u.fixed |= fixed
}

// hidden returns the digits with one place, in a cell with other candidates.
func (u *union) hidden() uint32 { return u.once &^ (u.twice | u.fixed) }

// close applies the rules until none removes anything more, and reports
// whether the state is alive.
func (e *masks) close(s *maskState) bool {
	for s.dirty[0]|s.dirty[1] != 0 {
		for side := range s.dirty {
			for s.dirty[side] != 0 {
				b := bits.TrailingZeros32(s.dirty[side])
				s.dirty[side] &= s.dirty[side] - 1
				if !e.closeBand(s, side, b) {
					return false
				}
			}
		}
	}
	s.open, s.fewest = 0, 32
	for _, m := range s.cells {
		if m&(m-1) != 0 {
			s.open++
			s.fewest = min(s.fewest, bits.OnesCount32(m))
		}
	}
	return true
}

// closeBand applies all rules to the lines and boxes of a band, once. It returns
// false if the state is dead.
func (e *masks) closeBand(s *maskState, side, band int) bool {
	v := &e.views[side]
	var segments [geometry.MaxBox][geometry.MaxBox]uint32 // by line and box: the digits
	var lines, boxes [geometry.MaxBox]union
	for i := range v.lines {
		at := band*v.bandStep + i*v.lineStep
		line := &lines[i]
		for k := range v.boxes {
			var once, twice, fixed, clash uint32
			for range v.width {
				m := s.cells[at]
				at += v.cellStep
				twice |= once & m
				once |= m
				one := m & uint32(int32(m&(m-1)-1)>>31) // m if that is one digit
				clash |= fixed & one
				fixed |= one
			}
			if clash|(line.fixed|boxes[k].fixed)&fixed != 0 {
				return false
			}
			segments[i][k] = once
			line.add(once, twice, fixed)
			boxes[k].add(once, twice, fixed)
		}
	}
	return e.confine(v, &segments, &lines, &boxes) && e.reduce(s, side, band, &segments, &lines, &boxes)
}

// confine finds the digits that a box has in one line alone, or a line in one box
// alone. It returns false if a line or box lacks a digit, or if two boxes need
// one line for a digit, or two lines one box.
func (e *masks) confine(v *view, segments *[geometry.MaxBox][geometry.MaxBox]uint32, lines, boxes *[geometry.MaxBox]union) bool {
	held, clash := e.all, uint32(0)
	for k := range v.boxes {
		held &= boxes[k].once
	}
	for i := range v.lines {
		line := &lines[i]
		held &= line.once
		for k := range v.boxes {
			box, digits := &boxes[k], segments[i][k]
			pointed, claimed := digits&^box.several, digits&^line.several
			clash |= line.claimed&pointed | box.claimed&claimed
			line.claimed |= pointed
			box.claimed |= claimed
		}
	}
	return held == e.all && clash == 0
}

// reduce removes the candidates that the rules exclude.
func (e *masks) reduce(s *maskState, side, band int, segments *[geometry.MaxBox][geometry.MaxBox]uint32, lines, boxes *[geometry.MaxBox]union) bool {
	v := &e.views[side]
	for i := range v.lines {
		line := &lines[i]
		for k := range v.boxes {
			box, digits := &boxes[k], segments[i][k]
			barred := digits & (line.claimed&box.several | box.claimed&line.several)
			naked := digits & (line.fixed&line.twice | box.fixed&box.twice)
			hidden := digits & (line.hidden() | box.hidden())
			if barred|naked|hidden == 0 {
				continue
			}
			at := band*v.bandStep + i*v.lineStep + k*v.width*v.cellStep
			for range v.width {
				m := s.cells[at]
				is := m &^ barred
				if is&(is-1) != 0 {
					is &^= naked
				}
				if only := m & hidden; only != 0 {
					if only&(only-1) != 0 {
						return false
					}
					is &= only
				}
				if is != m {
					if is == 0 {
						return false
					}
					s.cells[at] = is
					s.dirty[side] |= 1 << band
					s.dirty[1-side] |= 1 << k
				}
				at += v.cellStep
			}
		}
	}
	return true
}
