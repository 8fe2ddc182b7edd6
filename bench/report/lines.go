package report

import "fmt"

// Lines show how values grow with X, such as throughput with the number of
// workers.
type Lines struct {
	Title  string
	XUnit  string // of X, below the axis
	Unit   string // of the values, above the chart
	X      []float64
	Series []Series
}

const linesHeight = 260 // pixels of the plot area

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
	x, y := newAxis(l.X, false), newAxis(all(l.Series), false)
	down := func(percent float64) float64 { return round2(linesHeight * (1 - percent/100)) }
	view := linesView{Title: l.Title, XUnit: l.XUnit, Unit: l.Unit, Left: 58, Height: linesHeight}
	for _, v := range l.X {
		view.XTicks = append(view.XTicks, tick{x.at(v), tickText(v)})
	}
	for _, t := range y.ticks {
		view.YTicks = append(view.YTicks, tick{down(t.At), t.Text})
	}
	for i := range l.Series {
		s := &l.Series[i]
		line := lineView{Name: s.Name, Colour: i % colours, Faint: s.Faint}
		if s.Faint {
			line.Colour = grey
		}
		for j, v := range s.Values {
			if j >= len(l.X) || v == 0 {
				continue
			}
			low, high := s.spread(j)
			p := pointView{
				X: x.at(l.X[j]), Y: down(y.at(v)), Low: down(y.at(low)), High: down(y.at(high)), HasSpread: high > low,
				Note: fmt.Sprintf("%s, %s %s: %s %s", s.Name, tickText(l.X[j]), l.XUnit, Number(v), l.Unit),
			}
			if n := len(line.Points); n > 0 {
				before := line.Points[n-1]
				line.Segments = append(line.Segments, segmentView{before.X, before.Y, p.X, p.Y})
			}
			line.Points = append(line.Points, p)
		}
		view.Lines = append(view.Lines, line)
	}
	return "lines", view
}
