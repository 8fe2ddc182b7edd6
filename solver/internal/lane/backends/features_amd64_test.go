//go:build gc && !noasm

package backends

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/avx2"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/avx512"
)

func TestRequired(t *testing.T) {
	checkRequired(t, "../avx2/kernels_amd64.s", avx2.Required)
	checkRequired(t, "../avx512/kernels_amd64.s", avx512.Required)
}
