package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest   = regexp.MustCompile("`([a-z0-9/]+)\\.(Test\\w+)`")
	namedScript = regexp.MustCompile("`(\\w+\\.txtar)`")
	namedSwitch = regexp.MustCompile("`(SUDOKUBATCH_\\w+)=")
)

// TestFaultsPage checks the page of faults: every named test must exist, and every fault must have a
// test. .ci/long must set every environment variable of the long tests.
func TestFaultsPage(t *testing.T) {
	t.Parallel()
	faults := 0
	long := readFile(t, "../../.ci/long")
	for line := range strings.Lines(readFile(t, "../../.github/FAULTS.md")) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| fault |") || strings.HasPrefix(line, "| name |") {
			continue
		}
		tests, scripts := namedTest.FindAllStringSubmatch(line, -1), namedScript.FindAllStringSubmatch(line, -1)
		if name := namedSwitch.FindStringSubmatch(line); name != nil || strings.HasPrefix(line, "| fuzz |") || strings.HasPrefix(line, "| race |") {
			if name != nil && !strings.Contains(long, name[1]+"=") {
				t.Errorf(".ci/long does not run %s", name[1])
			}
			continue
		}
		faults++
		if len(tests)+len(scripts) == 0 {
			t.Errorf("no test: %s", line)
		}
		for _, test := range tests {
			if !hasTest(t, filepath.Join("../..", test[1]), test[2]) {
				t.Errorf("%s has no %s", test[1], test[2])
			}
		}
		for _, script := range scripts {
			if _, err := os.Stat(filepath.Join("testdata/script", script[1])); err != nil {
				t.Error(err)
			}
		}
	}
	if faults < 35 {
		t.Errorf("%d faults", faults)
	}
}

// hasTest reports whether a folder has a test or a fuzz target with a name.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "*_test.go")) // the pattern is right
	for _, file := range files {
		text := readFile(t, file)
		if strings.Contains(text, "\nfunc "+name+"(t *testing.T) {") || strings.Contains(text, "\nfunc "+name+"(f *testing.F) {") {
			return true
		}
	}
	return false
}
