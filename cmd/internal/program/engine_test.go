package program

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// TestEngineMissing wants an engine that cannot run here to be refused with the way out.
func TestEngineMissing(t *testing.T) {
	t.Parallel()
	if solver.Engines()[0].Available {
		t.Skip("lanes runs here; -tags noasm makes a build without it")
	}
	if err := CheckEngine("lanes"); err == nil || !strings.Contains(err.Error(), "choose auto") {
		t.Errorf("lanes: %v, want an error that names auto", err)
	}
}
