//go:build gc && !noasm

package backends

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/neon"
)

func TestRequired(t *testing.T) { checkRequired(t, "../neon/kernels_arm64.s", neon.Required, every) }
