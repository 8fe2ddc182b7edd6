package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestPythonVersion compares versions of Go with what Python calls them.
func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":                               "1.2.3",
		"1.2.3":                                "1.2.3",
		"v1.2.3-rc.1":                          "1.2.3rc1",
		"v1.2.3-beta2":                         "1.2.3b2",
		"v1.2.3+dirty":                         "1.2.3",
		"v0.0.0-20261125163012-79ff616abcde":   "0.0.0.dev20261125163012",
		"v1.2.4-0.20261125163012-79ff616abcde": "1.2.4.dev20261125163012",
		"v1.2.3-rc.1.0.20261125163012-79ff616abcde": "1.2.3rc1.dev20261125163012",
		"(devel)": "0.0.0.dev0",
		"":        "0.0.0.dev0",
		"latest":  "",
		"v1.2":    "",
	} {
		if got, err := pythonVersion(version); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v, want %q", version, got, err, want)
		}
	}
}

// TestFind gives folders that hold no binaries of the command, or too many.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	if _, err := find(dir, ""); err == nil || !strings.Contains(err.Error(), "no binary named sudokubatch") {
		t.Error(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Link(self, filepath.Join(dir, "sudokubatch")); err != nil {
		t.Skip(err)
	}
	if _, err := find(dir, ""); err == nil || !strings.Contains(err.Error(), "not "+commandPath) {
		t.Error(err)
	}
}

// host is the platform of the tests.
const host = runtime.GOOS + "/" + runtime.GOARCH

// TestWheel builds the wheel of this machine, reads it as the specification says, and has Python install
// it into a fresh environment. There the tests of the package run, and a type checker.
func TestWheel(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and a Python environment")
	}
	if tags[host] == nil {
		t.Skipf("there is no wheel for %s", host)
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if err := build(filepath.Join(bin, "one"), host, "-trimpath"); err != nil {
		t.Fatal(err)
	}
	for output, binaries := range map[string]string{"wheels": "", "again": bin} {
		if err := run(binaries, filepath.Join(dir, output), "1.2.3-rc.1", []string{host}); err != nil {
			t.Fatal(err)
		}
	}
	name := wheel{platform: host, version: "1.2.3rc1"}.name()
	data := read(t, filepath.Join(dir, "wheels", name))
	if !bytes.Equal(data, read(t, filepath.Join(dir, "again", name))) {
		t.Error("two wheels of the same binary differ")
	}
	testContent(t, data)
	if err := os.CopyFS(filepath.Join(bin, "two"), os.DirFS(filepath.Join(bin, "one"))); err != nil {
		t.Fatal(err)
	}
	if _, err := find(bin, ""); err == nil || !strings.Contains(err.Error(), "are both for "+host) {
		t.Error(err)
	}
	testPackage(t, dir, filepath.Join(dir, "wheels", name))
}

// TestFindBinary wants the command that was installed with a package, not a foreign one in a folder
// above it.
func TestFindBinary(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("pip uses other folders")
	}
	interpreter := python(t, "sysconfig")
	for _, test := range []struct {
		site, want string
		installed  []string
	}{
		{"far/from/target", "far/from/target/bin", []string{"bin", "far/from/target/bin"}},
		{"far/from/target", "", []string{"bin"}},
		{"lib/python3/site-packages", "bin", []string{"bin"}},
	} {
		dir := t.TempDir()
		for _, folder := range test.installed {
			write(t, filepath.Join(dir, folder, "sudokubatch"), nil)
		}
		site := filepath.Join(dir, test.site)
		write(t, filepath.Join(site, "pkg", "_binary.py"), read(t, "sudokubatch/_binary.py"))
		const program = "import sys; sys.path.insert(0, sys.argv[1])\ntry: import pkg._binary; print(pkg._binary.find_binary(), end='')\nexcept FileNotFoundError: pass"
		got := command(t, interpreter, "-c", program, site)
		if want := filepath.Join(dir, test.want, "sudokubatch"); test.want != "" && got != want || test.want == "" && strings.HasPrefix(got, dir) {
			t.Errorf("%s: found %q, want %q", test.site, got, test.want)
		}
	}
}

