package bench

import (
	"testing"
	"time"
)

func TestBusyTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"cpu  1 2 4 1000 2000 8 16 32 64 128\ncpu0 9 9 9 9 9 9 9 9 9 9\n": 63 * tick,
		"": 0, "cpu  1 2 4": 0, "cpu  1 2 x 1000 2000 8 16 32 64 128": 0,
	} {
		if got := busyTime(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
