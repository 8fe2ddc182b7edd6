package solver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestBrowser solves puzzles as a page does, in WebAssembly.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no other programs run here")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skipf("%v: Node.js stands in for a browser", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("%v: go builds the program", err)
	}
	wasm := filepath.Join(t.TempDir(), "browser.wasm")
	build := exec.Command("go", "build", "-o", wasm, "./testdata/browser")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	puzzle := strings.Join(strings.Fields(escargot), "")
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	out, err := exec.Command(node, "testdata/browser/page.js", support, wasm, puzzle, strings.Repeat(".", 81)).CombinedOutput()
	const want = "162857493534129678789643521475312986913586742628794135356478219241935867897261354\n\n"
	if string(out) != want {
		t.Errorf("%q, want %q; %v", out, want, err)
	}
}
