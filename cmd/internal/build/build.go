// Package build says which program this is.
package build

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/sudokubatch/sudokubatch/solver"
)

// Version returns the module version that the binary was built from.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Commit returns the commit that the binary was built from, with a mark where
// the tree had changes.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, modified := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+changes"
		}
	}
	return revision + modified
}

// CPU names the architecture and those of the processor's features
// that the engines of this build use.
func CPU() string {
	return strings.Join(append([]string{runtime.GOARCH}, solver.CPUFeatures()...), " ")
}
