//go:build gc && !noasm

package backends

import (
	"os"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/avx2"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/avx512"
)

// TestRequired compares the required features of each backend with its assembly.
func TestRequired(t *testing.T) {
	checkRequired(t, "../avx2/kernels_amd64.s", avx2.Required, every)
	const assembly, bw = "../avx512/kernels_amd64.s", "BW"
	checkRequired(t, assembly, avx512.Required, func(kernel string) bool { return !strings.HasSuffix(kernel, bw) })
	text, err := os.ReadFile(assembly)
	if err != nil {
		t.Fatal(err)
	}
	checkRequired(t, assembly, avx512.RequiredBW, func(kernel string) bool {
		return !strings.Contains(string(text), kernel+bw+"(")
	})
}
