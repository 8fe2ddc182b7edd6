package report

// This file has the axes of charts.

import (
	"math"
	"slices"
)

// An axis maps values to percent of the plot area.
type axis struct {
	low, high float64 // the values at 0 and 100 percent
	log       bool
	ticks     []tick
}

// A tick is a value that an axis names.
type tick struct {
	At    float64 // percent
	Text  string
	value float64
}

// maxTicks is how many texts of ticks fit the width of a phone.
const maxTicks = 5

// newAxis makes an axis that shows all values. A linear axis begins at 0, a logarithmic one at
// the power of ten at or below the least value above 0.
func newAxis(values []float64, log bool) *axis {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		if v > 0 && !math.IsInf(v, 0) {
			least, most = min(least, v), max(most, v)
		}
	}
	if most == 0 {
		least, most = 1, 1
	}
	a := &axis{log: log}
	if log {
		a.logarithmic(least, most)
	} else {
		a.linear(most)
	}
	return a
}

// linear chooses steps of 1, 2 or 5 times a power of ten.
func (a *axis) linear(most float64) {
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for _, part := range []float64{0.1, 0.2, 0.5, 1, 2, 5} {
		if most <= part*step*(maxTicks-1) {
			step *= part
			break
		}
	}
	steps := math.Ceil(most/step - 1e-9)
	a.high = steps * step
	for i := 0.0; i <= steps; i++ {
		a.ticks = append(a.ticks, tick{round2(100 * i / steps), tickText(i * step), i * step})
	}
}

// logarithmic begins at a power of ten and ends at 1, 2 or 5 times a power of ten.
func (a *axis) logarithmic(least, most float64) {
	first := int(math.Floor(math.Log10(least * (1 + 1e-9))))
	a.low = math.Pow10(first)
	a.high = max(roundUp(most), 2*a.low)
	decades := math.Log10(a.high / a.low)
	factors := []float64{1, 2, 5}
	if decades > 1.1 { // else names were less than a quarter of the axis apart, too near on a phone
		factors = factors[:1]
	}
	stride := max(1, int(math.Ceil(decades/(maxTicks-1))))
	for power := first; math.Pow10(power) <= a.high*1.001; power++ {
		for _, factor := range factors {
			v := math.Pow10(power) * factor
			if v < a.low*0.999 || v > a.high*1.001 {
				continue
			}
			t := tick{At: a.at(v), value: v}
			if len(factors) > 1 || (power-first)%stride == 0 {
				t.Text = tickText(v)
			}
			a.ticks = append(a.ticks, t)
		}
	}
}

// note is what follows the unit of a logarithmic axis.
func (a *axis) note() string {
	if a.log {
		return ", on a logarithmic scale"
	}
	return ""
}

// whole returns the ticks of an axis of counts, without texts at fractions.
func (a *axis) whole() []tick {
	ticks := slices.Clone(a.ticks)
	for i := range ticks {
		if v := ticks[i].value; v != math.Trunc(v) {
			ticks[i].Text = ""
		}
	}
	return ticks
}

func roundUp(v float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	for _, factor := range []float64{1, 2, 5} {
		if decade*factor >= v*0.999 {
			return decade * factor
		}
	}
	return decade * 10
}

// at returns the place of a value, in percent. A value beyond an end is placed at that end.
func (a *axis) at(v float64) float64 {
	share := 0.0
	switch {
	case !a.log:
		share = (v - a.low) / (a.high - a.low)
	case v > 0:
		share = math.Log(v/a.low) / math.Log(a.high/a.low)
	}
	return round2(100 * min(1, max(0, share)))
}
