package search

// An interruptible is what engines have in common that can be called off.
type interruptible struct{ stop func() bool }

func (i *interruptible) SetStop(stop func() bool) { i.stop = stop }

func (i *interruptible) stopped() bool { return i.stop != nil && i.stop() }

// stopCheckGuesses is how many guesses a search makes between checks for
// cancellation: at most some milliseconds.
const stopCheckGuesses = 256
