package console

import (
	"testing"
	"time"
)

// TestTimeLeft plays runs back, a mark each second, and asks for the time left at a moment.
func TestTimeLeft(t *testing.T) {
	t.Parallel()
	steady := func(s float64) float64 { return s }
	pieces := func(s float64) float64 { return float64(int(s) / 60 * 60) } // one a minute
	for _, tt := range []struct {
		name        string
		done        func(seconds float64) float64
		total       float64
		now         int
		least, most float64 // -1: unknown
	}{
		{"steady", steady, 100, 40, 60, 60},
		{"at once", steady, 100, 1, 99, 99},
		{"nothing yet", func(float64) float64 { return 0 }, 100, 40, -1, -1},
		{"a fast start, then a hundredth", func(s float64) float64 { return min(s, 10) + max(0, s-10)/100 }, 20, 40, 930, 970},
		{"a slow start", func(s float64) float64 { return s/100 + max(0, s-20) }, 100, 90, 25, 32},
		{"a run that goes on after half", func(s float64) float64 { return min(s, 1)*50 + s }, 100, 10, 40, 45},
		{"a small file in four pieces", pieces, 240, 179, 60, 62},
		{"its last piece", pieces, 240, 230, 9, 11},
		{"a piece that is late", pieces, 240, 290, 0, 0},
		{"a piece that is late, and another", pieces, 300, 299, 1, 2},
		{"a stall near the end", func(s float64) float64 { return min(s, 99) }, 100, 200, 0, 3},
		{"a stall in the middle", func(s float64) float64 { return min(s, 50) }, 100, 100, 150, 200},
		{"a stall for most of the time", func(s float64) float64 { return min(s, 50) }, 100, 200, -1, -1},
	} {
		var p pace
		for s := range tt.now + 1 {
			p.note(time.Duration(s)*time.Second, tt.done(float64(s)))
		}
		got, known := p.left(time.Duration(tt.now)*time.Second, tt.total)
		if seconds := got.Seconds(); known != (tt.least >= 0) || known && (seconds < tt.least || seconds > tt.most) {
			t.Errorf("%s: %v left, %v; want %v to %v", tt.name, got, known, tt.least, tt.most)
		}
		if len(p.marks) > 150 {
			t.Errorf("%s: %d marks", tt.name, len(p.marks))
		}
	}
}
