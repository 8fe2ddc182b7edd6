//go:build unix

package bench

import (
	"os/exec"
	"syscall"
	"time"
)

// killTogether has a program that must end take along whatever it started.
func killTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// processorTime returns the time that processors were busy with this process.
func processorTime() time.Duration { return usedBy(syscall.RUSAGE_SELF) }

// childrenTime returns that of the processes that it started and that ended.
func childrenTime() time.Duration { return usedBy(syscall.RUSAGE_CHILDREN) }

func usedBy(who int) time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(who, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
