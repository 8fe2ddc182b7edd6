package report

// This file draws charts of values in groups.

import (
	"fmt"
	"unicode/utf8"
)

// Bars compare values in groups, such as engines on corpora: a point on a logarithmic axis for
// each, with its name before it and its value after it. Equal distances are equal ratios.
type Bars struct {
	Title  string
	Unit   string // of the values, below the axis
	Groups []Group
}

// A Group is the bars of one thing, such as a corpus.
type Group struct {
	Name string
	Bars []Bar
}

// A Bar is a value of Bars.
type Bar struct {
	Name      string
	Value     float64
	Low, High float64 // the ends of its interval
	Beside    string  // stands after the value, such as a ratio; may be ""
	Colour    int     // a number from 0 on, the same colour in every chart
}

// colours is how many colours the style sheet has for bars.
const colours = 7

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
	Y, Middle, Text int     // pixels
	At, Low, High   float64 // percent
	Colour          int
	Name            string
	Value           string
	Note            string // shown while a pointer rests on it
	HasSpread       bool
	IsMissing       bool // the axis has no place for the value
}

// newBar makes a bar, with its upper edge at y, that ends at a percentage.
func newBar(y int, at float64, name, value string) barView {
	return barView{
		Y: y, Middle: y + barHeight/2, Text: y + barHeight - 2, At: at, Low: at, High: at,
		Name: shorten(name, longestName), Value: value,
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
	Points              bool // instead of bars
}

// fit leaves room for the names, the values and the text of the last tick, which is centred
// at the right end.
func (v *barsView) fit() {
	if n := len(v.Ticks); n > 0 {
		v.Right = max(v.Right, 10+textWidth(v.Ticks[n-1].Text)/2)
	}
	for _, g := range v.Groups {
		for i := range g.Bars {
			v.Left = max(v.Left, 4+textWidth(g.Bars[i].Name)) // digits are narrower than letters
			v.Right = max(v.Right, textWidth(g.Bars[i].Value))
		}
	}
}

// textWidth returns about how many pixels a text next to the plot area takes.
func textWidth(text string) int { return 10 + 7*utf8.RuneCountInString(text) }

func (b Bars) draw() (string, any) {
	var values []float64
	for _, g := range b.Groups {
		for _, bar := range g.Bars {
			values = append(values, bar.Low, bar.Value, bar.High)
		}
	}
	a := newAxis(values, true)
	view := barsView{Title: b.Title, Unit: b.Unit + a.note(), Ticks: a.ticks, Points: true}
	y := 0
	for _, g := range b.Groups {
		group := groupView{Name: shorten(g.Name, longestGroup), Y: y + 16}
		y += groupHead
		for _, bar := range g.Bars {
			figure := Number(bar.Value)
			v := newBar(y, a.at(bar.Value), bar.Name, figure)
			v.Colour, v.Low, v.High, v.HasSpread = bar.Colour%colours, a.at(bar.Low), a.at(bar.High), bar.High > bar.Low
			v.Note = fmt.Sprintf("%s, %s: %s %s (%s to %s)", g.Name, bar.Name, figure, b.Unit, Number(bar.Low), Number(bar.High))
			if bar.Beside != "" {
				v.Value += "  " + bar.Beside
				v.Note += ", " + bar.Beside
			}
			group.Bars = append(group.Bars, v)
			y += barPitch
		}
		y += groupSpace
		view.Groups = append(view.Groups, group)
	}
	view.Height = y
	view.fit()
	return "bars", view
}
