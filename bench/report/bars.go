package report

import (
	"fmt"
	"unicode/utf8"
)

// Bars compare series in groups, such as engines on corpora: a horizontal bar or a
// point for each, with its name before it and its value after it.
type Bars struct {
	Title  string
	Unit   string   // of the values, below the axis
	Beside string   // what Series.Beside is; may be ""
	Groups []string // from the top down
	Series []Series
	// Log makes the axis logarithmic: equal distances are equal ratios. Points then
	// stand in place of bars, whose lengths would mislead.
	Log bool
}

// A Series is a value for each group (Bars) or for each X (Lines). One that is
// 0 is missing.
type Series struct {
	Name   string
	Values []float64
	// Low and High are the ends of each value's spread; both nil: none.
	Low, High []float64
	// Beside is what stands behind each value of Bars, such as a ratio; nil: nothing.
	Beside []string
	// Colour is a number from 1 on that stands for the same colour in every chart; 0
	// is the colour of the series' place in its own.
	Colour int
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

// palette lists the style sheet's colours that tell series apart.
var palette = []int{0, 1, 2, 3, 4, 5, 7}

// grey is the one that does not.
const grey = 6

// colour returns the number in the style sheet of the series at a place.
func (s *Series) colour(place int) int {
	switch {
	case s.Faint:
		return grey
	case s.Colour > 0:
		place = s.Colour - 1
	}
	return palette[place%len(palette)]
}

// The sizes of a chart of bars, in pixels.
const (
	barPitch   = 20 // from one bar to the next
	barHeight  = 13
	barsTop    = 4
	groupHead  = 24 // the group's name
	groupSpace = 10
)

// The longest texts in a chart that a phone has room for.
const (
	longestName  = 22
	longestGroup = 44
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
	IsMissing       bool // the axis has no place for the value
}

// newBar makes a bar, with its upper edge at y, that ends at a percentage.
func newBar(y int, at float64, name, value string) barView {
	return barView{
		Y: y, Middle: y + barHeight/2, Text: y + barHeight - 2, At: at, Low: at, High: at,
		Name: Shorten(name, longestName), Value: value,
	}
}

type groupView struct {
	Name string
	Y    int
	Bars []barView
}

type barsView struct {
	Title, Unit         string
	Above               string // the unit of the names
	Left, Right, Height int
	Ticks               []tick
	Groups              []groupView
	Points              bool // in place of bars
}

// fit leaves the names and the values the room that they need.
func (v *barsView) fit() {
	for _, g := range v.Groups {
		for i := range g.Bars {
			v.Left = max(v.Left, textWidth(g.Bars[i].Name))
			v.Right = max(v.Right, textWidth(g.Bars[i].Value))
		}
	}
}

func (b Bars) draw() (string, any) {
	a := newAxis(all(b.Series), b.Log)
	view := barsView{Title: b.Title, Unit: b.Unit + a.note(), Ticks: a.ticks, Points: b.Log}
	if b.Beside != "" {
		view.Unit += "; " + b.Beside
	}
	y := 0
	for i, name := range b.Groups {
		group := groupView{Name: Shorten(name, longestGroup), Y: y + 16}
		y += groupHead
		for j := range b.Series {
			s := &b.Series[j]
			if i >= len(s.Values) || s.Values[i] == 0 {
				continue
			}
			low, high := s.spread(i)
			figure := Number(s.Values[i])
			bar := newBar(y, a.at(s.Values[i]), s.Name, figure)
			bar.Colour, bar.Low, bar.High, bar.HasSpread = s.colour(j), a.at(low), a.at(high), high > low
			bar.Note = fmt.Sprintf("%s, %s: %s %s", name, s.Name, figure, b.Unit)
			if bar.HasSpread {
				bar.Note += fmt.Sprintf(" (%s to %s)", Number(low), Number(high))
			}
			if i < len(s.Beside) && s.Beside[i] != "" {
				bar.Value += "  " + s.Beside[i]
				bar.Note += ", " + s.Beside[i]
			}
			group.Bars = append(group.Bars, bar)
			y += barPitch
		}
		y += groupSpace
		view.Groups = append(view.Groups, group)
	}
	view.Height = y
	view.fit()
	return "bars", view
}

// textWidth returns about how many pixels a text takes beside a plot area.
func textWidth(text string) int { return 10 + 7*utf8.RuneCountInString(text) }
