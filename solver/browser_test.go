package solver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// escargotSolved is the solution of escargot.
const escargotSolved = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"

// browserPuzzles are inputs of the page and their answers. The first puzzle
// spans several lines. The page must still answer after an invalid puzzle.
var browserPuzzles = []struct{ puzzle, solution string }{
	{escargot, escargotSolved},
	{strings.Repeat(".", 81), ""},
	{"12345", ""},
	{strings.Join(strings.Fields(escargot), ""), escargotSolved},
}

// TestBrowser solves puzzles in WebAssembly with Node.js.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no other programs run here")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here")
	}
	cmd := exec.CommandContext(t.Context(), node, "node.js", "./wasm_exec.js", "browser.wasm")
	cmd.Dir = browserSite(t)
	want := ""
	for _, p := range browserPuzzles {
		cmd.Args = append(cmd.Args, p.puzzle)
		want += p.solution + "\n"
	}
	if out, err := cmd.CombinedOutput(); string(out) != want {
		t.Errorf("%q, want %q; %v", out, want, err)
	}
}

// browserSite returns a directory with the files of the example web page, built
// as the manual describes.
func browserSite(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("%v: go builds the program", err)
	}
	site := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(site, "browser.wasm"), "./testdata/browser")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, from := range []string{"testdata/browser", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm")} {
		if err := os.CopyFS(site, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	return site
}
