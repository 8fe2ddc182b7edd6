package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestOneLinks is the same where there is no renaming but by links.
func TestOneLinks(t *testing.T) {
	dir := t.TempDir()
	for i := range 10 {
		path := filepath.Join(dir, fmt.Sprintf("out%d", i))
		errs := atOnce(8, func(run int) error {
			temp := fmt.Sprintf("%s.%d", path, run)
			if err := os.WriteFile(temp, []byte(fmt.Sprint(run)), 0o600); err != nil {
				return err
			}
			return linkNew(temp, path)
		})
		wantOneWinner(t, path, errs)
	}
}

// TestOneWins has runs race to one new name: one publishes, the others hear of
// it.
func TestOneWins(t *testing.T) {
	const races, runs = 10, 8
	dir := t.TempDir()
	for i := range races {
		path := filepath.Join(dir, fmt.Sprintf("out%d", i))
		var files []*File
		for run := range runs {
			f := mustNew(t, path, nil, true)
			mustWrite(t, f, fmt.Sprint(run))
			if err := f.Finish(); err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		errs := atOnce(runs, func(run int) error { return errors.Join(Publish(files[run]), files[run].Remove()) })
		wantOneWinner(t, path, errs)
	}
	if n := len(corpustest.Names(t, dir)); n != races {
		t.Errorf("%d files, want %d", n, races)
	}
}

// atOnce runs functions at the same time.
func atOnce(n int, f func(int) error) []error {
	errs := make([]error, n)
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			errs[i] = f(i)
		})
	}
	done.Wait()
	return errs
}

func wantOneWinner(t *testing.T, path string, errs []error) {
	t.Helper()
	winner := -1
	for run, err := range errs {
		switch {
		case err == nil && winner >= 0:
			t.Errorf("both %d and %d report that they published", winner, run)
		case err == nil:
			winner = run
		case !errors.Is(err, fs.ErrExist):
			t.Error(err)
		}
	}
	corpustest.WantContent(t, path, fmt.Sprint(winner))
}
