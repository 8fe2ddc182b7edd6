package job

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/corpus"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	slog.SetLogLoggerLevel(slog.LevelError)
	code := m.Run()
	_ = os.RemoveAll(commandDir)
	os.Exit(code)
}

// runJob runs a job on prism, in this process.
func runJob(t *testing.T, build func(beam.Scope)) error {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	_, err := beam.Run(t.Context(), "prism", p)
	return err
}

var commandDir string

// command builds sudokubatch, once.
var command = sync.OnceValues(func() (string, error) {
	var err error
	if commandDir, err = os.MkdirTemp("", "sudokubeam-test-*"); err != nil {
		return "", err
	}
	path := filepath.Join(commandDir, "sudokubatch.exe")
	build := exec.Command("go", "build", "-o", path, "./cmd/sudokubatch")
	build.Dir = filepath.Join("..", "..", "..", "..")
	out, err := build.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return path, err
})

// statistics are what the command says with --stats-json.
type statistics struct {
	Puzzles, Solved, Multiple, Contradiction, Malformed int64
	NoSolution                                          int64 `json:"no_solution"`
	GaveUp                                              int64 `json:"gave_up"`
	Guesses                                             uint64
	Solutions                                           uint64
	TextOut                                             int64 `json:"text_out"`
	Check                                               map[string]any
	Unique                                              int64 // Solved, with a limit of 2 or more
}

// runCommand runs the command, which may find bad records, and returns what it writes
// and its statistics.
func runCommand(t *testing.T, args ...string) (text string, stats statistics) {
	t.Helper()
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "stats.json")
	cmd := exec.CommandContext(t.Context(), path, append(args, "-q", "--stats-json", file)...)
	var message strings.Builder
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v: %v\n%s", args, err, &message)
	}
	of, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(of, &stats)
		stats.Solved, stats.Unique = stats.Solved+stats.Unique, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out), stats
}

// results reads the manifest in a folder and the joined text of all parts, which has one
// header.
func results(t *testing.T, dir string) (string, *Manifest) {
	t.Helper()
	text, ok, err := store.Read(t.Context(), ManifestOf(dir))
	if err != nil || !ok {
		t.Fatalf("%s: no manifest: %v", dir, err)
	}
	m := new(Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		t.Fatal(err)
	}
	var whole strings.Builder
	for _, p := range m.Parts {
		part := read(t, store.Join(dir, p.Name))
		if int64(len(part)) != p.Text || !strings.HasPrefix(part, string(p.Head)) {
			t.Errorf("%s: %d bytes of text, the manifest has %d", p.Name, len(part), p.Text)
		}
		if whole.Len() > 0 {
			part = part[len(p.Head):]
		}
		whole.WriteString(part)
	}
	return whole.String(), m
}

func read(t *testing.T, name string) string {
	t.Helper()
	r, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var text strings.Builder
	if _, err := io.Copy(&text, r); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// counts are what statistics and manifests have in common.
func (m *Manifest) counts() statistics {
	s := &m.Stats
	return statistics{
		Puzzles: s.Puzzles(), Solved: s.Solved, Multiple: s.Multiple, NoSolution: s.NoSolution, Contradiction: s.Contradiction,
		Malformed: s.Malformed, GaveUp: s.GaveUp, Guesses: s.Guesses, Solutions: s.Solutions,
	}
}

// files writes inputs, and returns them with their names.
func files(t *testing.T, texts map[string]string) (names []string, inputs []store.File) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		w, err := corpus.Create(path, corpus.CreateOptions{})
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err == nil {
			err = w.Commit()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	inputs, err := store.Expand(t.Context(), []string{filepath.Join(dir, "*")})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range inputs {
		names = append(names, f.Name)
	}
	return names, inputs
}

// demo is lines of the embedded corpus, which get harder.
func demo(t *testing.T) []string {
	t.Helper()
	return strings.Split(strings.TrimSuffix(read(t, "@demo"), "\n"), "\n")
}
