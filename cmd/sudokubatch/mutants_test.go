package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// mutantVar is an environment variable: the number of the change that a binary of TestMutants runs with.
const mutantVar = "SUDOKUBATCH_MUTANT"

// A mutant is a small change of the code, and the test that must fail with it.
type mutant struct {
	name     string
	file     string // from the root
	old, new string // old is once in the file, inside a function
	folder   string // of the test
	test     string // a name, with the names of subtests behind slashes
}

// TestMutants checks the list of mutants: each text to change must be in its file once, and each test
// must exist. With SUDOKUBATCH_MUTANTS=. it runs the tests, or with another regular expression those of the
// mutants with such names: each test must pass without its mutant, and fail with it.
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
		if !hasTest(t, filepath.Join(root, m.folder), name) {
			t.Errorf("%s: %s has no %s", m.name, m.folder, name)
		}
		if _, err := os.Stat(filepath.Join("testdata/script", sub+".txtar")); name == "TestScripts" && err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
	}
	if wanted := os.Getenv("SUDOKUBATCH_MUTANTS"); wanted != "" && !t.Failed() {
		runMutants(t, root, overlay, list, regexp.MustCompile(wanted))
	}
}

// readMutants reads the list: blocks of lines, with comments after #.
func readMutants(t *testing.T, path string) []mutant {
	t.Helper()
	var list []mutant
	for block := range strings.SplitSeq(readFile(t, path), "\n\n") {
		var fields, old, new []string
		for line := range strings.Lines(block) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '-':
				old = append(old, line[1:])
			case line[0] == '+':
				new = append(new, line[1:])
			default:
				fields = append(fields, line)
			}
		}
		if len(fields)+len(old) == 0 {
			continue
		}
		if len(fields) != 3 || strings.Count(fields[2], " ") != 1 || old == nil {
			t.Fatalf("want a name, a file, lines with - and +, a folder and its test:\n%s", block)
		}
		folder, test, _ := strings.Cut(fields[2], " ")
		list = append(list, mutant{fields[0], fields[1], strings.Join(old, "\n"), strings.Join(new, "\n"), folder, test})
	}
	return list
}

// overlayMutants returns a file for the flag -overlay of the go command. With it a function that is to
// be changed begins with a switch for each of its mutants, which calls a changed copy of the function.
func overlayMutants(t *testing.T, root string, list []mutant) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	write := func(path, text string) {
		replace[path] = filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(path, root), string(filepath.Separator), "_"))
		if err := os.WriteFile(replace[path], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	numbers := map[string][]int{}
	for i, m := range list {
		numbers[m.file] = append(numbers[m.file], i)
	}
	for file, numbers := range numbers {
		path := filepath.Join(root, file)
		text := readFile(t, path)
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s := &switches{text: text, start: parsed.FileStart}
		for _, i := range numbers {
			if err := s.add(parsed, i, list[i]); err != nil {
				t.Errorf("%s: %s: %v", list[i].name, file, err)
			}
		}
		write(path, s.result())
		write(filepath.Join(filepath.Dir(path), "zz_mutant.go"), fmt.Sprintf(
			"package %s\n\nimport \"os\"\n\nvar mutant__ = os.Getenv(%q)\n", parsed.Name, mutantVar))
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, raw, 0o666); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// switches is the text of a file that gets switches for mutants.
type switches struct {
	text   string
	start  token.Pos
	edits  []edit
	copies strings.Builder
}

// An edit replaces text[from:to].
type edit struct {
	from, to int
	text     string
}

func (s *switches) result() string {
	slices.SortStableFunc(s.edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) })
	text := s.text
	for _, e := range s.edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text + s.copies.String()
}

// add adds the switch number i for a mutant.
func (s *switches) add(parsed *ast.File, i int, m mutant) error {
	at := strings.Index(s.text, m.old)
	if n := strings.Count(s.text, m.old); n != 1 {
		return fmt.Errorf("%d times there: %s", n, m.old)
	}
	for _, decl := range parsed.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil || at < int(f.Body.Lbrace-s.start) || at+len(m.old) > int(f.End()-s.start) {
			continue
		}
		name := fmt.Sprintf("%s__%d", f.Name.Name, i)
		from, open, to := int(f.Pos()-s.start), int(f.Body.Lbrace-s.start)+1, int(f.End()-s.start)
		ident := int(f.Name.End() - s.start)
		fmt.Fprintf(&s.copies, "\n%s__%d%s%s%s\n", s.text[from:ident], i, s.text[ident:at], m.new, s.text[at+len(m.old):to])
		s.edits = append(s.edits, edit{open, open, fmt.Sprintf(` if mutant__ == "%d" { %s };`, i, s.call(f, name))})
		return nil
	}
	return fmt.Errorf("in no function: %s", m.old)
}

// call returns the statements that call a copy of a function and return its results. A parameter without
// a name is not used, so any value will do.
func (s *switches) call(f *ast.FuncDecl, name string) string {
	value := func(ident *ast.Ident, of ast.Expr) string {
		if ident == nil || ident.Name == "_" {
			return "(*new(" + s.text[of.Pos()-s.start:of.End()-s.start] + "))"
		}
		return ident.Name
	}
	if f.Recv != nil {
		name = value(append(f.Recv.List[0].Names, nil)[0], f.Recv.List[0].Type) + "." + name
	}
	var args []string
	for _, field := range f.Type.Params.List {
		for _, ident := range field.Names {
			args = append(args, value(ident, field.Type))
		}
		if field.Names == nil {
			args = append(args, value(nil, field.Type))
		}
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			args[len(args)-1] += "..."
		}
	}
	call := name + "(" + strings.Join(args, ", ") + ")"
	if f.Type.Results.NumFields() == 0 {
		return call + "; return"
	}
	return "return " + call
}

// runMutants builds each test once and runs it, first without and then with its mutants.
func runMutants(t *testing.T, root, overlay string, list []mutant, wanted *regexp.Regexp) {
	t.Helper()
	dir := t.TempDir()
	began := time.Now()
	ran, built, passes := 0, map[string]string{}, map[string]bool{}
	for i, m := range list {
		if !wanted.MatchString(m.name) {
			continue
		}
		if built[m.folder] == "" {
			built[m.folder] = filepath.Join(dir, strconv.Itoa(len(built))+".test")
			cmd := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", built[m.folder], "./"+m.folder)
			cmd.Dir = root
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", m.folder, err, out)
			}
		}
		run := func(mutant string) bool {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, built[m.folder], "-test.v", "-test.run", "^"+strings.ReplaceAll(m.test, "/", "$/^")+"$")
			cmd.Dir = filepath.Join(root, m.folder)
			cmd.Env = append(os.Environ(), mutantVar+"="+mutant, "SUDOKUBATCH_MUTANTS=", "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+overlay)
			cmd.WaitDelay = time.Second
			out, err := cmd.CombinedOutput()
			return err == nil && strings.Contains(string(out), "--- PASS: ")
		}
		if test := m.folder + m.test; !passes[test] {
			if !run("") {
				t.Errorf("%s: %s %s fails or skips without the change", m.name, m.folder, m.test)
				continue
			}
			passes[test] = true
		}
		start := time.Now()
		if ran++; run(strconv.Itoa(i)) {
			t.Errorf("%s survives %s %s", m.name, m.folder, m.test)
		}
		t.Logf("%s: %.1fs", m.name, time.Since(start).Seconds())
	}
	t.Logf("%d mutants, %d binaries, %.0fs", ran, len(built), time.Since(began).Seconds())
}
