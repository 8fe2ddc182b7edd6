package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A module is this module's packages, by import path.
type module struct {
	dir      string
	packages map[string]*goPackage
}

// A goPackage is what go list says about a package.
type goPackage struct {
	ImportPath, Dir                       string
	GoFiles                               []string
	Imports, TestImports, XTestImports    []string
	TestGoFiles, XTestGoFiles, EmbedFiles []string
	Module                                struct{ Dir string }
}

// defaultPatterns are what is changed if the command line names nothing.
var defaultPatterns = []string{"./solver/...", "./formats/...", "./corpus/...", "./pipeline/...", "./cmd/..."}

// goList runs go list.
func goList(patterns ...string) ([]*goPackage, error) {
	list := exec.Command("go", append([]string{"list", "-json"}, patterns...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	var packages []*goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(goPackage)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// loadModule lists the packages of the module in the working directory.
func loadModule() (*module, error) {
	packages, err := goList("./...")
	if err != nil {
		return nil, err
	}
	m := &module{packages: map[string]*goPackage{}}
	for _, p := range packages {
		m.dir = p.Module.Dir
		m.packages[p.ImportPath] = p
	}
	return m, nil
}

// mutations returns all changes of the packages and files that are named, or of
// the default ones; with at, FILE:LINE, only those of that line. Packages that no
// test reaches have none.
func (m *module) mutations(names []string, at string) ([]mutation, error) {
	atFile, atLine, ok := strings.Cut(at, ":")
	line, err := strconv.Atoi(atLine)
	if at != "" {
		if !ok || err != nil || len(names) > 0 {
			return nil, fmt.Errorf("--at %s: want FILE:LINE, and nothing else", at)
		}
		names = []string{atFile}
	}
	if len(names) == 0 {
		names = defaultPatterns
	}
	files, err := m.files(names)
	if err != nil {
		return nil, err
	}
	var all []mutation
	for _, file := range files {
		source, err := os.ReadFile(filepath.Join(m.dir, file.name))
		if err != nil {
			return nil, err
		}
		found, err := find(file.name, source)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			if x.pkg = file.pkg; at == "" || x.line == line {
				all = append(all, x)
			}
		}
	}
	if at != "" && len(all) == 0 {
		return nil, fmt.Errorf("--at %s: there is nothing to change", at)
	}
	return all, nil
}

// A sourceFile is a file that the compiler takes on this platform.
type sourceFile struct{ name, pkg string }

// files lists the source files of packages and files that tests reach.
func (m *module) files(names []string) ([]sourceFile, error) {
	patterns, only := []string{}, map[string]bool{}
	for _, name := range names {
		if strings.HasSuffix(name, ".go") {
			only[filepath.Clean(name)] = true
			name = "./" + filepath.Dir(name)
		}
		patterns = append(patterns, name)
	}
	packages, err := goList(patterns...)
	if err != nil {
		return nil, err
	}
	var files []sourceFile
	for _, p := range packages {
		if len(m.testers(p.ImportPath)) == 0 {
			continue
		}
		for _, file := range p.GoFiles {
			name, err := filepath.Rel(m.dir, filepath.Join(p.Dir, file))
			if err != nil {
				return nil, err
			}
			if len(only) == 0 || only[name] {
				files = append(files, sourceFile{filepath.ToSlash(name), p.ImportPath})
			}
		}
	}
	return files, nil
}

// testers lists the packages with tests that a package's code takes part in:
// itself, then those that import it, the nearer ones first.
func (m *module) testers(path string) []string {
	distance, next := map[string]int{path: 0}, []string{path}
	for len(next) > 0 {
		imported := next[0]
		next = next[1:]
		for _, p := range m.packages {
			imports := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
			if _, seen := distance[p.ImportPath]; !seen && slices.Contains(imports, imported) {
				distance[p.ImportPath] = distance[imported] + 1
				if slices.Contains(p.Imports, imported) { // what imports p has it, too
					next = append(next, p.ImportPath)
				}
			}
		}
	}
	var testers []string
	for p := range distance {
		if len(m.packages[p].TestGoFiles)+len(m.packages[p].XTestGoFiles) > 0 {
			testers = append(testers, p)
		}
	}
	slices.SortFunc(testers, func(a, b string) int { return cmp.Or(distance[a]-distance[b], cmp.Compare(a, b)) })
	return testers
}
