package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// Exit codes as integers, as a process returns them.
const (
	exitOK     = int(process.ExitOK)
	exitFailed = int(process.ExitFailed)
)

const (
	blankGrid  = "................................................................................."
	easyPuzzle = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
	easyAnswer = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
)

// checkpointVar is an environment variable: the time between two checkpoints of the command in tests.
const checkpointVar = "SUDOKUBATCH_TEST_CHECKPOINT"

// TestMain puts the test binary into the PATH as the command sudokubatch. More tests than there are processors run at
// once, because most of them wait for processes, disks and timers.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) // the command line can change it
	testscript.Main(m, map[string]func(){"sudokubatch": func() {
		if every, err := time.ParseDuration(os.Getenv(checkpointVar)); err == nil {
			parts.CheckpointEvery = every
		}
		switch where := os.Getenv(panicVar); where {
		case "":
		case "main":
			os.Exit(execute(panickyContext{}, os.Args[1:]))
		default:
			run.OpenFiles = panickyInputs(where)
		}
		main()
	}, "sudokubatches": executeMany})
}

// TestScripts runs the scripts in testdata/script. Each script finds the samples in samples/, plain and
// compressed. It has two more commands: "exits CODE ARG..." runs sudokubatch and requires an exit code,
// "flip FILE OFFSET" changes a bit of a file.
func TestScripts(t *testing.T) {
	t.Parallel()
	t.Cleanup(func() { compareMessages(t) })
	samples := compressedSamples(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv(mutantVar, os.Getenv(mutantVar))
			return os.CopyFS(filepath.Join(env.WorkDir, "samples"), os.DirFS(samples))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "flip": flip},
	})
}

// messages maps the name of a script to the messages of its commands.
var messages sync.Map

// exits is the script command "exits".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec("sudokubatch", args[1:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
	said := temporary.ReplaceAllString(strings.ReplaceAll(ts.ReadFile("stderr"), ts.Getenv("WORK"), "$WORK"), "-N.tmp")
	if lines := messageLine.FindAllString(said, -1); lines != nil {
		before, _ := messages.LoadOrStore(ts.Name(), []message(nil))
		messages.Store(ts.Name(), append(before.([]message), message{strings.Join(args[1:], " "), lines, code})) //nolint:forcetypeassert // stored here
	}
}

// A message holds a command of a script and its messages.
type message struct {
	args  string
	lines []string
	code  int
}

var (
	messageLine = regexp.MustCompile(`(?m)^sudokubatch: .*$`)
	temporary   = regexp.MustCompile(`-\d+\.tmp`)
)

// compareMessages compares the messages in all scripts with testdata/messages.golden. The flag -update
// writes the file: read it after a change.
func compareMessages(t *testing.T) {
	if t.Failed() || runtime.GOOS+runtime.GOARCH != "linuxamd64" || strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Error(err)
	}
	var all strings.Builder
	shown := map[string]bool{}
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".txtar")
		list, _ := messages.Load(name)
		said, _ := list.([]message)
		for _, m := range said {
			if strings.HasPrefix(m.args, "bench ") && m.code != int(process.ExitUsage) {
				continue // figures differ from run to run
			}
			const most = 3 // lines of one command; more would repeat each other
			news := slices.DeleteFunc(m.lines[:min(len(m.lines), most)], func(line string) bool { return shown[line] })
			for _, line := range news {
				shown[line] = true
			}
			if len(news) > 0 {
				fmt.Fprintf(&all, "$ sudokubatch %s\n%s\nexit %d\n\n", m.args, strings.Join(news, "\n"), m.code)
			}
		}
	}
	wantGolden(t, "messages", all.String())
}

// flip is the script command "flip".
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE OFFSET")
	}
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	raw, err := os.ReadFile(path)
	ts.Check(err)
	raw[at] ^= 1
	ts.Check(os.WriteFile(path, raw, 0o666))
}

// compressedSamples makes a folder of the samples, and of a .zst, .gz, .xz and .zip file for each of them.
func compressedSamples(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	err := os.CopyFS(dir, os.DirFS("testdata/samples"))
	for _, sample := range []string{"hiho1321", "poj3074", "poj3076"} {
		name := filepath.Join(dir, sample+".in")
		text := []byte(readFile(t, name))
		zst, zstErr := corpus.Create(name+".zst", corpus.CreateOptions{CountRecords: bulk.CountRecords})
		if zstErr != nil {
			t.Fatal(zstErr)
		}
		_, zstErr = zst.Write(text)
		var gz bytes.Buffer
		w := gzip.NewWriter(&gz)
		_, gzErr := w.Write(text)
		err = errors.Join(err, zstErr, zst.Commit(), gzErr, w.Close(), os.WriteFile(name+".gz", gz.Bytes(), 0o666), xzFile(name+".xz", text), zipFile(name+".zip", name))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func xzFile(name string, text []byte) error {
	var raw bytes.Buffer
	w, err := xz.WriterConfig{DictCap: 1 << 16}.NewWriter(&raw)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return errors.Join(err, w.Close(), os.WriteFile(name, raw.Bytes(), 0o666))
}

// zipFile makes an archive of files.
func zipFile(name string, members ...string) error {
	var raw bytes.Buffer
	w := zip.NewWriter(&raw)
	for _, member := range members {
		text, err := os.ReadFile(member)
		if err != nil {
			return err
		}
		f, err := w.Create(filepath.Base(member))
		if err != nil {
			return err
		}
		if _, err := f.Write(text); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), os.WriteFile(name, raw.Bytes(), 0o666))
}

// readFile returns the content of a file.
func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
