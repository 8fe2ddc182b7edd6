package bench

import (
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestOthers wants what a contender had itself not to count as others', whether
// in this process, in one that ends or in one that goes on.
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
	if machineTime() == 0 {
		t.Skipf("%s does not report what its processors do", runtime.GOOS)
	}
	var idle, claimed others
	spent, err := idle.watch(func() (effort, error) { return effort{busy: time.Hour}, nil }, false)
	if err != nil || spent.busy != time.Hour || idle.took <= 0 {
		t.Errorf("%+v, %v, %v", spent, err, idle)
	}
	if _, err := claimed.watch(func() (effort, error) { return effort{busy: time.Hour}, nil }, true); err != nil || claimed.busy > -time.Minute {
		t.Errorf("%v, %v", claimed, err)
	}
}

// TestOthersAreSeen has another process busy, whose time must be seen until it
// ends, and then counts as this one's.
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
