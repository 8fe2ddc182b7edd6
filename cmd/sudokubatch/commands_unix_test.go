//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// commandsVar is an environment variable: the number of command lines of TestCommands and a seed, such
// as 30000:7.
const commandsVar = "SUDOKUBATCH_COMMANDS"

// TestCommands runs random command lines: any verb, any flags, odd values and damaged inputs. Each must end
// in time with an exit code from 0 to 3 and without a panic. Only outputs that it names may change, and
// only if it succeeds.
func TestCommands(t *testing.T) {
	t.Parallel()
	count, seed, patience := 60, uint64(1), 300*time.Millisecond
	if value := os.Getenv(commandsVar); value != "" {
		_, _ = fmt.Sscanf(value, "%d:%d", &count, &seed) // the seed may be missing
		patience = 5 * time.Second
	}
	files, err := readTree(commandFiles(t))
	if err != nil {
		t.Fatal(err)
	}
	var next atomic.Int64
	var tally [256]atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			r := commandRun{dir: t.TempDir(), patience: patience}
			for i := next.Add(1); int(i) <= count; i = next.Add(1) {
				r.commandLine = newCommandLine(rand.New(rand.NewPCG(seed, uint64(i))), files)
				if err := r.run(); err != nil {
					t.Errorf("command %d of seed %d: %v\n%s", i, seed, err, r.script())
				}
				tally[byte(r.code)].Add(1)
			}
		})
	}
	workers.Wait()
	for code := range tally {
		if n := tally[code].Load(); n > 0 {
			t.Logf("exit code %3d: %d commands", code, n)
		}
	}
}

// commandFiles makes a folder with inputs, existing outputs, parts of a run, and a folder for temporary files.
func commandFiles(t *testing.T) string {
	t.Helper()
	dir := onceFolder(t)
	if code, stderr := shell(t, dir, `mkdir folder temporary; date > old.csv; date > old.txt; sed 3d line.txt > good.txt
		: > empty.txt; gzip -k line.txt; head -c 60 line.txt.gz > cut.txt.gz; head -c 300 puzzles.npy > cut.npy; printf '\0\1\377%0999d' 7 > noise.bin
		printf 'puzzle,solution,note\n,,\n,%s,x\n' `+easyAnswer+` > blank.csv
		for i in 4 6 9 6; do sudokubatch gen -q --size $i --count 2; done > mixed.txt; sudokubatch gen -q --size 6 --box 3x2 --count 3 -o tall.txt
		sudokubatch gen -q --size 16 --count 2 --solutions -o large.parquet; sudokubatch convert -q good.txt --to candidates -o candidates.txt
		for i in 1 2; do sudokubatch check -q good.txt --format csv -o parts/.csv --shard $i/2; sudokubatch solve -q good.txt --shard $i/2 -o shares/; done
		sudokubatch bench -q @hiho --rounds 1 --min-time 1us --save bench.json; sudokubatch split -q mixed.txt --size 4,6,9 --exact --into a=50,b=50 -o divided`); code != 0 || stderr != "" {
		t.Fatal(code, stderr)
	}
	return dir
}

// A commandRun runs a command line in a folder that holds its files.
type commandRun struct {
	dir      string
	patience time.Duration // for commands that may take very long
	commandLine
	code   int
	stderr bytes.Buffer
}

// run runs the command line and returns an error for what it must not do.
func (r *commandRun) run() error {
	if err := r.restore(); err != nil {
		return err
	}
	// A limit for files, as a command may write without end.
	cmd := exec.Command("sh", append([]string{"-c", `ulimit -f 40000; exec sudokubatch "$@"`, "sh"}, r.args...)...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = r.dir, append(os.Environ(), "TMPDIR="+filepath.Join(r.dir, "temporary")), io.Discard, &r.stderr
	r.stderr.Reset()
	if text, ok := r.files[r.stdin]; ok {
		cmd.Stdin = strings.NewReader(text)
	}
	resetSignals()
	if err := cmd.Start(); err != nil {
		return err
	}
	var stopped atomic.Bool
	if r.long() {
		defer time.AfterFunc(r.patience, func() { stopped.Store(true); _ = cmd.Process.Signal(syscall.SIGTERM) }).Stop()
	}
	// The runtime of Go then prints where all goroutines are.
	defer time.AfterFunc(r.patience+time.Minute, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) }).Stop()
	_ = cmd.Wait() // the exit code says why
	r.code = cmd.ProcessState.ExitCode()
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	switch said := r.stderr.String(); {
	case strings.Contains(said, "\ngoroutine "):
		return fmt.Errorf("code %d: %s", r.code, said)
	case (r.code < 0 || r.code > 3) && !stopped.Load():
		return fmt.Errorf("code %d: %s", r.code, said)
	case runtime.GOOS == "linux" && usage.Maxrss > 1<<20:
		return fmt.Errorf("it took %d KiB: %s", usage.Maxrss, said)
	}
	return r.compare()
}

