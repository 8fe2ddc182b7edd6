package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestToyForm builds the command with one more form: its folder, a line in the list of forms, and an entry in the
// table of what forms promise. It keeps the promises, and each verb does with its records what it does with lines.
func TestToyForm(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the command")
	}
	dir := t.TempDir()
	command := buildToy(t, dir)
	if out, err := exec.Command("go", "test", "-overlay", filepath.Join(dir, "overlay.json"), "-run", "TestForms/toy$", "../../formats/bulk").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	puzzles := strings.Split(strings.TrimSpace(mustRun(t, "", "gen", "-q", "--count", "20")), "\n")
	lines := strings.Join(append(puzzles, puzzles[0]), "\n") + "\n"
	files := map[string]string{"in": lines, "bad": lines + puzzles[1][:70] + "\n"}
	for name, text := range files {
		for form, text := range map[string]string{"line": "# by hand\n" + text, "toy": "by hand\n" + regexp.MustCompile("(?m)^[.1-9]").ReplaceAllString(text, "toy$0")} {
			if err := os.MkdirAll(filepath.Join(dir, form), 0o700); err != nil {
				t.Fatal(err)
			}
			writeFile(t, filepath.Join(dir, form, name), text)
		}
	}
	for _, args := range []string{
		"solve in", "solve in --all --to FORM", "solve in --add guesses", "convert in", "convert in --to csv", "convert in --unique --sorted",
		"convert in -o x.ENDING --to FORM", "check bad --quiet", "clean bad", "label in --add clues,tier", "sample in --count 5 --seed 1",
		"split in --into a=50,b=50 -o parts", "detect in", "augment in --each 2",
	} {
		want, wantCode := runToy(t, command, filepath.Join(dir, "line"), args, "line", "txt")
		got, code := runToy(t, command, filepath.Join(dir, "toy"), args, "toy", "toy")
		if wantCode == 2 || want == "" || got != want || code != wantCode {
			t.Errorf("%s: exit code %d\n%s\nwant %d, as for lines\n%s", args, code, got, wantCode, want)
		}
	}
}

// buildToy builds the command with the form of toys.
func buildToy(t *testing.T, dir string) (command string) {
	const list, table = "formats/bulk/kind.go", "formats/internal/formtest/forms.go"
	text := readFile(t, "../../"+list)
	text = strings.Replace(text, "import (\n", "import (\n\t\"github.com/sudokubatch/sudokubatch/formats/internal/toytest\"\n", 1)
	text = strings.Replace(text, "candidates.Form,\n", "candidates.Form,\n\ttoytest.Form,\n", 1)
	entry := strings.Replace(readFile(t, "../../"+table), "bulk.Kind]entry{\n", "bulk.Kind]entry{\n\tbulk.Candidates + 1: {cannot: sizes | steady},\n", 1)
	return buildWith(t, dir, map[string]string{list: text, table: entry})
}

// buildWith builds the command in a folder, with other texts of some files of the project.
func buildWith(t *testing.T, dir string, files map[string]string) (command string) {
	replace := map[string]string{}
	for name, text := range files {
		path, err := filepath.Abs("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		replace[path] = filepath.Join(dir, filepath.Base(name))
		writeFile(t, replace[path], text)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, command := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "sudokubatch")
	writeFile(t, overlay, string(text))
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command
}

// toyMark is what toys and lines differ in: a word, and columns after it.
var toyMark = regexp.MustCompile(`toy([\d.])|(bad:\d+):\d+`)

// runToy runs the command in a folder. It returns what it wrote, with lines in place of toys, and
// its exit code.
func runToy(t *testing.T, command, dir, args, form, ending string) (text string, code int) {
	cmd := exec.Command(command, strings.Fields(strings.NewReplacer("FORM", form, "ENDING", ending).Replace(args))...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	for _, pattern := range []string{"x.*", "parts/*"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), "."+ending)
			out = append(out, name+"\n"+readFile(t, file)...)
			_ = os.Remove(file)
		}
	}
	return strings.ReplaceAll(toyMark.ReplaceAllString(string(out), "$1$2"), "toy", "line"), cmd.ProcessState.ExitCode()
}
