package bench

import (
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestOthers checks that others are unknown after a short time.
func TestOthers(t *testing.T) {
	t.Parallel()
	o := others{took: 2 * time.Second, busy: 3 * time.Second}
	if got := o.cores(); got != 1.5 {
		t.Errorf("%v", got)
	}
	o = others{took: 100 * time.Millisecond, busy: 3 * time.Second}
	if got := o.cores(); got != 0 {
		t.Errorf("%v of too short a time", got)
	}
}

// TestOthersAreSeen keeps a processor busy with another process.
func TestOthersAreSeen(t *testing.T) {
	t.Parallel()
	if machineTime() == 0 {
		t.Skipf("%s does not report what its processors do", runtime.GOOS)
	}
	other := exec.Command("sh", "-c", "while :; do :; done")
	if err := other.Start(); err != nil {
		t.Skip(err)
	}
	var o others
	_, err := o.watch(func() (effort, error) { time.Sleep(leastWatched); return effort{}, nil }, false)
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // it was killed
	if err != nil || o.cores() == 0 {
		t.Errorf("%v, %+v", err, o)
	}
}
