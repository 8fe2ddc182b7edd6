// Command python makes Python wheels: one file for each platform, with the command sudokubatch and
// the package of the same name. It runs in the repository and needs no network. The same inputs give
// the same bytes.
//
//	go run ./cmd/sudokubatch/python -host                            # one wheel, for this machine
//	go run ./cmd/sudokubatch/python -o dist/wheels                   # builds the binaries of all platforms first
//	go run ./cmd/sudokubatch/python --binaries dist -o dist/wheels   # packs the binaries below dist
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// commandPath is the package of the command.
const commandPath = "github.com/sudokubatch/sudokubatch/cmd/sudokubatch"

func main() {
	binaries := flag.String("binaries", "", "pack the binaries in this `folder` and below; without it they are built")
	output := flag.String("o", "dist/wheels", "write the wheels to this `folder`")
	only := flag.Bool("host", false, "build and make only the wheel of this machine")
	version := flag.String("version", "", "give the wheels this `version`; default: the version of the binaries")
	flag.Parse()
	platforms := slices.Collect(maps.Keys(tags))
	if *only {
		platforms = []string{runtime.GOOS + "/" + runtime.GOARCH}
	}
	if err := run(*binaries, *output, *version, platforms); err != nil || flag.NArg() > 0 {
		if err == nil {
			err = fmt.Errorf("unknown argument %q: see -h", flag.Arg(0))
		}
		fmt.Fprintln(os.Stderr, "python:", err)
		os.Exit(1)
	}
}

// run writes a wheel for each binary below a folder, and prints the names of the wheels. With an empty
// name it builds the binaries of these platforms.
func run(folder, output, version string, platforms []string) error {
	if folder == "" {
		temp, err := os.MkdirTemp("", "wheels")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(temp) }()
		folder = temp
		for _, platform := range platforms {
			if tags[platform] == nil {
				return fmt.Errorf("there are no wheels for %s", platform)
			}
			if err := build(filepath.Join(folder, strings.ReplaceAll(platform, "/", "_")), platform, "-trimpath"); err != nil {
				return err
			}
		}
	}
	wheels, err := find(folder, version)
	if err != nil {
		return err
	}
	module, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	root := filepath.Dir(string(module))
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return fmt.Errorf("%w: run this in the repository", err)
	}
	notices, err := os.ReadFile(filepath.Join(root, ".github", "NOTICES"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(output, 0o755); err != nil {
		return err
	}
	for _, w := range wheels {
		data, err := w.pack(license, notices)
		if err != nil {
			return err
		}
		name := filepath.Join(output, w.name())
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

// build compiles the command for a platform into a folder, with more flags of go build.
func build(folder, platform string, flags ...string) error {
	system, processor, _ := strings.Cut(platform, "/")
	args := append([]string{"build", "-ldflags", "-s -w", "-o", folder + string(filepath.Separator)}, flags...)
	cmd := exec.Command("go", append(args, commandPath)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	cmd.Stderr = os.Stderr
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building for %s: %w", platform, err)
	}
	return nil
}

// find returns a wheel for each binary of the command in a folder and below, sorted by platform. It
// leaves out platforms that Python has no name for.
func find(folder, version string) (wheels []wheel, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimSuffix(filepath.Base(path), ".exe")
		if err != nil || !entry.Type().IsRegular() || name != "sudokubatch" {
			return err
		}
		w, err := inspect(path, version)
		if err != nil {
			return err
		}
		if tags[w.platform] != nil {
			wheels = append(wheels, w)
		}
		return nil
	})
	if err == nil && len(wheels) == 0 {
		err = fmt.Errorf("%s: no binary named sudokubatch: build one first, or leave out --binaries", folder)
	}
	slices.SortFunc(wheels, func(a, b wheel) int { return strings.Compare(a.platform, b.platform) })
	for i, w := range wheels[:max(len(wheels)-1, 0)] {
		switch next := wheels[i+1]; {
		case next.platform == w.platform:
			return nil, fmt.Errorf("%s and %s are both for %s: keep one", w.binary, next.binary, w.platform)
		case next.version != w.version:
			return nil, fmt.Errorf("%s has version %s, but %s has %s: build both from one commit", w.binary, w.version, next.binary, next.version)
		}
	}
	return wheels, err
}
