package reading

// This file chooses between readings. It is all that decides what a file is.

import (
	"cmp"
	"fmt"
	"slices"
)

// A Score says how well a reading explains the sample, in half grids.
type Score struct {
	Grids  int // grids that are puzzles or solutions; a half if over a tenth of its clues clash, and none if it is drawn and clues clash
	Faults int // malformed records
	Left   int // strays
	Bytes  int // bytes in records, and of names of columns
	halves int // grids whose clues clash
}

// Net returns the half grids that are read, less the malformed and the left ones.
func (a Score) Net() int { return a.Grids - a.Faults - a.Left }

// compare compares readings: the greater one explains more grids. Of equal ones it is the
// one that can be read, then the one with names of columns, then the one that
// the name of the file is for, then the one whose size of puzzle comes first, then the one with more
// bytes in records.
func (r *Reading) compare(other *Reading) int {
	first := 0
	if r.Kind == other.Kind && r.info != nil && other.info != nil && r.info.Order != other.info.Order {
		first = cmp.Compare(other.first, r.first)
	}
	return cmp.Or(
		rank(r.reads())-rank(other.reads()),
		cmp.Compare(r.Score.Net(), other.Score.Net()),
		rank(r.Err == nil)-rank(other.Err == nil),
		rank(r.isTable())-rank(other.isTable()),
		rank(r.isNamed)-rank(other.isNamed),
		first,
		cmp.Compare(r.Score.Bytes, other.Score.Bytes),
	)
}

// rank returns 1 for true.
func rank(is bool) int {
	if is {
		return 1
	}
	return 0
}

// reads reports whether there is a well-formed record, or the form counted puzzles.
func (r *Reading) reads() bool { return r.Counts[Record]+r.Counts[Solution]+r.Score.Grids > 0 }

// isTable reports whether a line names several columns.
func (r *Reading) isTable() bool {
	return r.info != nil && len(r.info.Header) > 0 && !r.info.Unnamed && len(r.info.Columns) > 1
}

// A Choice is the decision between readings.
type Choice struct {
	Best   int   // the index of the best reading; -1: none explains anything
	Order  []int // all readings that explain something, the best first
	Rival  int   // a reading that is as good, but has other puzzles; -1: none
	Reason string
}

// Choose returns the reading that explains most grids; of equal ones the first.
func Choose(all []Reading) Choice {
	c := Choice{Best: -1, Rival: -1}
	for i := range all {
		if all[i].reads() || all[i].Matches || all[i].Puzzles > 0 {
			c.Order = append(c.Order, i)
		}
	}
	slices.SortStableFunc(c.Order, func(i, j int) int { return all[j].compare(&all[i]) })
	if len(c.Order) == 0 {
		return c
	}
	c.prefer(all, (*Reading).isStricter)
	c.prefer(all, (*Reading).isNamedRival)
	c.Best = c.Order[0]
	best := &all[c.Best]
	for _, i := range c.Order[1:] {
		if all[i].isRival(best) && !best.isNamed {
			c.Rival = i
			break
		}
	}
	c.Reason = c.reason(all)
	return c
}

// reason says why the best reading is the best.
func (c *Choice) reason(all []Reading) string {
	if len(c.Order) == 1 {
		return "nothing else explains a grid"
	}
	best, next := &all[c.Best], &all[c.Order[1]]
	for _, i := range c.Order[1:] {
		if next = &all[i]; !next.isWithin(best) || !best.isWithin(next) {
			break
		}
	}
	switch {
	case next.isWithin(best) && best.isWithin(next):
		return "the others have the same puzzles, and are less usual or explain less"
	case best.Score.Net() > next.Score.Net():
		return fmt.Sprintf("it explains %s grids more than the next one", halves(best.Score.Net()-next.Score.Net()))
	case best.Err == nil && next.Err != nil:
		return "the next one cannot be read"
	case best.isTable() && !next.isTable():
		return "it has names of columns"
	case best.Score.Bytes > next.Score.Bytes:
		return fmt.Sprintf("it explains %d bytes more than the next one", best.Score.Bytes-next.Score.Bytes)
	case best.isNamed && !next.isNamed:
		return "the name of the file"
	}
	return "it is more usual than the next one"
}

// prefer puts the first reading that is better than the best one before it.
func (c *Choice) prefer(all []Reading, better func(r, best *Reading) bool) {
	best := &all[c.Order[0]]
	if at := slices.IndexFunc(c.Order, func(i int) bool { return better(&all[i], best) }); at > 0 {
		i := c.Order[at]
		c.Order = slices.Insert(slices.Delete(c.Order, at, at+1), 0, i)
	}
}

// isNamedRival reports whether a reading is a rival of the best one, and the name of the file is for it.
func (r *Reading) isNamedRival(best *Reading) bool {
	return r.isNamed && !best.isNamed && r.isRival(best)
}

// isStricter reports whether a reading has the same puzzles as the best one, but no titles: it reports what does
// not fit.
func (r *Reading) isStricter(best *Reading) bool {
	return r.strict && !best.strict && r.reads() && r.Err == nil && best.Err == nil && r.isWithin(best) && best.isWithin(r)
}

// isRival reports whether a reading is about as good as the best one, with other puzzles.
func (r *Reading) isRival(best *Reading) bool {
	return r.Err == nil && best.Err == nil && r.Kind != best.Kind && isNear(r.Score.Net(), best.Score.Net()) && isNear(r.Score.Bytes, best.Score.Bytes) &&
		!r.isWithin(best) && !best.isWithin(r)
}

// isNear reports whether a number is within a tenth of another.
func isNear(a, b int) bool { return a > 0 && b > 0 && 10*max(a-b, b-a) < max(a, b) }

// isWithin reports whether another reading has all puzzles of this one.
func (r *Reading) isWithin(other *Reading) bool {
	have := map[uint64]bool{}
	for _, grid := range other.grids {
		have[grid] = true
	}
	return !slices.ContainsFunc(r.grids, func(grid uint64) bool { return !have[grid] })
}

// halves returns a number of half grids as text.
func halves(n int) string {
	if n%2 != 0 {
		return fmt.Sprintf("%.1f", float64(n)/2)
	}
	return fmt.Sprint(n / 2)
}
