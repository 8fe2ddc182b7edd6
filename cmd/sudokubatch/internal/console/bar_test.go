package console

import (
	"testing"
	"time"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	const wide = 100
	tests := []struct {
		bytesIn, total, puzzles int64
		elapsed                 time.Duration
		columns                 int
		want                    string
	}{
		{0, 1 << 20, 0, 0, wide, "0 B of 1.0 MiB, 0 puzzles, 0/s, ? left"},
		{1 << 20, 4 << 20, 12_784, 2 * time.Second, wide, "1.0 MiB of 4.0 MiB, 12,784 puzzles, 6.4 k/s, 6s left"},
		{1 << 20, 1 << 20, 3, time.Second, wide, "1.0 MiB of 1.0 MiB, 3 puzzles, 3.0/s, all read"},
		{5 << 30, 9 << 30, 12_345_678, time.Minute, 80 - barWidth - barMargin, "5.0 GiB of 9.0 GiB, 12.3 M puzzles, 205.8 k/s, 48s left"},
		{1 << 20, -1, 12_784, 90 * time.Second, wide, "1.0 MiB, 12,784 puzzles, 142/s, 1m30s"},
		// What finds no room.
		{1 << 20, 4 << 20, 12_784, 2 * time.Second, 50, "1.0 MiB of 4.0 MiB, 12,784 puzzles, 6s left"},
		{1 << 20, 4 << 20, 12_784, 2 * time.Second, 30, "1.0 MiB of 4.0 MiB, 6s left"},
		{1 << 20, 4 << 20, 12_784, 2 * time.Second, 10, "6s left"},
		{1 << 20, 4 << 20, 12_784, 2 * time.Second, 3, ""},
		{1 << 20, 4 << 20, 12_784, 2 * time.Second, -9, ""},
	}
	for _, tt := range tests {
		if got := describe(tt.bytesIn, tt.total, tt.puzzles, tt.elapsed, tt.columns); got != tt.want {
			t.Errorf("describe(%d, %d, %d, %v, %d) = %q, want %q",
				tt.bytesIn, tt.total, tt.puzzles, tt.elapsed, tt.columns, got, tt.want)
		}
	}
}