// restore makes the folder hold exactly the files of the command line.
func (r *commandRun) restore() error {
	now, err := readTree(r.dir)
	if err != nil {
		return err
	}
	missing := map[string]string{}
	for _, name := range changes(now, r.files) {
		if err := os.RemoveAll(filepath.Join(r.dir, name)); err != nil {
			return err
		}
		if text, ok := r.files[name]; ok {
			missing[name] = text
		}
	}
	return writeTree(r.dir, missing)
}

// compare returns an error for files that the run may not have changed.
func (r *commandRun) compare() error {
	now, err := readTree(r.dir)
	if err != nil {
		return err
	}
	if wrong := slices.DeleteFunc(changes(r.files, now), r.mayWrite); len(wrong) > 0 {
		return fmt.Errorf("code %d, changed %q: %s", r.code, wrong, r.stderr.String())
	}
	return nil
}

// changes returns the names of the files that only one folder has, or that differ.
func changes(before, after map[string]string) (names []string) {
	for name, text := range after {
		if old, ok := before[name]; !ok || old != text {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// mayWrite reports whether the run may make or change a file.
func (r *commandRun) mayWrite(name string) bool {
	name = strings.TrimSuffix(name, "/")
	under := func(output string) bool {
		output = filepath.Clean(output)
		return output == "." || strings.HasPrefix(name+"/", output+"/") || strings.HasPrefix(output, name+"/") // or a folder above it
	}
	switch {
	case slices.Contains(r.inputs, name) || strings.HasPrefix(name, "temporary"):
		return false
	case r.stats != "" && under(r.stats):
		return true // a failed run writes them, too
	case r.goesOn && slices.ContainsFunc(r.outputs, func(output string) bool {
		return under(output) || strings.HasPrefix(name, filepath.Clean(output)+corpus.PartialSuffix)
	}):
		return true // the same command continues the run
	}
	done := r.code == 0 || r.code == 3 || r.code == 1 && r.verb == "bench" // which reports wrong answers of programs
	return done && slices.ContainsFunc(r.outputs, under)
}

// script writes the files of the command line into a new folder, and returns a shell command that runs it there.
func (r *commandRun) script() string {
	dir, err := os.MkdirTemp("", "sudokubatch-command-")
	if err == nil {
		err = writeTree(dir, r.files)
	}
	if err != nil {
		return err.Error()
	}
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
	words := []string{"cd", dir, "&&", "sudokubatch"}
	for _, arg := range r.args {
		words = append(words, quote(arg))
	}
	if _, ok := r.files[r.stdin]; ok {
		return "cat " + quote(filepath.Join(dir, r.stdin)) + " | (" + strings.Join(words, " ") + ")"
	}
	return "(" + strings.Join(words, " ") + " </dev/null)"
}

// readTree returns the content of all files in a folder. The name of a folder ends with a slash.
func readTree(dir string) (files map[string]string, err error) {
	files = map[string]string{}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if entry.IsDir() {
			files[name+"/"] = ""
			return err
		}
		text, err := os.ReadFile(path)
		files[name] = string(text)
		return err
	})
	return files, err
}

// writeTree writes what readTree returned into a folder.
func writeTree(dir string, files map[string]string) error {
	for name, text := range files {
		path, err := filepath.Join(dir, name), error(nil)
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o777)
		} else if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
