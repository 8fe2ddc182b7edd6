//go:build !unix && !windows

package process

import "os"

// exitSignals end a run. Other signals have no numbers here, or none in common.
var exitSignals = []os.Signal{os.Interrupt}

func ignoreBrokenPipes() {}

// endedBy is the exit code of a run that a signal ended: that of elsewhere.
func endedBy(os.Signal) ExitCode { return 128 + 2 }
