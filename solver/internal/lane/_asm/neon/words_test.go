package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWords compares encodings with another assembler, for all kinds of registers.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var lines []string
	var want []uint32
	for _, name := range slices.Sorted(maps.Keys(lacking)) {
		for _, numbers := range [][]int{{0, 0, 0}, {31, 0, 0}, {0, 31, 0}, {0, 0, 31}, {r.IntN(32), r.IntN(32), r.IntN(32)}} {
			encoding, text := encode(name, numbers[:strings.Count(lacking[name].format, "%d")]...)
			lines, want = append(lines, text), append(want, encoding)
		}
	}
	for i, got := range assemble(t, lines) {
		if got != want[i] {
			t.Errorf("%s: %#08x, another assembler has %#08x", lines[i], want[i], got)
		}
	}
}

// TestGeneratedWords checks that the words in the generated file are what their comments say.
func TestGeneratedWords(t *testing.T) {
	text, err := os.ReadFile("../../neon/kernels_arm64.s")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	var want []uint32
	for line := range strings.Lines(string(text)) {
		if fields, ok := strings.CutPrefix(line, "\tWORD\t$"); ok {
			var encoding uint32
			if _, err := fmt.Sscanf(fields, "0x%x //", &encoding); err != nil {
				t.Fatal(err)
			}
			_, comment, _ := strings.Cut(fields, "// ")
			lines, want = append(lines, strings.TrimSpace(comment)), append(want, encoding)
		}
	}
	if len(lines) == 0 {
		t.Fatal("no words")
	}
	for i, got := range assemble(t, lines) {
		if got != want[i] {
			t.Errorf("%s: %#08x, another assembler has %#08x", lines[i], want[i], got)
		}
	}
}

// assemble returns the encodings of instructions by an assembler other than Go's.
func assemble(t *testing.T, lines []string) []uint32 {
	t.Helper()
	dir := t.TempDir()
	source, object, code := filepath.Join(dir, "words.s"), filepath.Join(dir, "words.o"), filepath.Join(dir, "words")
	if err := os.WriteFile(source, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var commands [][]string
	switch {
	case found("llvm-mc", "llvm-objcopy"):
		commands = [][]string{
			{"llvm-mc", "-triple=aarch64-linux-gnu", "-filetype=obj", "-o", object, source},
			{"llvm-objcopy", "-O", "binary", "-j", ".text", object, code},
		}
	case found("aarch64-linux-gnu-as", "aarch64-linux-gnu-objcopy"):
		commands = [][]string{
			{"aarch64-linux-gnu-as", "-o", object, source},
			{"aarch64-linux-gnu-objcopy", "-O", "binary", "-j", ".text", object, code},
		}
	default:
		t.Skip("there is no assembler to compare with: neither llvm-mc nor aarch64-linux-gnu-as")
	}
	for _, command := range commands {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	data, err := os.ReadFile(code)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) != 4*len(lines) {
		t.Fatalf("%d bytes of %d instructions", len(data), len(lines))
	}
	var encodings []uint32
	for word := range slices.Chunk(data, 4) {
		encodings = append(encodings, binary.LittleEndian.Uint32(word))
	}
	return encodings
}

func found(programs ...string) bool {
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			return false
		}
	}
	return true
}

// TestGenerated checks that the generated files are up to date.
func TestGenerated(t *testing.T) {
	current, all = nil, nil
	generate()
	text, err := assembly("", all)
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile("../../neon/kernels_arm64.s")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(committed), text) {
		t.Error("kernels_arm64.s is not what the generator writes: go generate ./solver/...")
	}
}
