//go:build unix

package owned

import (
	"os/exec"
	"syscall"
)

// kill kills the process group of a command.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
