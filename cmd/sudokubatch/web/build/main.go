// Command build makes the page and the npm package of the engine, without network and the same bytes
// from the same sources and Go:
//
//	go run ./cmd/sudokubatch/web/build -o dist -version 1.2.3
//
// It writes dist/sudokubatch.html, which is the whole page in one file, dist/npm, the files of the
// npm package, and dist/sudokubatch-1.2.3.tgz, which npm can install and publish.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage"
)

func main() {
	into := flag.String("o", "dist", "folder for the page and the package")
	version := flag.String("version", "0.0.0", "version of the npm package")
	flag.Parse()
	if err := build(*into, *version); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n", err)
		os.Exit(1)
	}
}

// A files maps names to contents.
type files map[string][]byte

// semver matches the versions that npm takes.
var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func build(into, version string) error {
	if !semver.MatchString(version) {
		return fmt.Errorf("-version %s: want MAJOR.MINOR.PATCH", version)
	}
	s, err := collect()
	if err != nil {
		return err
	}
	packed, err := npm(s, version)
	if err != nil {
		return err
	}
	tarball, err := pack(packed)
	if err != nil {
		return err
	}
	html, err := page(s)
	if err != nil {
		return err
	}
	all := files{"sudokubatch.html": html, "sudokubatch-" + version + ".tgz": tarball}
	for name, content := range packed {
		all[filepath.Join("npm", name)] = content
	}
	for name, content := range all {
		path := filepath.Join(into, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// collect returns the sources by their names, with the program and Go's own script for it.
func collect() (files, error) {
	root, err := output("go", "list", "-f", "{{.Module.Dir}}\n{{.Root}}", "github.com/sudokubatch/sudokubatch/cmd/sudokubatch/web/build")
	if err != nil {
		return nil, err
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dir, _, _ := strings.Cut(root, "\n")
	s, web := files{}, filepath.Join(dir, "cmd", "sudokubatch", "web")
	for name, path := range map[string]string{
		"engine.js": filepath.Join(web, "engine.js"), "index.d.ts": filepath.Join(web, "npm", "index.d.ts"),
		"package.json": filepath.Join(web, "npm", "package.json"), "README.md": filepath.Join(web, "npm", "README.md"),
		"index.html": filepath.Join(web, "page", "index.html"), "page.css": filepath.Join(web, "page", "page.css"),
		"app.js": filepath.Join(web, "page", "app.js"), "worker.js": filepath.Join(web, "page", "worker.js"),
		"LICENSE": filepath.Join(dir, "LICENSE"), "NOTICES": filepath.Join(dir, ".github", "NOTICES"),
		"wasm_exec.js": filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"),
	} {
		if s[name], err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	const module = "github.com/sudokubatch/sudokubatch"
	temp, err := os.MkdirTemp("", "sudokubatch")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "sudokubatch.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}
	// Without inlining these packages are smaller, so that the page takes about 2 MB. Ratings of hard
	// puzzles take twice as long. What each call from JavaScript needs is inlined.
	for _, packages := range []string{
		"std", "github.com/go-json-experiment/...", "github.com/klauspost/compress/...", module + "/pipeline/...", module + "/formats/...",
		module + "/cmd/...", module + "/corpus/...", module + "/solver/explain", module + "/solver/internal/unavoidable",
	} {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	for _, packages := range []string{"syscall/js", "internal/runtime/maps", "internal/bytealg", "internal/abi"} {
		args = append(args, "-gcflags="+packages+"=")
	}
	cmd := exec.Command("go", append(args, "-o", program, "./cmd/sudokubatch/web")...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=")
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	s["sudokubatch.wasm"], err = os.ReadFile(program)
	return s, err
}

// output returns what a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w: %s", name, args[0], err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// npm returns the files of the npm package.
func npm(s files, version string) (files, error) {
	packed := files{"index.js": s["engine.js"]}
	for _, name := range []string{"index.d.ts", "README.md", "LICENSE", "NOTICES", "wasm_exec.js", "sudokubatch.wasm"} {
		packed[name] = s[name]
	}
	packed["package.json"] = bytes.Replace(s["package.json"], []byte(`"0.0.0"`), []byte(`"`+version+`"`), 1)
	if !json.Valid(packed["package.json"]) {
		return nil, errors.New("package.json is no JSON")
	}
	return packed, nil
}

// pack returns the files as an npm tarball.
func pack(packed files) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(packed)) {
		// npm gives all files this time.
		header := &tar.Header{Name: "package/" + name, Mode: 0o644, Size: int64(len(packed[name])), ModTime: time.Unix(499162500, 0), Format: tar.FormatUSTAR}
		if err := t.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := t.Write(packed[name]); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(t.Close(), z.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// noModule turns a module into a script. A page that was opened as a file cannot start a worker from a
// module.
var noModule = strings.NewReplacer("\nexport ", "\n", "import \"./wasm_exec.js\";", "", "import.meta.url", "location.href")

// comments matches lines that are comments, and the blanks at the beginning of lines.
var comments = regexp.MustCompile(`(?m)^[ \t]*((//.*|/\*(?:[^*]|\*+[^*/])*\*+/)\n)?`)

// terse returns a script or style without comments on lines of their own.
func terse(text string) string { return comments.ReplaceAllString(text, "") }

// page returns the page, with everything inside. Its policy allows its own script and style, the
// program, and workers that the script makes. It allows no request.
func page(s files) ([]byte, error) {
	var program bytes.Buffer
	z, err := gzip.NewWriterLevel(&program, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(s["sudokubatch.wasm"]); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	steps, style := explainpage.Steps()
	parts := map[string]string{
		"@STYLE@":   terse(style + string(s["page.css"])),
		"@PROGRAM@": base64.StdEncoding.EncodeToString(program.Bytes()),
		"@WORKER@":  string(s["wasm_exec.js"]) + terse(noModule.Replace(string(s["engine.js"]))+string(s["worker.js"])),
		"@SCRIPT@":  terse("\"use strict\";\nconst showSteps = (() => {\n" + steps + "return showSteps;\n})();\n" + string(s["app.js"])),
	}
	parts["@POLICY@"] = "default-src 'none'; script-src " + hash(parts["@SCRIPT@"]) + " 'wasm-unsafe-eval' blob:; worker-src blob:; style-src " +
		hash(parts["@STYLE@"]) + "; img-src data:; base-uri 'none'; form-action 'none'"
	var pairs []string
	for mark, text := range parts {
		if strings.Count(string(s["index.html"]), mark) != 1 {
			return nil, fmt.Errorf("index.html must have %s once", mark)
		}
		if strings.Contains(text, "</script") || strings.Contains(text, "</style") {
			return nil, fmt.Errorf("the text for %s ends its element", mark)
		}
		pairs = append(pairs, mark, text)
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(s["index.html"]))), nil
}

// hash returns the hash of a script or style, as a policy names it.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
