package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// mutantVar is an environment variable: the number of the change that a binary of TestMutants runs with.
const mutantVar = "SUDOKUBATCH_MUTANT"

// A mutant is a small change of the code, and the test that must fail with it.
type mutant struct {
	name, file   string // file: from the root
	old, new     string // old is once in the file, inside a function
	folder, test string // test: with the names of subtests behind slashes
}

// TestMutants checks the list of mutants: each text to change must be in its file once, and each test must
// exist. With a regular expression in SUDOKUBATCH_MUTANTS it runs the tests of the mutants with such names.
// Each test must pass without its mutant and fail with it. A binary of each package of tests has all mutants.
func TestMutants(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	list := readMutants(t, filepath.Join(root, ".ci/mutants"))
	if len(list) < 100 {
		t.Errorf("%d mutants, want 100", len(list))
	}
	overlay := overlayMutants(t, root, list)
	for _, m := range list {
		name, sub, _ := strings.Cut(m.test, "/")
		_, err := os.Stat(filepath.Join("testdata/script", sub+".txtar"))
		if !hasTest(t, filepath.Join(root, m.folder), name) || name == "TestScripts" && err != nil {
			t.Errorf("%s: there is no %s in %s", m.name, m.test, m.folder)
		}
	}
	if wanted := os.Getenv("SUDOKUBATCH_MUTANTS"); wanted != "" && !t.Failed() {
		runMutants(t, root, overlay, list, regexp.MustCompile(wanted))
	}
}

// readMutants reads the list: blocks of lines, and comments after #.
func readMutants(t *testing.T, path string) (list []mutant) {
	t.Helper()
	for block := range strings.SplitSeq(readFile(t, path), "\n\n") {
		lines := map[byte][]string{} // by their first byte, without it
		var fields []string
		for line := range strings.SplitSeq(strings.TrimSuffix(block, "\n"), "\n") {
			if line != "" && strings.IndexByte("#-+", line[0]) >= 0 {
				lines[line[0]] = append(lines[line[0]], line[1:])
			} else if line != "" {
				fields = append(fields, line)
			}
		}
		if len(fields) != 3 || strings.Count(fields[2], " ") != 1 || lines['-'] == nil {
			t.Fatalf("want a name, a file, lines with - and +, a folder and its test:\n%s", block)
		}
		folder, test, _ := strings.Cut(fields[2], " ")
		list = append(list, mutant{fields[0], fields[1], strings.Join(lines['-'], "\n"), strings.Join(lines['+'], "\n"), folder, test})
	}
	return list
}

// overlayMutants returns a file for the flag -overlay of the go command. With it a function that is to
// be changed begins with a switch for each of its mutants, which calls a changed copy of the function.
func overlayMutants(t *testing.T, root string, list []mutant) string {
	t.Helper()
	dir, replace, files := t.TempDir(), map[string]string{}, map[string]*mutatedFile{}
	write := func(path, text string) string {
		name := filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(path, root), string(filepath.Separator), "_"))
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for i, m := range list {
		f := files[m.file]
		if f == nil {
			text := readFile(t, filepath.Join(root, m.file))
			parsed, err := parser.ParseFile(token.NewFileSet(), m.file, text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			f = &mutatedFile{text, text, parsed}
			files[m.file] = f
		}
		if err := f.add(i, m); err != nil {
			t.Errorf("%s: %s: %v", m.name, m.file, err)
		}
	}
	for file, f := range files {
		path := filepath.Join(root, file)
		number := filepath.Join(filepath.Dir(path), "zz_mutant.go")
		replace[path], replace[number] = write(path, f.mutated), write(number, fmt.Sprintf("package %s\n\nimport \"os\"\n\nvar mutant__ = os.Getenv(%q)\n", f.parsed.Name, mutantVar))
	}
	raw, _ := json.Marshal(map[string]any{"Replace": replace}) // never fails
	return write("overlay.json", string(raw))
}

