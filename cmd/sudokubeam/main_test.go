package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

// The test binary stands in for sudokubeam, and for prism's job server.
func TestMain(m *testing.M) {
	switch port := os.Getenv("SUDOKUBEAM_TEST_PRISM"); {
	case port != "":
		n, err := strconv.Atoi(port)
		if err == nil {
			_, err = prism.CreateJobServer(context.Background(), prism.Options{Port: n})
		}
		fmt.Println(err)
		select {}
	case os.Getenv("SUDOKUBEAM_TEST_JOB") != "":
		main()
	}
	os.Exit(m.Run())
}

// sudokubeam runs a job in a process of its own.
func sudokubeam(t *testing.T, args ...string) (message string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "SUDOKUBEAM_TEST_JOB=1")
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

// jobServer starts prism in a process of its own, and returns its address.
func jobServer(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	_ = free.Close()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "SUDOKUBEAM_TEST_PRISM="+strconv.Itoa(port))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "<nil>\n" {
		t.Fatalf("prism said %q: %v", line, err)
	}
	return "localhost:" + strconv.Itoa(port)
}

// TestProcesses has jobs be done by prism in process, and over loopback by two processes:
// the job server, and the job with its worker. Both are to write the same parts.
func TestProcesses(t *testing.T) {
	dir := t.TempDir()
	inputs, puzzles, shards := processInputs(t)
	where := map[string][]string{
		"one": nil, "two": {"--runner", "universal", "--endpoint", jobServer(t), "--environment_type", "LOOPBACK"},
	}
	for name, engine := range where {
		for _, verb := range [][]string{{"solve", "--limit", "2"}, {"check", "--dataset"}} {
			output := filepath.Join(dir, name, verb[0]) + "/"
			args := slices.Concat(verb, engine, []string{"--shards", strconv.Itoa(shards), "--output", output}, inputs)
			if message, code := sudokubeam(t, args...); code != 0 && code != exitRecords ||
				!strings.Contains(message, fmt.Sprintf("%d puzzles in %d parts", puzzles, shards)) {
				t.Fatalf("%.200s ended with %d:\n%s", args, code, message)
			}
		}
	}
	parts, err := filepath.Glob(filepath.Join(dir, "one", "*", "part-*"))
	if err != nil || len(parts) != 2*shards {
		t.Fatal(parts, err)
	}
	for _, part := range parts {
		one, err1 := os.ReadFile(part)
		two, err2 := os.ReadFile(strings.Replace(part, string(filepath.Separator)+"one"+string(filepath.Separator), string(filepath.Separator)+"two"+string(filepath.Separator), 1))
		if err1 != nil || err2 != nil || !bytes.Equal(one, two) {
			t.Errorf("%s: %d bytes in process, and over loopback %d: %v %v", part, len(one), len(two), err1, err2)
		}
	}
}

// processInputs are the embedded corpora, or, if SUDOKUBATCH_BEAM is set to it, that many
// real puzzles, in 200 shards.
func processInputs(t *testing.T) (inputs []string, puzzles, shards int) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("SUDOKUBATCH_BEAM"))
	if err != nil {
		return []string{"@demo", "@demo16"}, 20_600, 3
	}
	const each = 9_999 // of the corpus
	kaggle := filepath.Join("..", "..", "..", "shared", "corpora", "kaggle.txt.zst")
	if _, err := os.Stat(kaggle); err != nil {
		t.Skip("needs the real corpora: ", err)
	}
	copies := (n + each - 1) / each
	return slices.Repeat([]string{kaggle}, copies), copies * each, 200
}

// TestUsage wants mistakes to be refused before a job begins.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(t.TempDir(), "part-00001-of-00001.txt")
	other := filepath.Join(t.TempDir(), "part-00002-of-00003.txt")
	for _, name := range []string{part, other} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string]string{
		"there is no verb":                    "solv @demo --output x/",
		"no input":                            "solve --output x/",
		"needs a folder":                      "solve @demo --output x",
		"no file matches":                     "solve nothing*.txt --output x/",
		"an array says":                       "solve @demo --output x/.npy",
		"choose mark, skip":                   "solve @demo --output x/ --on-bad ignore",
		"is less than 2":                      "check @demo --output x/ --limit 1",
		"what check finds":                    "check @demo --output x/.csv",
		"a job was completed":                 "solve @demo --output " + dir + "/",
		"usage: sudokubeam":                   "",
		"flag provided but not":               "solve @demo --outpt x/",
		"--level 99: want":                    "solve @demo --output x/ --level 99",
		".xz output is not":                   "solve @demo --output x/.txt.xz",
		"the ending .cvs is unknown":          "solve @demo --output x/.cvs.zst",
		"would be replaced":                   "solve " + part + " --output " + filepath.Dir(part) + "/ --shards 1",
		"part-00002-of-00003.txt is an input": "check @demo --against " + other + " --output " + filepath.Dir(other) + "/ --shards 3",
	} {
		if message, code := sudokubeam(t, strings.Fields(args)...); code != exitUsage || !strings.Contains(message, want) {
			t.Errorf("%s: ended with %d:\n%.500s\nwant %s", args, code, message, want)
		}
	}
}

// TestHelp wants the flags, and no error.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"solve", "-h"}} {
		if message, code := sudokubeam(t, args...); code != 0 || !strings.HasPrefix(message, "usage: sudokubeam") || strings.Contains(message, "help requested") {
			t.Errorf("%s: ended with %d:\n%.500s", args, code, message)
		}
	}
}

// TestEngine wants what the command says: engines with a search of their own have no
// budget but one that is set.
func TestEngine(t *testing.T) {
	const hard = ".....73....7..94....341.97....7.....7..1.2..3.34..6.15...5......96..1..4..194.52." // 39,825 guesses
	puzzles := filepath.Join(t.TempDir(), "puzzles.txt")
	if err := os.WriteFile(puzzles, []byte(hard+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string]string{
		"1 solved":  "solve --engine backtrack",
		"1 gave up": "solve --engine backtrack --max-guesses 30000",
	} {
		args = fmt.Sprintf("%s %s --output %s/", args, puzzles, t.TempDir())
		if message, code := sudokubeam(t, strings.Fields(args)...); code != 0 || !strings.Contains(message, want) {
			t.Errorf("%s: ended with %d:\n%.500s\nwant %s", args, code, message, want)
		}
	}
}
