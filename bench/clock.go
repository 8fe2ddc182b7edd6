package bench

import "time"

// A moment is a time, by the clock and by the processor time that this process
// had until then.
type moment struct {
	clock time.Time
	busy  time.Duration
}

func clock() moment { return moment{busy: processorTime(), clock: time.Now()} }

// until returns what passed from one moment to a later one.
func (m moment) until(end moment) effort {
	return effort{took: end.clock.Sub(m.clock), busy: end.busy - m.busy}
}
