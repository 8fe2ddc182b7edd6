package solutions

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// CheckForm returns an error if a form cannot hold puzzles with their solutions.
func CheckForm(kind bulk.Kind) error {
	if kind.HoldsSolutions() {
		return nil
	}
	return fmt.Errorf("solutions need the form %v, %v or a table, not %v", bulk.Line, bulk.Npy, kind)
}
