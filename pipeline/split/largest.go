package split

// This file divides the groups of a class, and can place the largest groups first.

import (
	"cmp"
	"slices"
)

// maxLargest is the number of groups that can be placed first.
const maxLargest = 1 << 12

// A sizedGroup is the place of a group in the order, and its rows.
type sizedGroup struct {
	place uint64
	rows  int64
}

// sortLargest returns the largest groups, in descending order.
func sortLargest(groups []sizedGroup) []sizedGroup {
	slices.SortFunc(groups, func(a, b sizedGroup) int { return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.place, b.place)) })
	return groups[:min(len(groups), maxLargest)]
}

// A division divides the groups of a class. Those that are not placed first are cut in their order.
type division struct {
	wanted []int64        // rows of each part
	first  map[uint64]int // parts of the groups that are placed first, by place
	rest   []int64        // wanted rows of each part, without these groups
	ends   ends
	at     int64 // rows of the groups that were cut
	got    []int64
}

// newDivision returns a division that places some groups first, the largest before the others, each in the part that
// lacks most rows. all says that there are no other groups: no part then stays empty if there are enough.
func newDivision(wanted []int64, largest []sizedGroup, all bool) *division {
	d := &division{wanted: wanted, first: map[uint64]int{}, got: make([]int64, len(wanted))}
	for i, g := range largest {
		part, last := -1, all && len(largest)-i <= d.empty()
		for other := range wanted {
			if last && d.got[other] > 0 {
				continue
			}
			if part < 0 || wanted[other]-d.got[other] > wanted[part]-d.got[part] {
				part = other
			}
		}
		d.first[g.place] = part
		d.got[part] += g.rows
	}
	d.rest = missing(wanted, d.got)
	return d
}

// add adds the next group of the order.
func (d *division) add(g sizedGroup) {
	if _, placed := d.first[g.place]; placed {
		return
	}
	d.ends = d.ends.until(d.rest, g.place, d.at, d.at+g.rows)
	d.got[d.ends.of(g.place)] += g.rows
	d.at += g.rows
}

// of returns the part of the group at a place, after all groups were added.
func (d *division) of(place uint64) int {
	if part, placed := d.first[place]; placed {
		return part
	}
	return d.ends.of(place)
}

// empty returns the number of parts that want rows and have none.
func (d *division) empty() (n int) {
	for part, rows := range d.got {
		if rows == 0 && d.wanted[part] > 0 {
			n++
		}
	}
	return n
}

// off returns the number of rows that parts have too many or too few, if a part has a tenth too many or too few.
func (d *division) off() (rows int64) {
	far := false
	for part, got := range d.got {
		by := max(got-d.wanted[part], d.wanted[part]-got)
		rows += by
		far = far || 10*by > d.wanted[part]
	}
	if !far {
		return 0
	}
	return rows
}
