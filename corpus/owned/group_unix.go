//go:build unix && !linux

package owned

import (
	"os/exec"
	"syscall"
)

// group makes a command the head of a process group.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
