//go:build !unix && !windows

package process

import (
	"os"
	"runtime"
)

// exitSignals are the signals that end a run. WebAssembly has none: signal.Ignored would panic.
var exitSignals = map[string][]os.Signal{"plan9": {os.Interrupt}}[runtime.GOOS]

func ignoreBrokenPipes() {}

// endedBy returns the exit code of a run that a signal ended. It is the code for SIGINT on Unix.
func endedBy(os.Signal) ExitCode { return 128 + 2 }
