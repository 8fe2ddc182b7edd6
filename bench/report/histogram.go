package report

import (
	"fmt"
	"math"
	"strconv"
)

// A Histogram shows how many things fall into each of its bins, which stand
// beside each other at the same width.
type Histogram struct {
	Title string
	XUnit string // what the bins are bins of
	Unit  string // what is counted
	Bins  []Bin
	Log   bool // the counts' axis is logarithmic; the bins are the caller's
}

// A Bin is a range of values and how many there are.
type Bin struct {
	Name  string // the range: "17", "20–24", "1 ms"
	Count int64
}

// maxBins is how many bins LinearBins makes at most.
const maxBins = 40

// LinearBins makes bins of whole numbers: counts[v] is how often v occurs.
// Empty ends are left out, and bins hold several numbers each, a round number
// of them, where there would be more than 40.
func LinearBins(counts []int64) []Bin {
	first, last := bounds(counts)
	width := 1
	for _, w := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		width = w
		if (last-first)/w < maxBins {
			break
		}
	}
	var bins []Bin
	for from := first - first%width; from <= last; from += width {
		bin := Bin{Name: rangeName(uint64(from), uint64(from+width-1))}
		for v := from; v < min(from+width, len(counts)); v++ {
			bin.Count += counts[v]
		}
		bins = append(bins, bin)
	}
	return bins
}

// DoublingBins makes bins of whole numbers that grow by a factor of two:
// counts[n] is how many have n bits (bits.Len64), so the bins are 0, 1, 2–3,
// 4–7 and so on. Empty ends are left out.
func DoublingBins(counts []int64) []Bin {
	first, last := bounds(counts)
	var bins []Bin
	for n := first; n <= last; n++ {
		name := "0"
		if n > 0 {
			name = rangeName(1<<(n-1), 1<<n-1)
		}
		bins = append(bins, Bin{name, counts[n]})
	}
	return bins
}

// bounds returns the first and last index with a count; last < first if there
// is none.
func bounds(counts []int64) (first, last int) {
	first, last = len(counts), -1
	for i, n := range counts {
		if n != 0 {
			first, last = min(first, i), i
		}
	}
	return first, last
}

func rangeName(from, to uint64) string {
	if from == to {
		return strconv.FormatUint(from, 10)
	}
	return fmt.Sprintf("%d–%d", from, to)
}

const histogramHeight = 200 // pixels of the plot area

type columnView struct {
	X, Width, Y, Height float64
	Middle              float64
	Name                string // "" where names would overlap
	Note                string
}

type histogramView struct {
	Title, XUnit, Unit string
	Left, Height       int
	Ticks              []tick // in pixels from the top
	Columns            []columnView
}

func (h Histogram) draw() (string, any) {
	values := make([]float64, 0, len(h.Bins)+1)
	total, widest := int64(0), 1
	for _, b := range h.Bins {
		values = append(values, float64(b.Count))
		total += b.Count
		widest = max(widest, len([]rune(b.Name)))
	}
	if h.Log {
		values = append(values, 1) // so that a single thing is seen
	}
	a := newAxis(values, h.Log)
	down := func(percent float64) float64 { return round2(histogramHeight * (1 - percent/100)) }
	view := histogramView{Title: h.Title, XUnit: h.XUnit, Unit: h.Unit, Left: 58, Height: histogramHeight}
	for _, t := range a.ticks {
		view.Ticks = append(view.Ticks, tick{down(t.At), t.Text})
	}
	pitch := 100 / float64(max(len(h.Bins), 1))
	// A name takes about seven pixels a character and the plot area has 280 on a phone.
	every := int(math.Ceil(float64((7*widest+8)*len(h.Bins)) / 280))
	for i, b := range h.Bins {
		top := down(a.at(float64(b.Count)))
		column := columnView{
			X: round2(pitch * (float64(i) + 0.06)), Width: round2(pitch * 0.88),
			Y: top, Height: round2(histogramHeight - top), Middle: round2(pitch * (float64(i) + 0.5)),
			Note: fmt.Sprintf("%s %s: %d %s (%s %%)", b.Name, h.XUnit, b.Count, h.Unit, Number(100*float64(b.Count)/float64(max(total, 1)))),
		}
		if i%every == 0 {
			column.Name = b.Name
		}
		view.Columns = append(view.Columns, column)
	}
	return "histogram", view
}
