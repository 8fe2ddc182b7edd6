package solver_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// chromiumPatience is how long a browser may take, which a busy machine makes slow.
const chromiumPatience = 3 * time.Minute

// inChromium has a browser use the page of a site, which a server brings it.
func inChromium(t *testing.T, site string) {
	browser := findChromium(t)
	v := visit{page: filepath.Join(site, "index.html"), shown: make(chan string, 1), told: make(chan struct{})}
	server := httptest.NewServer(v.handler(site))
	t.Cleanup(server.Close)
	entered, want := url.Values{}, ""
	for _, p := range browserPuzzles {
		entered.Add("puzzle", p.puzzle)
		want += cmp.Or(p.solution, "not exactly one solution") + "\n"
	}

	ctx, cancel := context.WithTimeout(t.Context(), chromiumPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, // as in cmd/sudokubatch/browser_test.go
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--dump-dom", server.URL+"/?"+entered.Encode())
	cmd.WaitDelay = 10 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	page, err := cmd.Output()
	if ctx.Err() != nil && t.Context().Err() == nil && !v.begun.Load() {
		t.Skipf("the browser did not start within %v", chromiumPatience)
	}
	select {
	case shown := <-v.shown:
		if shown != want {
			t.Errorf("%q, want %q", shown, want)
		}
	default:
		t.Errorf("nothing was heard of the page: %v\n%s\n%s", err, stderr.Bytes(), page)
	}
}

// findChromium finds the browser, or skips the test.
func findChromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium here (Debian: apt-get install chromium)")
	return ""
}

// A visit is that of a browser to a page, with a user in it (testdata/browser/user.js).
type visit struct {
	page  string        // its file
	begun atomic.Bool   // the page was asked for
	shown chan string   // what it showed, or its first error
	told  chan struct{} // closed when shown has that
}

// handler serves a site, with the user put before the page. What the user says
// ends the visit.
func (v *visit) handler(site string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServer(http.Dir(site)))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		v.begun.Store(true)
		page, err := os.ReadFile(v.page)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = fmt.Fprintf(w, "<!DOCTYPE html>\n<script src=\"user.js\"></script>\n%s", page)
	})
	mux.HandleFunc("POST /shown", func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		select {
		case v.shown <- string(text):
			close(v.told)
		default: // sent again
		}
	})
	mux.HandleFunc("GET /held", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-v.told:
		case <-r.Context().Done(): // the browser has gone
		}
		http.NotFound(w, r)
	})
	return mux
}
