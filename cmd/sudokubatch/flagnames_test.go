package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

var namedFlag = regexp.MustCompile(`(?:^|[^\w-])(--[a-z][a-z-]*)`)

// TestFlagsInTexts requires that texts of the libraries name no flags, except the documentation of columns, and that
// the hints of the command name flags that exist.
func TestFlagsInTexts(t *testing.T) {
	t.Parallel()
	for path, text := range goFiles(t) {
		library, hints := false, strings.HasSuffix(path, "console/say.go") || strings.HasSuffix(path, "sudokubatch/refused.go")
		for _, folder := range []string{"formats", "corpus", "solver", "pipeline"} {
			library = library || strings.HasPrefix(path, "../../"+folder+"/")
		}
		if !library && !hints {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.KeyValueExpr); ok {
				if name, ok := field.Key.(*ast.Ident); ok && name.Name == "Doc" {
					return false
				}
			}
			literal, ok := n.(*ast.BasicLit)
			if !ok {
				return true
			}
			for _, flag := range namedFlag.FindAllStringSubmatch(strings.Trim(literal.Value, "\"`"), -1) {
				if library || flag[1] != "--long" && len(verbsWith(flag[1])) == 0 { // zstd --long
					t.Errorf("%s names %s: %s", path, flag[1], literal.Value)
				}
			}
			return true
		})
	}
}
