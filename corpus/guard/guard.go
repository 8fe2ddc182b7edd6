// Package guard turns panics into errors. So a run that hits a bug fails like others: with a message,
// and without half-written files.
package guard

import (
	"fmt"
	"runtime/debug"
)

// A Panic is a panic as an error.
type Panic struct {
	Value any    // the argument of panic
	Stack []byte // of the goroutine, where it panicked
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v\n%s", p.Value, p.Stack) }

// Unwrap returns Value if it is an error, otherwise nil.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Do calls do and returns its error, or a [*Panic] if it panics. An access to invalid memory, which
// would end the process, counts as a panic.
func Do(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{Value: p, Stack: debug.Stack()}
		}
	}()
	return do()
}
