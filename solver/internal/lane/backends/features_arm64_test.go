//go:build gc && !noasm

package backends

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/neon"
)

// TestRequired compares the required features of each backend with its assembly.
func TestRequired(t *testing.T) { checkRequired(t, "../neon/kernels_arm64.s", neon.Required, every) }
