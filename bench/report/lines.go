package report

import "fmt"

// Lines show how values change with X, such as throughput with the number of
// workers. A series has a value for each X; where that is 0, its line goes on
// to the next.
type Lines struct {
	Title  string
	XUnit  string // of X, below the axis
	Unit   string // of the values, above the chart
	X      []float64
	Series []Series
	// Log makes both axes logarithmic.
	Log bool
	// XText names an X; nil: as a number. Without Log all are named that have room.
	XText func(float64) string
}

const (
	linesHeight = 260 // pixels of the plot area
	leastGap    = 9   // percent from the name of an X to the next
)

type pointView struct {
	X, Y, Low, High float64 // Y, Low, High in pixels from the top
	HasSpread       bool
	Note            string
}

type segmentView struct{ X1, Y1, X2, Y2 float64 }

type lineView struct {
	Name     string
	Colour   int
	Faint    bool
	Points   []pointView
	Segments []segmentView
}

type linesView struct {
	Title, XUnit, Unit string
	Left, Height       int
	XTicks, YTicks     []tick // YTicks in pixels from the top
	Lines              []lineView
}

func (l Lines) draw() (string, any) {
	if l.XText == nil {
		l.XText = tickText
	}
	x, y := newAxis(l.X, l.Log), newAxis(all(l.Series), l.Log)
	view := linesView{Title: l.Title, XUnit: l.XUnit + x.note(), Unit: l.Unit + y.note(), Left: 58, Height: linesHeight, XTicks: l.ticks(x)}
	for _, t := range y.ticks {
		view.YTicks = append(view.YTicks, tick{At: down(t.At), Text: t.Text})
	}
	for i := range l.Series {
		view.Lines = append(view.Lines, l.line(i, x, y))
	}
	return "lines", view
}

// down turns a percentage of the plot area into pixels from its top.
func down(percent float64) float64 { return round2(linesHeight * (1 - percent/100)) }

// ticks names values of X.
func (l *Lines) ticks(x *axis) []tick {
	var ticks []tick
	if l.Log {
		for _, t := range x.ticks {
			if t.Text != "" {
				t.Text = l.XText(t.value)
			}
			ticks = append(ticks, t)
		}
		return ticks
	}
	named := -float64(leastGap)
	for _, v := range l.X {
		t := tick{At: x.at(v)}
		if t.At >= named+leastGap {
			t.Text, named = l.XText(v), t.At
		}
		ticks = append(ticks, t)
	}
	return ticks
}

func (l *Lines) line(i int, x, y *axis) lineView {
	s := &l.Series[i]
	line := lineView{Name: s.Name, Colour: s.colour(i), Faint: s.Faint}
	for j, v := range s.Values {
		if j >= len(l.X) || v == 0 {
			continue
		}
		low, high := s.spread(j)
		p := pointView{
			X: x.at(l.X[j]), Y: down(y.at(v)), Low: down(y.at(low)), High: down(y.at(high)), HasSpread: high > low,
			Note: fmt.Sprintf("%s, %s %s: %s %s", s.Name, l.XText(l.X[j]), l.XUnit, Number(v), l.Unit),
		}
		if n := len(line.Points); n > 0 {
			before := line.Points[n-1]
			line.Segments = append(line.Segments, segmentView{before.X, before.Y, p.X, p.Y})
		}
		line.Points = append(line.Points, p)
	}
	return line
}
