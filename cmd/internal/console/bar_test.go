package console

import (
	"encoding/json"
	"testing"
	"time"
)

// room returns the width for words on a terminal with so many columns.
func room(columns int) int { return columns - barMargin - barWidth(columns) }

// played returns a bar that saw a run so far.
func played(look Look, elapsed time.Duration) *Bar {
	b := newBar(func(time.Duration) Look { return look })
	b.stage = look.Stage
	b.at(b.began.Add(elapsed))
	return b
}

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
		b := played(tt.look, tt.elapsed)
		if got := tt.look.describe(b.timeLeft(&tt.look, tt.elapsed), room(tt.columns)); got != tt.want {
			t.Errorf("%+v in %d columns: %q, want %q", tt.look, tt.columns, got, tt.want)
		}
	}
	log := played(Look{Done: 1, Total: 4, Words: words[:1]}, 2*time.Second)
	if got := log.line(log.began.Add(2 * time.Second)); got != "25 %, 1.0 MB of 4.2 MB, 6s left" {
		t.Errorf("line %q", got)
	}
}

// TestReport has what programs see in the middle of a run, of unknown length, in a stage, and at the end.
func TestReport(t *testing.T) {
	t.Parallel()
	n := int64(7)
	for _, tt := range []struct {
		look  Look
		ended bool
		want  string
	}{
		{Look{Done: 1, Total: 4, Figures: Figures{Records: &n, Bytes: &n, TotalBytes: Known(28)}}, false, `{"seconds":2,"phase":"running","records":7,"total_records":null,"bytes":7,"total_bytes":28,"tries":null,"fraction":0.25,"seconds_left":6}`},
		{Look{Done: 1, Figures: Figures{Records: &n, Tries: Known(0)}}, false, `{"seconds":2,"phase":"running","records":7,"total_records":null,"bytes":null,"total_bytes":null,"tries":null,"fraction":null,"seconds_left":null}`},
		{Look{Done: 5, Total: 4, Figures: Figures{TotalRecords: &n, Tries: &n}}, true, `{"seconds":2,"phase":"ended","records":null,"total_records":7,"bytes":null,"total_bytes":null,"tries":7,"fraction":null,"seconds_left":null}`},
		{Look{Stage: "sorting", Total: 4}, false, `{"seconds":2,"phase":"sorting","records":null,"total_records":null,"bytes":null,"total_bytes":null,"tries":null,"fraction":0,"seconds_left":null}`},
	} {
		b := newBar(func(time.Duration) Look { return tt.look })
		got, err := json.Marshal(b.report(b.started.Add(2*time.Second), tt.ended))
		if err != nil || string(got) != tt.want {
			t.Errorf("%+v: %v\n%s, want\n%s", tt.look, err, got, tt.want)
		}
	}
}
