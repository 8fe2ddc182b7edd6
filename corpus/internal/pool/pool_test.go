package pool

import (
	"testing"
	"time"
)

// A tally counts how often it was done.
type tally int

func (n *tally) Run() { *n++ }

// TestDo hands jobs over while there are workers, and does them before and
// after; without a pool always.
func TestDo(t *testing.T) {
	t.Parallel()
	var n tally
	var none *Pool
	none.Start()
	none.Do(&n)
	none.Stop()
	none.Add(Encoding, time.Second)
	if n != 1 || none.Jobs() != nil || none.Stopped() != nil || none.Workers() != 1 || none.Times() != (Times{}) {
		t.Errorf("no pool: done %d times, %d workers, %v", n, none.Workers(), none.Times())
	}
	p := New(0)
	if p.Workers() != 1 || p.InFlight() != 3 {
		t.Errorf("%d workers, %d in flight", p.Workers(), p.InFlight())
	}
	for range 2 { // it may be started again
		n = 0
		p.Do(&n)
		if n != 1 {
			t.Errorf("before: done %d times", n)
		}
		p.Start()
		p.Do(&n)
		if n != 1 || len(p.Jobs()) != 1 {
			t.Errorf("at work: done %d times, %d handed over", n, len(p.Jobs()))
		}
		(<-p.Jobs()).Run()
		stopped := p.Stopped()
		p.Stop()
		p.Stop()
		<-stopped
		p.Do(&n)
		if n != 3 {
			t.Errorf("after: done %d times", n)
		}
	}
	for i, a := range []Account{Decoding, Encoding, AwaitingDecoding, AwaitingEncoding} {
		p.Add(a, 5)
		p.Add(a, time.Duration(i-4))
	}
	if got, want := p.Times(), (Times{Decompressing: 1, Compressing: 2, AwaitingText: 3, AwaitingFrames: 4}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
