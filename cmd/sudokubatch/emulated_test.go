package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// emulated lists the corpora for TestEmulated, each with the number of records that qemu solves in
// seconds.
var emulated = []struct {
	file    string
	records int
	flags   []string
}{
	{"@demo", 20000, nil},
	{"@demo16", 600, nil},
	{"kaggle.txt.zst", 5000, nil},
	{"17clue.txt.zst", 5000, nil},
	{"diabolical.txt.zst", 5000, nil},
	{"top1465.txt.zst", 1000, nil},
	{"hardest11.txt.zst", 300, nil},
	{"multi.txt.zst", 2000, nil},
	{"mixed.txt.zst", 5000, nil},
	{"x16_CH.txt.zst", 300, nil},
	{"x16_TF.txt.zst", 100, nil},
	{"x16_ST.txt.zst", 50, nil},
	{"x16_goomii.txt.zst", 1500, nil},
	{"x16_minimal.txt.zst", 10, nil},
	{"stall16.txt", 10, []string{"--max-guesses", "1500"}},
}

// TestEmulated runs the command on another architecture. The answers and the number of guesses must be
// the same as here, whatever vector instructions each uses.
//
// SUDOKUBATCH_EMULATE is the architecture as Go names it (arm64, s390x), or js or wasip1 for
// WebAssembly. SUDOKUBATCH_BACKEND, if set, names the kernels that the command must use there.
// SUDOKUBATCH_FULL solves whole corpora.
func TestEmulated(t *testing.T) {
	arch, backend := os.Getenv("SUDOKUBATCH_EMULATE"), os.Getenv("SUDOKUBATCH_BACKEND")
	if arch == "" {
		t.Skip("SUDOKUBATCH_EMULATE names no architecture")
	}
	here := []string{buildFor(t, runtime.GOOS, runtime.GOARCH)}
	there := commandFor(t, arch)
	for _, corpus := range emulated {
		t.Run(corpus.file, func(t *testing.T) {
			path := corpus.file
			if path[0] != '@' {
				path = filepath.Join("..", "..", "..", "shared", "corpora", path)
				if _, err := os.Stat(path); err != nil {
					t.Skipf("%v: the shared corpora lie next to the project", err)
				}
			}
			args := append([]string{"solve", "-q", "--limit", "2", path}, corpus.flags...)
			if os.Getenv("SUDOKUBATCH_FULL") == "" {
				args = append(args, "--take", strconv.Itoa(corpus.records))
			}
			want, wantGuesses, _ := answersOf(t, here, args)
			got, guesses, engines := answersOf(t, there, args)
			t.Logf("%d bytes, %d guesses, %s", len(got), guesses, engines)
			if !bytes.Equal(got, want) {
				t.Errorf("the answers differ, first at byte %d of %d", differAt(got, want), len(want))
			}
			if guesses != wantGuesses {
				t.Errorf("%d guesses, want %d", guesses, wantGuesses)
			}
			if backend != "" && backend != "plain" && !slices.Contains(engines, "lanes ("+backend+")") {
				t.Errorf("%s answered, not lanes (%s)", engines, backend)
			}
		})
	}
}

// commandFor builds the command for an architecture or for WebAssembly, and returns a command line that
// runs it here.
func commandFor(t *testing.T, arch string) []string {
	t.Helper()
	switch arch {
	case "js":
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
		return []string{"node", runner, buildFor(t, "js", "wasm")}
	case "wasip1":
		return []string{"node", "--no-warnings", filepath.Join("testdata", "wasip1.js"), buildFor(t, "wasip1", "wasm")}
	case "386":
		if runtime.GOARCH == "amd64" { // the processor runs it; Go's runtime crashes in qemu-i386
			return []string{buildFor(t, runtime.GOOS, arch)}
		}
	}
	return []string{"qemu-" + qemuName(arch), buildFor(t, runtime.GOOS, arch)}
}

// qemuName returns qemu's name of an architecture.
func qemuName(arch string) string {
	if name, ok := map[string]string{"amd64": "x86_64", "arm64": "aarch64", "386": "i386"}[arch]; ok {
		return name
	}
	return arch
}

// buildFor builds the command for a system and an architecture, and returns its path.
func buildFor(t *testing.T, system, arch string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sudokubatch")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// answersOf runs a command. It returns the answers, and the guesses and engines in the statistics.
func answersOf(t *testing.T, command, args []string) (answers []byte, guesses uint64, engines []string) {
	t.Helper()
	dir := t.TempDir()
	output, report := filepath.Join(dir, "answers"), filepath.Join(dir, "stats.json")
	args = slices.Concat(command[1:], args, []string{"-o", output, "--stats-json", report})
	cmd := exec.Command(command[0], args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	answers, err := os.ReadFile(output)
	text, err2 := os.ReadFile(report)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	var stats struct {
		Guesses uint64
		Engines []string
	}
	if err := json.Unmarshal(text, &stats); err != nil {
		t.Fatal(err)
	}
	return answers, stats.Guesses, stats.Engines
}

// differAt returns the position of the first difference between two texts.
func differAt(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
