package report

// This file draws histograms, and makes their bins.

import (
	"fmt"
	"strconv"

	"github.com/dustin/go-humanize"
)

// A Histogram shows how many things fall into each bin. Each bin has a bar or a point, with its
// range before it and its count after it. The bars are horizontal, so that the counts can be
// read on paper and on a phone, where no pointer can rest on a bar.
type Histogram struct {
	Title string
	XUnit string // the unit of the ranges
	Unit  string // the unit of the counts
	Bins  []Bin
	// Log makes the axis of the counts logarithmic, from 1 on. It has points instead of bars,
	// whose lengths would mislead.
	Log bool
}

// A Bin is a range of values, and how many values are in it.
type Bin struct {
	Name  string // the range: "17", "20–24", "malformed"
	Count int64
}

// maxBins is how many bins LinearBins makes at most.
const maxBins = 40

// LinearBins makes bins of whole numbers: counts[v] is how often v occurs. It leaves empty bins
// at the ends out. If there would be more than 40 bins, each holds a round number of values.
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

// DoublingBins makes bins of whole numbers that grow by a factor of two: counts[n] is how many
// values have n bits (bits.Len64), so the bins are 0, 1, 2–3, 4–7 and so on. It leaves empty
// bins at the ends out.
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

// bounds returns the first and the last index with a count; last < first if all are 0.
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

// binPitch is how many pixels it is from one bin to the next.
const binPitch = 17

func (h Histogram) draw() (string, any) {
	counts := []float64{1} // where a logarithmic axis begins
	total := int64(0)
	for _, b := range h.Bins {
		counts = append(counts, float64(b.Count))
		total += b.Count
	}
	a := newAxis(counts, h.Log)
	view := barsView{Title: h.Title, Unit: h.Unit + a.note(), Above: h.XUnit, Ticks: a.whole(), Points: h.Log}
	group := groupView{}
	for i, b := range h.Bins {
		y := i*binPitch + barsTop
		bar := newBar(y, a.at(float64(b.Count)), b.Name, humanize.Comma(b.Count))
		bar.IsMissing = h.Log && b.Count == 0
		bar.Note = fmt.Sprintf("%s %s: %s %s (%s %%)", b.Name, h.XUnit, bar.Value, h.Unit, Number(100*float64(b.Count)/float64(max(total, 1))))
		group.Bars = append(group.Bars, bar)
	}
	view.Groups = []groupView{group}
	view.Height = len(h.Bins)*binPitch + 2*barsTop
	view.fit()
	return "bars", view
}
