package bench

import (
	"runtime"
	"time"
)

// A Machine is where, and with what program, something was measured.
type Machine struct {
	CPU     string `json:"cpu"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Cores   int    `json:"cores"`
	Go      string `json:"go"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Date    string `json:"date"` // of the run: 2026-11-21
}

// ThisMachine describes the machine of this process. features are the processor's features
// that matter; version and commit are the program's.
func ThisMachine(features, version, commit string) Machine {
	cpu := features
	if model := cpuModel(); model != "" {
		cpu = model + ": " + features
	}
	return Machine{
		CPU: cpu, OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(),
		Go: runtime.Version(), Version: version, Commit: commit, Date: time.Now().UTC().Format(time.DateOnly),
	}
}

// timed returns how long something took, by the clock and in processor time of this process.
func timed(do func()) effort {
	busy, start := processorTime(), time.Now()
	do()
	took := time.Since(start)
	return effort{took: took, busy: processorTime() - busy}
}

// others adds up how long other processes, or other machines on the same processors, kept the
// processors busy while a contender was timed.
type others struct{ took, busy time.Duration }

// leastWatched is the least time for which others are known: the system counts in steps of 10 ms.
const leastWatched = 500 * time.Millisecond

// watch calls run, and adds what others had meanwhile. apart says that run's processor time is
// another process's.
func (o *others) watch(run func() (effort, error), apart bool) (effort, error) {
	machine, own, start := machineTime(), processorTime(), time.Now()
	spent, err := run()
	own = processorTime() - own
	if apart {
		own += spent.busy
	}
	if now := machineTime(); machine > 0 && now > 0 {
		o.took += time.Since(start)
		o.busy += now - machine - own
	}
	return spent, err
}

// cores returns how many processors others kept busy on average, or 0 if that is unknown.
func (o *others) cores() float64 {
	if o.took < leastWatched {
		return 0
	}
	return max(0, o.busy.Seconds()/o.took.Seconds())
}
