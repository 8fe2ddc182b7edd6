package bulk_test

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
)

// TestForms checks what every form promises.
func TestForms(t *testing.T) {
	for _, kind := range bulk.Kinds() {
		t.Run(kind.String(), func(t *testing.T) { formtest.Run(t, kind) })
	}
}
