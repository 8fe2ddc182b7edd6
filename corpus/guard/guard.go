// Package guard turns panics into errors, so that a run that hits a bug fails
// like any other: with a message, and with nothing half-written left.
package guard

import (
	"fmt"
	"runtime/debug"
)

// A Panic is a panic as an error.
type Panic struct {
	Value any    // what was panicked with
	Stack []byte // of the goroutine, where that was
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v\n%s", p.Value, p.Stack) }

// Unwrap returns the error that was panicked with; nil if it was none.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Do calls do and returns its error, or a [*Panic] if it panics. An access to
// memory that is not there, which would end the process, is a panic in it, too.
func Do(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{Value: p, Stack: debug.Stack()}
		}
	}()
	return do()
}
