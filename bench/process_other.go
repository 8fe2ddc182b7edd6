//go:build !unix

package bench

import (
	"os/exec"
	"time"
)

// killTogether leaves it at ending the program itself.
func killTogether(*exec.Cmd) {}

// processorTime is unknown here.
func processorTime() time.Duration { return 0 }
