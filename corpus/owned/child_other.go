//go:build !linux

package owned

import "os/exec"

// wait waits for the end of a command, and ends what it left.
func wait(cmd *exec.Cmd) error {
	defer end(cmd)
	return cmd.Wait()
}
