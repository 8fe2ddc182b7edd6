package bench

import (
	"fmt"
	"time"
)

// others adds up how long other processes, or other machines on the same processors,
// kept these busy while a contender was timed.
type others struct{ took, busy time.Duration }

// leastWatched is the least time of all rounds in which that is known: the system
// counts it in hundredths of a second.
const leastWatched = 500 * time.Millisecond

// watch calls run. What the contender had in a process that goes on is left out, too.
func (o *others) watch(run func() (effort, error), elsewhere bool) (effort, error) {
	machine, own, start := machineTime(), processorTime()+childrenTime(), time.Now()
	spent, err := run()
	own = processorTime() + childrenTime() - own
	if elsewhere {
		own += spent.busy
	}
	if now := machineTime(); machine > 0 && now > 0 {
		o.took += time.Since(start)
		o.busy += now - machine - own
	}
	return spent, err
}

// cores returns how many processors others kept busy, on average; 0 also where
// that is not known.
func (o *others) cores() float64 {
	if o.took < leastWatched {
		return 0
	}
	return max(0, o.busy.Seconds()/o.took.Seconds())
}

// disturbed is how much of a processor others have from which on they disturb.
const disturbed = 0.10

// disturbance says in plain words that others had the processors while
// something was measured, or nothing. Workers of an engine in memory never wait, so
// they had less than all the time only if others had the rest.
func (m *Measurement) disturbance() string {
	switch {
	case m.OthersCores > disturbed:
		return fmt.Sprintf("others had %.2f of %d processors", m.OthersCores, m.Cores)
	case m.missing() > disturbed:
		return fmt.Sprintf("others had its processors for %.0f %% of the time", 100*m.missing())
	}
	return ""
}

// missing is the share of the time for which workers that never wait had no
// processor, although there are enough.
func (m *Measurement) missing() float64 {
	if m.Mode != InMemory || m.CoresUsed == 0 || m.Jobs > m.Cores {
		return 0
	}
	return 1 - m.CoresUsed/float64(m.Jobs)
}
