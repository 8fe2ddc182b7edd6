package main_test

// This file tests the npm package in Node.js.

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// hard takes many guesses, easy none. Both have one solution.
const (
	hard = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
	well = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."

	// pairs is a 6×6 puzzle that pairs solve, small one that needs wings and chains, and smallMarks has its candidates after some steps.
	pairs      = "......35....4.......6.2.....1...14.6"
	small      = "4......5.1.....5....2.4..3...6....1."
	smallMarks = "...4..12...61.3..6.23..6.23.56.23.5..23..6....5...3..61......23..6...4..1.3..61..4.61.34.6....5..2...612........5.1....6.2......3..6...4..1.3...12......3...1..45..2.4...2..5......6.2...6.2.4.6...456.234..1......23.5."
)

// scratch is a folder for what tests share.
var scratch = must(os.MkdirTemp("", "sudokubatch-web"))

// built makes the page and the package once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "dist")
	cmd := exec.Command("go", "run", "./build", "-o", dir, "-version", "1.2.3")
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// dist returns the folder with the page and the package, or skips the test.
func dist(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds a program for WebAssembly")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go here to build the program")
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// project returns a folder in which the package is installed, with these files.
func project(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string][]byte{}
	for name, text := range tarball(t) {
		all[filepath.Join("node_modules", "sudokubatch", strings.TrimPrefix(name, "package/"))] = text
	}
	for name, text := range texts {
		all[name] = []byte(text)
	}
	for name, text := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// node runs a module in a folder in which the package is installed, and returns what it prints.
func node(t *testing.T, module string, args ...string) string {
	t.Helper()
	return runNode(t, project(t, map[string]string{"test.mjs": module}), append([]string{"test.mjs"}, args...)...)
}

// runNode runs Node.js in a folder, and returns what it prints.
func runNode(t *testing.T, dir string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here (Debian: apt-get install nodejs)")
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s%s", err, out, stderr.Bytes())
	}
	return string(out)
}

// tarball returns the files of the npm package.
func tarball(t *testing.T) map[string][]byte {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join(dist(t), "sudokubatch-1.2.3.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err == nil {
			files[header.Name], err = io.ReadAll(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPackage requires that the package has what its description names.
func TestPackage(t *testing.T) {
	t.Parallel()
	files := tarball(t)
	var described struct {
		Version string
		Files   []string
		Exports map[string]any
	}
	if err := json.Unmarshal(files["package/package.json"], &described); err != nil {
		t.Fatal(err)
	}
	if described.Version != "1.2.3" {
		t.Errorf("version %s", described.Version)
	}
	for _, name := range append(described.Files, "README.md", "LICENSE") {
		if len(files["package/"+name]) == 0 {
			t.Errorf("no %s in the package", name)
		}
	}
	types := string(files["package/index.d.ts"])
	for _, list := range [][]string{options.Tiers(), generate.Symmetries(), strings.Fields(strings.Trim(fmt.Sprint(geometry.Sides()), "[]"))} {
		if text := `"` + strings.Join(list, `" | "`) + `"`; !strings.Contains(types, text) && !strings.Contains(types, strings.ReplaceAll(text, `"`, "")) {
			t.Errorf("index.d.ts lacks %s", text)
		}
	}
	if len(files) != len(described.Files)+3 {
		t.Errorf("%d files, package.json names %d", len(files), len(described.Files))
	}
}

// TestSingleCalls requires that the engine stays set up between calls. It counts processor time, as other tests
// run at the same time, and takes the least of many rounds.
func TestSingleCalls(t *testing.T) {
	t.Parallel()
	out := node(t, `
import { solve } from "sudokubatch";
let least = Infinity;
for (const end = Date.now() + 20000; least > 0.05 && Date.now() < end; ) {
	const began = process.cpuUsage();
	for (let i = 0; i < 100; i++) await solve(process.argv[2]);
	const { user, system } = process.cpuUsage(began);
	least = Math.min(least, (user + system) / 1e5);
}
console.log(least.toFixed(3));
`, easy)
	if least, err := strconv.ParseFloat(strings.TrimSpace(out), 64); err != nil || least > 0.05 {
		t.Errorf("an easy puzzle takes %s ms of processor time, want 0.05 at most", out)
	}
}

// input returns a table with puzzles of every kind.
func input(t *testing.T) []byte {
	t.Helper()
	made, _ := runCommand(t, "gen --count 600", "")
	text := []byte("id,puzzle\n")
	for i, line := range strings.Fields(made) {
		switch i % 100 {
		case 7:
			line = strings.Repeat(".", 81)
		case 8:
			line = "11" + line[2:]
		case 9:
			line = line[:80]
		}
		text = append(text, itoa(int64(i))+","+line+"\n"...)
	}
	return text
}

// TestExamples runs the JavaScript of the package's README and of the project's.
func TestExamples(t *testing.T) {
	t.Parallel()
	var text []byte
	for _, name := range []string{"npm/README.md", "../../../README.md"} {
		more, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, more...)
	}
	blocks := strings.Split(string(text), "```js\n")[1:]
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		prelude := `import { writeFileSync } from "node:fs"; writeFileSync("train.csv", "puzzle\n` + easy + `\n");` + "\n"
		if out := node(t, prelude+code); len(out) < 20 {
			t.Errorf("%s prints %q", code, out)
		}
	}
	if len(blocks) < 2 {
		t.Errorf("%d examples", len(blocks))
	}
}
