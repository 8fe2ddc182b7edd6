package split

import (
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
)

// An UnlikeError says that the records of an input cannot stand beside those of the
// first as they came.
type UnlikeError struct {
	Name, First     string
	Form, FirstForm formats.Form
}

// ErrUnlike is what every [*UnlikeError] is.
var ErrUnlike = errors.New("inputs that cannot be in one file as they came")

// Is reports whether target is ErrUnlike.
func (e *UnlikeError) Is(target error) bool { return target == ErrUnlike }

func (e *UnlikeError) Error() string {
	if e.Form.String() == e.FirstForm.String() {
		return fmt.Sprintf("%s: its rows are not written as those of %s, so they cannot be in one file as they came", e.Name, e.First)
	}
	return fmt.Sprintf("%s: %v cannot be in one file with %v, as %s is", e.Name, e.Form, e.FirstForm, e.First)
}

// ErrCounted is returned, wrapped, where the parts would be of the form hiho.
var ErrCounted = errors.New("a part in the form hiho would have to begin with how many puzzles it has, which is known at its end")

// noColumn says which columns there are.
func noColumn(f formats.Form, name string) error {
	err := &formats.ColumnError{Name: name}
	if f.Layout == nil || len(f.Layout.Columns) == 0 {
		return fmt.Errorf("there is no column %q: %v is no table", name, f.Kind)
	}
	for _, c := range f.Layout.Columns {
		err.Have = append(err.Have, c.Name)
	}
	return err
}
