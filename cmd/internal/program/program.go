// Package program gives the commands their version and processor, and checks names of engines.
package program

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Version returns the module version of the binary.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Commit returns the commit that the binary was built from. It adds "+changes" if the work tree was
// modified.
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

// CPU returns the architecture, and the features of the processor that the engines use.
func CPU() string {
	return strings.Join(append([]string{runtime.GOARCH}, solver.CPUFeatures()...), " ")
}

// CheckEngine returns an error if no engine has the name.
func CheckEngine(name string) error {
	base, _, chosen := strings.Cut(name, "@")
	if !slices.Contains(solver.EngineNames(), base) {
		return UnknownEngine("--engine", name)
	}
	e := findEngine(name)
	if e.Name != "" && !e.Available {
		return fmt.Errorf("--engine %s: this processor or build has none of its vectors (AVX-512, AVX2, NEON): choose auto", name)
	}
	if chosen {
		if err := (solver.Options{Engine: name}).Check(); err != nil {
			return fmt.Errorf("--engine %s: %w", name, err)
		}
	}
	return nil
}

// AddedColumns returns the columns with the names of --add, for rows of a kind (0: any) and a search
// with the engine and the limit. With replace they replace columns of the input, which is otherwise
// refused.
func AddedColumns(names []string, replace bool, kind bulk.Kind, engine string, limit int) ([]columns.Column, error) {
	added, err := columns.Parse(names)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--add: %w", err)
	case len(names) == 0 && replace:
		return nil, errors.New("--replace needs --add")
	case len(names) > 0 && kind != 0 && !kind.IsTable():
		return nil, fmt.Errorf("--add needs a table such as --to csv, not %v", kind)
	}
	for _, c := range added {
		switch {
		case c.Common && !IsCommon(engine):
			return nil, fmt.Errorf("--add %s: engine %s makes other guesses than the common search: choose another engine", c.Name, engine)
		case c.Proof && limit < 2:
			return nil, fmt.Errorf("--add %s: it needs a proof that the solution is unique: add --limit 2", c.Name)
		}
	}
	if replace {
		added = columns.Taking(added, model.Replaced)
	}
	return added, nil
}

// UnknownEngine returns an error for an unknown name, which lists the engines. The flag is for the
// message.
func UnknownEngine(flag, name string) error {
	names := solver.EngineNames()
	return fmt.Errorf("%s %s: choose %s%s", flag, name, strings.Join(names, ", "), console.Meant(name, names))
}

// Budget returns solver.Options.MaxGuesses for the value of --max-guesses. Nil, for a missing flag,
// gives the default, and 0 gives no limit.
func Budget(chosen *uint64) uint64 {
	switch {
	case chosen == nil:
		return 0
	case *chosen == 0:
		return math.MaxUint64
	}
	return *chosen
}

// IsCommon reports whether an engine counts the guesses of the common search, which define tiers.
func IsCommon(name string) bool {
	e := findEngine(name)
	return e.Name == "" || e.Common
}

// findEngine returns the engine with a name, or the zero EngineInfo for solver.Auto.
func findEngine(name string) (found solver.EngineInfo) {
	name, _, _ = strings.Cut(name, "@") // without the backend
	for _, e := range solver.Engines() {
		if e.Name == name {
			found = e
		}
	}
	return found
}
