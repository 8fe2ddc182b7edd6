package main_test

// This file uses the package as strangers do: with a bundler in a browser, and with TypeScript.

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// installed installs what tests need from npm, once for all tests, in a folder of its own.
var installed = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "npm")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	cmd := exec.Command("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline",
		"--fetch-retries=0", "--prefix", dir, "esbuild@0.28.2", "typescript@7.0.2", "axe-core@4.14.1")
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	return dir, cmd.Run()
})

// fromNPM returns the path of a file in node_modules, or skips the test.
func fromNPM(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it installs packages from npm")
	}
	dir, err := installed()
	if err != nil {
		t.Skipf("esbuild, typescript and axe-core cannot be installed with npm here: %v", err)
	}
	return filepath.Join(dir, "node_modules", filepath.FromSlash(name))
}

// TestBundle makes a page with esbuild, as a module and as a script, and solves a puzzle in it.
func TestBundle(t *testing.T) {
	t.Parallel()
	esbuild := fromNPM(t, "esbuild/bin/esbuild")
	dir := project(t, map[string]string{
		"app.js":        `import { solve } from "sudokubatch"; solve("` + easy + `").then((found) => (document.title = found.solution));`,
		"www/esm.html":  `<!DOCTYPE html><script type="module" src="esm.js"></script>`,
		"www/iife.html": `<!DOCTYPE html><script src="iife.js"></script>`,
	})
	if err := os.Rename(filepath.Join(dir, "node_modules/sudokubatch/sudokubatch.wasm"), filepath.Join(dir, "www/sudokubatch.wasm")); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(dir, "www"))))
	t.Cleanup(server.Close)
	p := openTab(t, "")
	for _, format := range []string{"esm", "iife"} {
		runNode(t, dir, esbuild, "app.js", "--bundle", "--format="+format, "--outfile=www/"+format+".js", "--log-level=error")
		p.Go(server.URL + "/" + format + ".html")
		p.Wait(`/^[1-9]{81}$/.test(document.title)`)
	}
}

// TestTypes compiles a program against the declarations, with and without the types of browsers.
func TestTypes(t *testing.T) {
	t.Parallel()
	tsc := fromNPM(t, "typescript/bin/tsc")
	dir := project(t, map[string]string{"package.json": `{"type":"module"}`, "user.ts": `
import { solve, generate, rows, lines, load, parse, stream } from "sudokubatch";
const { solution } = await solve([1, 2, 3]), text: string | null = solution;
for await (const row of rows("label", lines([text ?? ""]), { add: ["tier"] })) row.tier;
await generate({ er: [3, 4.5], technique: ["X-Wing"], per: "technique=1" });
await solve([[1, null], [0, 2]]);
await load(new Uint8Array(8));
await parse(new Uint8Array(8));
for (const { output } of [stream("solve", "")]) output;
// @ts-expect-error the option is limit
await solve("", { limt: 1 });
`})
	for _, library := range []string{"es2022", "es2022,dom,dom.iterable,dom.asynciterable"} {
		out := runNode(t, dir, tsc, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--types", "", "--lib", library, "user.ts")
		if strings.TrimSpace(out) != "" {
			t.Errorf("%s: %s", library, out)
		}
	}
}
