//go:build !unix && !windows

package process

import (
	"os"
	"runtime"
)

// exitSignals end a run: of Plan 9 the only one with a meaning elsewhere. WebAssembly
// has none, and asking after one panics there.
var exitSignals = map[string][]os.Signal{"plan9": {os.Interrupt}}[runtime.GOOS]

func ignoreBrokenPipes() {}

// endedBy is the exit code of a run that a signal ended: that of elsewhere.
func endedBy(os.Signal) ExitCode { return 128 + 2 }
