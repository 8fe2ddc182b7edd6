package bench

import (
	"maps"
	"testing"
	"time"
)

func TestSurvival(t *testing.T) {
	t.Parallel()
	l := Latency{Timed: 1000, Max: 7500, Bins: []LatencyBin{{2000, 900}, {5000, 90}, {10_000, 10}}}
	want := map[float64]float64{1000: 100, 2000: 10, 5000: 1, 7500: 0.1}
	if got := l.survival(); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for end, want := range map[time.Duration]time.Duration{1000: 500, 2000: 1000, 5000: 2000, 50: 20, 10: 5, time.Second: time.Second / 2} {
		if got := stepBefore(end); got != want {
			t.Errorf("%v: %v, want %v", end, got, want)
		}
	}
}

// TestColoursOf wants an engine to have one colour, however it is run, and no two the same.
func TestColoursOf(t *testing.T) {
	t.Parallel()
	list := figures()
	list[6].Engine = "sudokubatch lanes"
	c := coloursOf(list)
	if len(c) != 3 || c.of(&list[0]) != c.of(&list[6]) || c.of(&list[0]) == c.of(&list[2]) || c.of(&list[2]) == c.of(&list[5]) || c.of(&list[5]) == 0 {
		t.Errorf("%v", c)
	}
}

// TestCurves wants the engines of a corpus and limit in one chart.
func TestCurves(t *testing.T) {
	t.Parallel()
	list := figures()
	list[2].Latency, list[3].Latency = list[0].Latency, list[0].Latency
	charts := curves(list, coloursOf(list))
	if len(charts) != 2 || len(charts[0].Series) != 2 || len(charts[1].Series) != 1 || charts[0].Series[0].Colour == charts[0].Series[1].Colour {
		t.Errorf("%+v", charts)
	}
}
