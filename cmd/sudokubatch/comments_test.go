package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	namedInComment = regexp.MustCompile(`(?:\b([a-z][a-z0-9]+)\.|[ (\[*])([A-Z]\w*)(?:\.([A-Z]\w*))?`)
	receiver       = regexp.MustCompile(`\w+(\[\w+\])?$`)
	comments       = regexp.MustCompile(`(?m)//.*$`)
)

// TestNamesInComments requires that each name of a package of this module in a comment exists, such as
// pipeline.Config.Style.
func TestNamesInComments(t *testing.T) {
	t.Parallel()
	files := goFiles(t)
	exist := map[string]bool{} // "pipeline", "pipeline.Config", "pipeline.Config.Style"
	embedded := map[string][]string{}
	for path, text := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{file.Name.Name} // from the package to the innermost type
		add := func(name string) { exist[strings.Join(append(names, name), ".")] = true }
		exist[names[0]] = true
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				names = names[:1]
				add(n.Name.Name)
				names = append(names, n.Name.Name)
			case *ast.ValueSpec:
				names = names[:1]
				for _, name := range n.Names {
					add(name.Name)
				}
			case *ast.FuncDecl:
				if names = names[:1]; n.Recv != nil {
					names = append(names, receiver.FindString(string(text[n.Recv.Pos()-1:n.Recv.End()-2])))
				}
				add(n.Name.Name)
				return false
			case *ast.FuncType:
				return false
			case *ast.Field:
				for _, name := range n.Names {
					add(name.Name)
				}
				if n.Names == nil {
					name := strings.TrimPrefix(string(text[n.Pos()-1:n.End()-1]), "*")
					if !strings.Contains(name, ".") {
						name = names[0] + "." + name
					}
					of := strings.Join(names, ".")
					embedded[of] = append(embedded[of], name)
				}
			}
			return true
		})
	}
	var has func(name, member string) bool
	has = func(name, member string) bool {
		return exist[name+"."+member] || slices.ContainsFunc(embedded[name], func(e string) bool { return e != name && has(e, member) })
	}
	own := regexp.MustCompile(`(?m)^package (\w+)`)
	for path, text := range files {
		here := string(own.FindSubmatch(text)[1])
		for _, comment := range comments.FindAllString(string(text), -1) {
			for _, m := range namedInComment.FindAllStringSubmatch(comment, -1) {
				from := cmp.Or(m[1], here)
				if m[1] != "" && exist[m[1]] && !has(from, m[2]) || m[3] != "" && has(from, m[2]) && !has(from+"."+m[2], m[3]) {
					t.Errorf("%s: there is no %s", path, m[0])
				}
			}
		}
	}
}

// goFiles returns all product files of the module by their paths.
func goFiles(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() != ".." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files[path] = []byte(readFile(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
