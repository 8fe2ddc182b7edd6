//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestPublish sends two signals to processes while their outputs get their names, and then lets them hang. They
// must end with the code of the run if it has the outputs, or by the signal.
func TestPublish(t *testing.T) {
	failed := map[string]error{"done": nil, "failed": errors.New("no name")}
	if run := os.Getenv("SUDOKUBATCH_PUBLISH"); run != "" {
		ctx := WithSignals(context.Background())
		_ = Publish(ExitRecords, func() error {
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
			<-ctx.Done()
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
			return failed[run]
		})
		select {}
	}
	for run, want := range map[string]ExitCode{"done": ExitRecords, "failed": 143} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=TestPublish$")
		cmd.Env = append(os.Environ(), "SUDOKUBATCH_PUBLISH="+run)
		said, _ := cmd.CombinedOutput()
		if code := ExitCode(cmd.ProcessState.ExitCode()); code != want {
			t.Errorf("%s: code %d, want %d\n%s", run, code, want, said)
		}
	}
}