// write writes a file, and makes its folder.
func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, data, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// read returns the content of a file.
func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// testContent compares a wheel with its RECORD, and its tags with its name.
func testContent(t *testing.T, data []byte) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	content, rows := map[string][]byte{}, map[string]string{}
	for _, f := range archive.File {
		file, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if content[f.Name], err = io.ReadAll(file); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content[f.Name])
		rows[f.Name] = fmt.Sprintf("sha256=%s %d", base64.RawURLEncoding.EncodeToString(sum[:]), len(content[f.Name]))
		mode := os.FileMode(0o644)
		if strings.Contains(f.Name, ".data/scripts/") {
			mode = 0o755
		}
		if f.Mode() != mode || f.Modified.Year() != 1980 {
			t.Errorf("%s has mode %v and time %v", f.Name, f.Mode(), f.Modified)
		}
	}
	const info = "sudokubatch-1.2.3rc1.dist-info/"
	record, err := csv.NewReader(bytes.NewReader(content[info+"RECORD"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(record) != len(rows) {
		t.Errorf("RECORD has %d rows, want %d", len(record), len(rows))
	}
	for _, row := range record {
		if row[0] != info+"RECORD" && row[1]+" "+row[2] != rows[row[0]] {
			t.Errorf("RECORD: %q, want %s", row, rows[row[0]])
		}
	}
	for _, name := range []string{"sudokubatch/py.typed", info + "LICENSE", info + "NOTICES", info + "METADATA", info + "WHEEL"} {
		if content[name] == nil && rows[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	for _, tag := range tags[host] {
		if !bytes.Contains(content[info+"WHEEL"], []byte("Tag: py3-none-"+tag+"\n")) {
			t.Errorf("WHEEL: no tag %s", tag)
		}
	}
}

// python returns a Python that has the modules, or skips the test.
func python(t *testing.T, modules string) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+modules).Run() == nil {
			return name
		}
	}
	t.Skipf("no python3 has all of %s (Debian: python3-venv python3-pip python3-numpy python3-pandas mypy)", modules)
	return ""
}

// testPackage installs a wheel and runs all that tests the package, and mypy and twine.
func testPackage(t *testing.T, dir, wheel string) {
	system := python(t, "numpy, pandas, venv, pip")
	env := filepath.Join(dir, "env")
	command(t, system, "-m", "venv", "--system-site-packages", "--without-pip", env)
	interpreter := filepath.Join(env, "bin", "python")
	if runtime.GOOS == "windows" {
		interpreter = filepath.Join(env, "Scripts", "python.exe")
	}
	command(t, system, "-m", "pip", "--python", interpreter, "install", "--no-index", "--no-warn-script-location", wheel)
	if got := command(t, interpreter, "-c", "import sudokubatch; print(sudokubatch.find_binary())"); !strings.HasPrefix(got, filepath.Dir(interpreter)) {
		t.Errorf("the command is at %s, want it in %s", got, filepath.Dir(interpreter))
	}
	folder, err := filepath.Abs("tests")
	if err != nil {
		t.Fatal(err)
	}
	tests := []string{filepath.Join(folder, "test_package.py"), filepath.Join(folder, "test_frames.py")}
	for _, test := range tests {
		t.Run(filepath.Base(test), func(t *testing.T) {
			t.Parallel()
			command(t, interpreter, test)
		})
	}
	t.Run("documents", func(t *testing.T) {
		t.Parallel()
		testDocuments(t, interpreter)
	})
	t.Run("target", func(t *testing.T) {
		t.Parallel()
		target := filepath.Join(dir, "target")
		command(t, system, "-m", "pip", "install", "--no-index", "--target", target, wheel)
		program := "import sys; sys.path.insert(0, sys.argv[1]); import sudokubatch; print(sudokubatch.find_binary(), len(sudokubatch.generate(3, text=True)))"
		if got := command(t, system, "-c", program, target); !strings.HasPrefix(got, target) || !strings.HasSuffix(got, " 3\n") {
			t.Errorf("with --target: %s", got)
		}
	})
	t.Run("mypy", func(t *testing.T) {
		t.Parallel()
		for _, checked := range [][]string{{"-p", "sudokubatch"}, tests} {
			words := []string{"mypy", "--strict", "--cache-dir", filepath.Join(dir, "mypy"), "--python-executable", interpreter}
			tool(t, append(words, checked...)...)
		}
	})
	t.Run("twine", func(t *testing.T) {
		t.Parallel()
		tool(t, "twine", "check", "--strict", wheel)
	})
}

// testDocuments runs the Python in the documents.
func testDocuments(t *testing.T, interpreter string) {
	ran := 0
	for _, name := range []string{"README.md", "../../../README.md", "../../../.github/GUIDE.md"} {
		for i, part := range strings.Split(string(read(t, name)), "```python\n")[1:] {
			part, _, _ = strings.Cut(part, "\n```\n")
			files := "import sudokubatch; sudokubatch.write('train.csv', *sudokubatch.generate(50, solutions=True))\n"
			command(t, interpreter, "-W", "error", "-c", files+part)
			t.Logf("%s: part %d", name, i+1)
			ran++
		}
	}
	if ran < 2 {
		t.Errorf("only %d parts with Python were found", ran)
	}
}

// tool runs a command, or skips the test if the program is missing.
func tool(t *testing.T, words ...string) {
	t.Helper()
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skipf("there is no %s", words[0])
	}
	command(t, words...)
}

// command runs a command in an empty folder, and returns what it prints.
func command(t *testing.T, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return string(out)
}
