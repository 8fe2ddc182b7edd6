package bench

// This file describes the machine, and measures times.

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
