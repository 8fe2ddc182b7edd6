package corpustest

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// Names lists the files in a directory.
func Names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// WantNames wants nothing else in a directory.
func WantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	if got := Names(t, dir); !slices.Equal(got, want) {
		t.Errorf("directory holds %q, want %q", got, want)
	}
}

// WantContent wants a file to hold a text.
func WantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, want)
	}
}

// NoLeaks fails the test if it leaves goroutines behind. It panics in a parallel test, as other tests
// have goroutines too.
func NoLeaks(t *testing.T) {
	t.Helper()
	t.Setenv("SUDOKUBATCH_TEST_ALONE", "1") // panics in a parallel test
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		after := runtime.NumGoroutine()
		for deadline := time.Now().Add(2 * time.Second); after > before && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
			after = runtime.NumGoroutine()
		}
		if after > before {
			t.Errorf("%d goroutines before, %d after", before, after)
		}
	})
}
