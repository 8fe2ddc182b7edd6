package run

import (
	"reflect"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestFewFields keeps what a verb must know of a run small.
func TestFewFields(t *testing.T) {
	for most, types := range map[int][]reflect.Type{
		14: {reflect.TypeFor[Job](), reflect.TypeFor[Answers](), reflect.TypeFor[parts.Work]()},
		18: {reflect.TypeFor[pipeline.Config]()}, // Stretch and Hooks are one field each
		7:  {reflect.TypeFor[pipeline.Stretch]()},
		9:  {reflect.TypeFor[pipeline.Hooks]()},
	} {
		n := 0
		for _, of := range types {
			n += of.NumField()
		}
		if n > most {
			t.Errorf("%v: %d fields, want at most %d", types, n, most)
		}
	}
}
