package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A versionFlag prints the version and ends the command.
type versionFlag bool

// BeforeReset is kong's hook for flags that act at once.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintf(os.Stdout, "sudokubatch %s\ncommit %s\n%s %s/%s\ncpu %s\n",
		version(), commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, cpuFeatures())
	if err != nil {
		return err
	}
	app.Exit(exitOK)
	return nil
}

// version returns the module version that the binary was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// commit returns the commit that the binary was built from, with a mark where
// the tree had changes.
func commit() string {
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

// cpuFeatures names the architecture and those of the processor's features
// that the engines of this build use.
func cpuFeatures() string {
	return strings.Join(append([]string{runtime.GOARCH}, solver.CPUFeatures()...), " ")
}
