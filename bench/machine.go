package bench

import (
	"runtime"
	"time"
)

// ThisMachine describes where this process runs. features are those of the
// processor that matter; version and commit are the program's.
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
