package owned

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group makes a command the head of a process group. It dies with the thread that starts it.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill kills the process group of a command.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// await waits for the end of a command, and ends it while no other process can have its number.
func await(cmd *exec.Cmd) {
	for errors.Is(unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
	}
	end(cmd)
}
