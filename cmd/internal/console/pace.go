package console

import "time"

// A pace estimates the time that is left from how much was done when. It looks at the last two thirds of
// the time, so that a fast start is forgotten and a slow piece of work does not count alone.
type pace struct{ marks []mark }

// A mark is how much was done at a time.
type mark struct {
	at   time.Duration
	done float64
}

// note notes how much is done. It keeps some hundred marks at most.
func (p *pace) note(at time.Duration, done float64) {
	n := len(p.marks)
	if n == 0 || done > p.marks[n-1].done && at-p.marks[n-1].at >= at/64 {
		p.marks = append(p.marks, mark{at, done})
	}
	for len(p.marks) > 1 && p.marks[1].at <= at/3 {
		p.marks = p.marks[1:]
	}
}

// left returns the time from now on until all is done. ok is false if nothing was done for most of the
// time.
func (p *pace) left(now time.Duration, total float64) (left time.Duration, ok bool) {
	n := len(p.marks)
	if n < 2 {
		return 0, false
	}
	first, before, last := p.marks[0], p.marks[n-2], p.marks[n-1]
	done := last.done - first.done
	ends := float64(last.at-now) + (total-last.done)*float64(last.at-first.at)/done
	// The next piece is late: at best it ends now.
	piece := last.done - before.done
	late := (total - last.done - piece) * float64(now-first.at) / (done + piece)
	return time.Duration(max(ends, late, 0)), true
}
