package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A verdict says what became of a change.
type verdict int

const (
	byBuild verdict = iota
	byTest
	byTimeout
	surviving
	known
	verdicts // how many there are
)

func (v verdict) String() string {
	return [...]string{"does not build", "killed", "timed out", "SURVIVED", "equivalent"}[v]
}

// trials try changes, one at a time.
type trials struct {
	module  *module
	own     bool                     // only a package's own tests
	short   bool                     // only their short form
	scratch string                   // a directory: overlay, changed file, what tests leave
	took    map[string]time.Duration // by package: how long its tests take without a change
}

// newTrials runs the tests that the changes will need, without any: they must
// pass, and the time that they take shows when one with a change runs too long.
func newTrials(m *module, mutations []mutation, own, short bool) (*trials, error) {
	scratch, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	t := &trials{module: m, own: own, short: short, scratch: scratch, took: map[string]time.Duration{}}
	if err := t.setUp(nil, nil); err != nil {
		return nil, err
	}
	for _, x := range mutations {
		for _, tester := range t.testers(x.pkg) {
			if t.took[tester] > 0 {
				continue
			}
			began := time.Now()
			if v, out := t.test(tester, "-count=1"); v != surviving {
				t.close()
				return nil, fmt.Errorf("without any change: %s: %s\n%s", tester, v, out)
			}
			t.took[tester] = time.Since(began)
			fmt.Printf("%-60s %5.1fs\n", tester, t.took[tester].Seconds())
		}
	}
	return t, nil
}

// testers lists the packages whose tests are run for a change to a package.
func (t *trials) testers(pkg string) []string {
	testers := t.module.testers(pkg)
	if t.own && slices.Contains(testers, pkg) {
		return []string{pkg}
	}
	return testers
}

func (t *trials) close() { os.RemoveAll(t.scratch) }

// setUp writes the overlay: nothing, or a file's other content.
func (t *trials) setUp(file *string, content []byte) error {
	temp := filepath.Join(t.scratch, "temp")
	if err := errors.Join(os.RemoveAll(temp), os.Mkdir(temp, 0o777)); err != nil {
		return err
	}
	replace := map[string]string{}
	if file != nil {
		changed := filepath.Join(t.scratch, "changed.go")
		if err := os.WriteFile(changed, content, 0o666); err != nil {
			return err
		}
		replace[filepath.Join(t.module.dir, *file)] = changed
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.scratch, "overlay.json"), overlay, 0o666)
}

// try reports whether a test notices a change, and which.
func (t *trials) try(m mutation) (v verdict, by string, err error) {
	if err := t.setUp(&m.file, m.changed()); err != nil {
		return 0, "", err
	}
	for _, r := range t.runs(m.pkg) {
		if v, out := t.test(r.pkg, r.flags...); v != surviving {
			by := path.Base(r.pkg)
			if failed := firstFailed.FindStringSubmatch(out); failed != nil {
				by += "." + failed[1]
			}
			return v, by, nil
		}
	}
	return surviving, "", nil
}

// firstFailed finds the name of the first test that failed.
var firstFailed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// A testRun is one run of go test.
type testRun struct {
	pkg   string
	flags []string
}

// runs lists what is run for a change to a package until something fails: its own
// tests, if they take long first in their short form, then as on a processor
// without assembly (which go test need not do again where that is the same), then
// those of other packages, the quick ones first.
func (t *trials) runs(pkg string) (runs []testRun) {
	testers := t.testers(pkg)
	if testers[0] == pkg {
		if testers = testers[1:]; !t.short && t.took[pkg] > 10*time.Second {
			runs = append(runs, testRun{pkg, []string{"-short"}})
		}
		runs = append(runs, testRun{pkg, nil}, testRun{pkg, []string{"-tags=noasm"}})
	}
	slices.SortStableFunc(testers, func(a, b string) int { return cmp.Compare(t.took[a], t.took[b]) })
	for _, tester := range testers {
		runs = append(runs, testRun{tester, nil})
	}
	return runs
}

// test runs the tests of a package.
func (t *trials) test(pkg string, flags ...string) (verdict, string) {
	limit := 3*t.took[pkg] + 10*time.Second
	if t.took[pkg] == 0 {
		limit = 10 * time.Minute
	}
	args := slices.Concat([]string{
		"test", "-failfast", "-vet=off", "-timeout=" + limit.String(),
		"-overlay=" + filepath.Join(t.scratch, "overlay.json"),
	}, flags, []string{pkg})
	if t.short && !slices.Contains(args, "-short") {
		args = slices.Insert(args, 1, "-short")
	}
	test := exec.Command("go", args...)
	test.Dir = t.module.dir
	test.Env = append(os.Environ(), "GOTMPDIR=", "TMPDIR="+filepath.Join(t.scratch, "temp"))
	out, err := test.CombinedOutput()
	switch text := string(out); {
	case err == nil:
		return surviving, text
	case strings.Contains(text, "[build failed]"), strings.Contains(text, "[setup failed]"):
		return byBuild, text
	case strings.Contains(text, "panic: test timed out"), strings.Contains(text, "*** Test killed"):
		return byTimeout, text
	default:
		return byTest, text
	}
}
