// Command notices writes the licences of Go and of each module that is linked into a release: into the
// command on any system, or into the program of the page and the npm package:
//
//	go run ./cmd/sudokubatch/notices .github/NOTICES
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:generate go run . ../../../.github/NOTICES

func main() {
	text, err := collect()
	if err == nil {
		err = os.WriteFile(os.Args[1], []byte(text), 0o666)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "notices: %v\n", err)
		os.Exit(1)
	}
}

// programs are the packages of a release and the systems that they are built for.
var programs = map[string][]string{
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch": {
		"darwin/amd64", "darwin/arm64", "freebsd/amd64", "freebsd/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64",
	},
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/web": {"js/wasm"},
}

// goName stands for the standard library and the runtime.
const goName = "Go, with its standard library"

// rule is the line above each licence.
const rule = "--------------------------------------------------------------------------------\n"

// notices are the names of works, and the names of the works with each licence.
type notices struct {
	works  map[string]bool
	owners map[string]map[string]bool
}

// collect returns the list of works, then each licence once, below the works that have it.
func collect() (string, error) {
	n := notices{map[string]bool{}, map[string]map[string]bool{}}
	root, err := output(nil, "env", "GOROOT")
	if err == nil {
		err = n.add(goName, root, root)
	}
	for program, targets := range programs {
		for _, target := range targets {
			linked, listErr := packages(program, target)
			err = errors.Join(err, listErr)
			for _, p := range linked {
				err = errors.Join(err, n.add(p.Module.Path+" "+p.Module.Version, p.Dir, p.Module.Dir))
			}
		}
	}
	if err != nil {
		return "", err
	}
	text := "sudokubatch contains these works. Their licences follow.\n\n" + lines(n.works)
	var blocks []string
	for licence, owners := range n.owners {
		blocks = append(blocks, "\n"+rule+lines(owners)+"\n"+licence+"\n")
	}
	return text + strings.Join(slices.Sorted(slices.Values(blocks)), ""), nil
}

// add adds a work with the licences in one of its folders and in the folders above, up to its root,
// which must have one.
func (n *notices) add(work, dir, root string) error {
	n.works[work] = true
	for ; ; dir = filepath.Dir(dir) {
		texts, err := licences(dir)
		if err != nil {
			return err
		}
		for _, text := range texts {
			if n.owners[text] == nil {
				n.owners[text] = map[string]bool{}
			}
			n.owners[text][work] = true
		}
		switch {
		case dir == root && len(texts) == 0:
			return fmt.Errorf("%s: no licence in %s", work, dir)
		case dir == root:
			return nil
		}
	}
}

// lines returns the names, sorted, each on a line.
func lines(names map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(names)), "\n") + "\n"
}

// licence matches the names of files with licences and notices.
var licence = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice)([-.](txt|md|[a-z0-9]+))?$`)

func licences(folder string) (texts []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if !licence.MatchString(e.Name()) || !e.Type().IsRegular() || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return texts, err
}

// A linked is a package of another module, as go list describes it.
type linked struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// packages returns the packages of other modules that are linked into a program for a target, as GOOS/GOARCH.
func packages(program, target string) (all []linked, err error) {
	system, processor, _ := strings.Cut(target, "/")
	out, err := output([]string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor}, "list", "-deps", "-json=Dir,Module", program)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p linked
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main {
			all = append(all, p)
		}
	}
}

// output returns what the go command prints, with more variables in its environment.
func output(env []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), env...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), err
}
