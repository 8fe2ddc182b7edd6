//go:build !unix

package bench

import (
	"os/exec"
	"time"
)

// killTogether leaves it at the program itself.
func killTogether(*exec.Cmd) {}

// processorTime is not known.
func processorTime() time.Duration { return 0 }

// childrenTime is not known.
func childrenTime() time.Duration { return 0 }