// A mutatedFile is a file that gets switches and copies of functions.
type mutatedFile struct {
	text, mutated string
	parsed        *ast.File
}

// add adds the switch number i for a mutant, and the copy of the function.
func (f *mutatedFile) add(i int, m mutant) error {
	at := strings.Index(f.text, m.old)
	if n := strings.Count(f.text, m.old); n != 1 {
		return fmt.Errorf("%d times there: %s", n, m.old)
	}
	end := at + len(m.old)
	offset := func(pos token.Pos) int { return int(pos - f.parsed.FileStart) }
	for _, decl := range f.parsed.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Body == nil || at < offset(d.Body.Lbrace) || end > offset(d.End()) {
			continue
		}
		name := fmt.Sprintf("%s__%d", d.Name.Name, i)
		head := f.text[offset(d.Pos()) : offset(d.Body.Lbrace)+1]
		f.mutated = strings.Replace(f.mutated, head, fmt.Sprintf("%s if mutant__ == \"%d\" { %s };", head, i, f.call(d, name)), 1)
		f.mutated += "\n" + f.text[offset(d.Pos()):offset(d.Name.Pos())] + name + f.text[offset(d.Name.End()):at] + m.new + f.text[end:offset(d.End())] + "\n"
		return nil
	}
	return fmt.Errorf("in no function: %s", m.old)
}

// call returns the statements that call a copy of a function and return its results. A parameter without
// a name is not used, so any value will do.
func (f *mutatedFile) call(d *ast.FuncDecl, name string) string {
	values := func(field *ast.Field) (list []string) {
		for _, ident := range append(field.Names, nil)[:max(1, len(field.Names))] {
			value := "(*new(" + f.text[field.Type.Pos()-f.parsed.FileStart:field.Type.End()-f.parsed.FileStart] + "))"
			if ident != nil && ident.Name != "_" {
				value = ident.Name
			}
			list = append(list, value)
		}
		return list
	}
	if d.Recv != nil {
		name = values(d.Recv.List[0])[0] + "." + name
	}
	var args []string
	for _, field := range d.Type.Params.List {
		args = append(args, values(field)...)
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			args[len(args)-1] += "..."
		}
	}
	call := name + "(" + strings.Join(args, ", ") + ")"
	if d.Type.Results.NumFields() == 0 {
		return call + "; return"
	}
	return "return " + call
}

// runMutants builds each package of tests once, and runs each test without and with its mutant.
func runMutants(t *testing.T, root, overlay string, list []mutant, wanted *regexp.Regexp) {
	t.Helper()
	built, passes := map[string]string{}, map[string]bool{}
	for i, m := range list {
		if !wanted.MatchString(m.name) {
			continue
		}
		if built[m.folder] == "" {
			built[m.folder] = filepath.Join(filepath.Dir(overlay), fmt.Sprint(i)+".test")
			build := exec.Command("go", "-C", root, "test", "-c", "-overlay", overlay, "-o", built[m.folder], "./"+m.folder)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", m.folder, err, out)
			}
		}
		pass := func(number string) bool {
			cmd := exec.Command(built[m.folder], "-test.v", "-test.timeout", "5m", "-test.run", "^"+strings.ReplaceAll(m.test, "/", "$/^")+"$")
			cmd.Dir, cmd.WaitDelay = filepath.Join(root, m.folder), time.Second
			cmd.Env = append(os.Environ(), mutantVar+"="+number, "SUDOKUBATCH_MUTANTS=")
			out, err := cmd.CombinedOutput()
			return err == nil && strings.Contains(string(out), "--- PASS: ")
		}
		test := m.folder + " " + m.test
		if passes[test] = passes[test] || pass(""); !passes[test] {
			t.Errorf("%s: %s fails or skips without the change", m.name, test)
		} else if pass(fmt.Sprint(i)) {
			t.Errorf("%s: %s does not see it", m.name, test)
		}
	}
}
