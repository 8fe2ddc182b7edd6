package console

import (
	"encoding/json"
	"os"
	"time"
)

// Figures are the progress for programs. Nil is unknown, or of no use in the run.
type Figures struct {
	Records      *int64 `json:"records"`       // finished
	TotalRecords *int64 `json:"total_records"` // of the run
	Bytes        *int64 `json:"bytes"`         // of the inputs, finished
	TotalBytes   *int64 `json:"total_bytes"`   // of the inputs
	Tries        *int64 `json:"tries"`         // of a run that makes puzzles
}

// Known returns a figure that is known if it is greater than 0.
func Known(n int64) *int64 {
	if n <= 0 {
		return nil
	}
	return &n
}

// A report is a line of StartJSON. Published names stay.
type report struct {
	Seconds float64 `json:"seconds"` // since the run began
	Phase   string  `json:"phase"`   // "running", a stage such as "sorting", or "ended"
	Figures
	Fraction    *float64 `json:"fraction"`     // of the phase
	SecondsLeft *float64 `json:"seconds_left"` // of the phase
}

// StartJSON is like StartBar, but writes a line of JSON each second, and one at the end.
func StartJSON(look func(elapsed time.Duration) Look) *Bar {
	b := newBar(look)
	write := func(ended bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		_ = json.NewEncoder(os.Stderr).Encode(b.report(time.Now(), ended)) // must not end a run
	}
	b.every(jsonTick, func() { write(false) })
	b.last = func() { write(true) }
	return b
}

// report returns the progress for programs.
func (b *Bar) report(now time.Time, ended bool) report {
	at, elapsed := b.at(now)
	r := report{Seconds: now.Sub(b.started).Round(time.Millisecond).Seconds(), Phase: at.Stage, Figures: at.Figures}
	if r.Phase == "" {
		r.Phase = "running"
	}
	if at.Total > 0 {
		r.Fraction = new(min(1, float64(at.Done)/float64(at.Total)))
		if left, known := b.pace.left(elapsed, float64(at.Total)); known {
			r.SecondsLeft = new(left.Round(time.Millisecond).Seconds())
		}
	}
	if ended {
		r.Phase, r.Fraction, r.SecondsLeft = "ended", nil, nil
	}
	return r
}
