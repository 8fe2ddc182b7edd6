//go:build unix

package bench

import (
	"os/exec"
	"syscall"
)

// killTogether has a program that must end take along whatever it started.
func killTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
