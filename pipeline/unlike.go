package pipeline

// This file has the error for inputs that one output cannot hold.

import (
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// An UnlikeError reports an input whose records cannot be copied into one file with the records
// of the first input.
type UnlikeError struct {
	Name, First     string
	Form, FirstForm bulk.Form
}

// ErrUnlike matches every [*UnlikeError].
var ErrUnlike = errors.New("inputs that one file cannot hold unchanged")

// Is reports whether target is ErrUnlike.
func (e *UnlikeError) Is(target error) bool { return target == ErrUnlike }

func (e *UnlikeError) Error() string {
	if e.Form.String() == e.FirstForm.String() {
		return fmt.Sprintf("%s: its rows are written in another way than the rows of %s, so one file cannot hold both unchanged", e.Name, e.First)
	}
	return fmt.Sprintf("%s: %v cannot be in one file with %v, as %s is", e.Name, e.Form, e.FirstForm, e.First)
}
