package report

import (
	"fmt"
	"unicode/utf8"
)

// Bars compare series in groups, such as engines on corpora: a horizontal bar
// for each, with its name before it and its value after it.
type Bars struct {
	Title  string
	Unit   string   // of the values, below the axis
	Groups []string // from the top down
	Series []Series
	// Log makes the axis logarithmic: the lengths of bars then show ratios,
	// by where they end, and it does not begin at 0.
	Log bool
}

// A Series is a value for each group (Bars) or for each X (Lines). One that is
// 0 is missing.
type Series struct {
	Name   string
	Values []float64
	// Low and High are the ends of each value's spread; both nil: none.
	Low, High []float64
	// Faint draws the series (Lines) as something to compare with, and not as a
	// measurement.
	Faint bool
}

// spread returns the ends of a value's spread, the value itself if it has none.
func (s *Series) spread(i int) (low, high float64) {
	low, high = s.Values[i], s.Values[i]
	if i < len(s.Low) && i < len(s.High) {
		low, high = min(low, s.Low[i]), max(high, s.High[i])
	}
	return low, high
}

// all returns the values of all series and the ends of their spreads.
func all(series []Series) []float64 {
	var values []float64
	for i := range series {
		for j := range series[i].Values {
			low, high := series[i].spread(j)
			values = append(values, low, high)
		}
	}
	return values
}

// colours is the number of colours in the style sheet, of which one is grey.
const (
	colours = 8
	grey    = 6
)

// The sizes of a chart of bars, in pixels.
const (
	barPitch   = 20 // from one bar to the next
	barHeight  = 13
	groupHead  = 24 // the group's name
	groupSpace = 10
)

type barView struct {
	Y, Middle, Text int // pixels
	At              float64
	Low, High       float64
	Colour          int
	Name            string
	Value           string
	Note            string // what a pointer that rests on it shows
	HasSpread       bool
}

type groupView struct {
	Name string
	Y    int
	Bars []barView
}

type barsView struct {
	Title, Unit         string
	Left, Right, Height int
	Ticks               []tick
	Groups              []groupView
}

func (b Bars) draw() (string, any) {
	a := newAxis(all(b.Series), b.Log)
	view := barsView{Title: b.Title, Unit: b.Unit, Ticks: a.ticks, Right: 66}
	for i := range b.Series {
		view.Left = max(view.Left, nameWidth(b.Series[i].Name))
	}
	y := 0
	for i, name := range b.Groups {
		group := groupView{Name: name, Y: y + 16}
		y += groupHead
		for j := range b.Series {
			s := &b.Series[j]
			if i >= len(s.Values) || s.Values[i] == 0 {
				continue
			}
			low, high := s.spread(i)
			bar := barView{
				Y: y, Middle: y + barHeight/2, Text: y + barHeight - 2,
				At: a.at(s.Values[i]), Low: a.at(low), High: a.at(high),
				Colour: j % colours, Name: s.Name, Value: Number(s.Values[i]), HasSpread: high > low,
			}
			bar.Note = fmt.Sprintf("%s, %s: %s %s", name, s.Name, bar.Value, b.Unit)
			if bar.HasSpread {
				bar.Note += fmt.Sprintf(" (%s to %s)", Number(low), Number(high))
			}
			group.Bars = append(group.Bars, bar)
			y += barPitch
		}
		y += groupSpace
		view.Groups = append(view.Groups, group)
	}
	view.Height = y
	return "bars", view
}

// nameWidth returns about how many pixels a name takes before a plot area.
func nameWidth(name string) int { return 10 + 7*utf8.RuneCountInString(name) }
