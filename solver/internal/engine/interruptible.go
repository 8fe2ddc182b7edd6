package engine

// An Interruptible makes a [Stopper] of an engine that has one in it, and asks.
type Interruptible struct{ stop func() bool }

// SetStop implements Stopper.
func (i *Interruptible) SetStop(stop func() bool) { i.stop = stop }

// Stopped reports whether the search is to give up.
func (i *Interruptible) Stopped() bool { return i.stop != nil && i.stop() }

// StopCheckGuesses is how many guesses a search makes between checks for
// cancellation: at most some milliseconds.
const StopCheckGuesses = 256
