// Package program holds what both commands say of themselves: version, processor and engines.
package program

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
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

// CheckEngine says so where there is no engine of a name, or it does not count so many
// solutions.
func CheckEngine(name string, limit int) error {
	base, _, chosen := strings.Cut(name, "@")
	if !slices.Contains(solver.EngineNames(), base) {
		return UnknownEngine("--engine", name)
	}
	if chosen {
		if err := (solver.Options{Engine: name}).Check(); err != nil {
			return fmt.Errorf("--engine %s: %w", name, err)
		}
	}
	if e := findEngine(name); e.MaxLimit > 0 && limit > e.MaxLimit {
		return fmt.Errorf("--limit %d: engine %s counts up to %d", limit, e.Name, e.MaxLimit)
	}
	return nil
}

// UnknownEngine says that there is no engine of a name, and which there are.
func UnknownEngine(flag, name string) error {
	names := solver.EngineNames()
	return fmt.Errorf("%s %s: choose %s%s", flag, name, strings.Join(names, ", "), console.Meant(name, names))
}

// Budget returns solver.Options.MaxGuesses for the value of --max-guesses, where 0 is
// no budget, or for nil, where nobody chose one.
func Budget(chosen *uint64) uint64 {
	switch {
	case chosen == nil:
		return 0
	case *chosen == 0:
		return math.MaxUint64
	}
	return *chosen
}

// IsCommon reports whether an engine makes the guesses of the common search, by which
// tiers are told.
func IsCommon(name string) bool {
	e := findEngine(name)
	return e.Name == "" || e.Common
}

// findEngine returns an engine; solver.Auto is none by itself.
func findEngine(name string) (found solver.EngineInfo) {
	name, _, _ = strings.Cut(name, "@") // without the backend
	for _, e := range solver.Engines() {
		if e.Name == name {
			found = e
		}
	}
	return found
}
