//go:build !unix

package owned

import "os/exec"

// group does nothing: this system has no process groups.
func group(*exec.Cmd) {}

// kill kills a command, and none of the processes that it started.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func await(*exec.Cmd) {}
