package console

import (
	"testing"
	"time"
)

// room returns the width for words on a terminal with so many columns.
func room(columns int) int { return columns - barMargin - barWidth(columns) }

func TestDescribe(t *testing.T) {
	t.Parallel()
	words := []string{"1.0 MB of 4.2 MB", "12,784 puzzles", "6.4 k/s", "lanes (avx2)"}
	tests := []struct {
		look    Look
		elapsed time.Duration
		columns int
		want    string
	}{
		{Look{Done: 1, Total: 4, Words: words}, 2 * time.Second, 100, "1.0 MB of 4.2 MB, 12,784 puzzles, 6.4 k/s, lanes (avx2), 6s left"},
		{Look{Done: 1, Total: 4, Words: words}, 2 * time.Second, 80, "1.0 MB of 4.2 MB, 12,784 puzzles, 6.4 k/s, 6s left"},
		{Look{Done: 1, Total: 4, Words: words}, 2 * time.Second, 60, "1.0 MB of 4.2 MB, 12,784 puzzles, 6s left"},
		{Look{Done: 1, Total: 4, Words: words}, 2 * time.Second, 40, "6s left"},
		{Look{Done: 1, Total: 4, Words: words}, 2 * time.Second, 20, "6s left"},
		{Look{Done: 1, Total: 4, Words: words}, 200 * time.Second, 20, "10m0s"},
		{Look{Done: 1, Total: 4, Words: words}, 2 * time.Second, narrowest, "6s"},
		{Look{Total: 4, Words: words}, 0, 40, "1.0 MB of 4.2 MB, ? left"},
		{Look{Done: 4, Total: 4, Words: words}, time.Second, 60, "1.0 MB of 4.2 MB, finishing"},
		{Look{Done: 4, Words: words}, 90 * time.Second, 100, "1.0 MB of 4.2 MB, 12,784 puzzles, 6.4 k/s, lanes (avx2), 1m30s"},
		{Look{Stage: "sorting", Done: 1, Total: 2, Words: []string{"1 of 2"}}, time.Second, 80, "sorting 1 of 2, 1s left"},
		{Look{Done: 1, Total: 2}, 1000 * time.Hour, narrowest, ""},
	}
	for _, tt := range tests {
		if got := tt.look.describe(tt.elapsed, room(tt.columns)); got != tt.want {
			t.Errorf("%+v in %d columns: %q, want %q", tt.look, tt.columns, got, tt.want)
		}
	}
	log := Bar{look: func(time.Duration) Look { return Look{Done: 1, Total: 4, Words: words[:1]} }}
	if got := log.line(2 * time.Second); got != "25 %, 1.0 MB of 4.2 MB, 6s left" {
		t.Errorf("line %q", got)
	}
}
