package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
)

// A view is a page at one width in a browser.
type view struct {
	Name  string
	Width int // pixels
	Page  string
}

// A shown is the browser's report about a view.
type shown struct {
	Faults []string        // texts that a reader cannot read
	Texts  int             // number of texts that were checked
	Box    image.Rectangle `json:"-"`
	Left   int
	Height int
}

// patience is how long a browser may take on a busy machine.
const patience = 3 * time.Minute

// browserScript shows the views in frames, side by side, and writes the faults of each view into the
// page.
//
//go:embed testdata/browser.js
var browserScript string

// lookAt shows views in the browser, light or dark. It returns the report about each view, with a
// picture of limited height.
func lookAt(t *testing.T, views []view, dark bool, rows int) ([]shown, []image.Image) {
	t.Helper()
	dir := t.TempDir()
	list, err := json.Marshal(views)
	if err != nil {
		t.Fatal(err)
	}
	page := `<!DOCTYPE html><html style="color-scheme: light dark"><meta charset="utf-8"><body style="margin:0"><pre id="shown" hidden></pre><script>const views = ` +
		string(list) + ";\n" + browserScript + "</script></body></html>" // json escapes </script>
	path := filepath.Join(dir, "views.html")
	if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append(browser.Flags(), "--no-sandbox", "--hide-scrollbars")
	if dark {
		args = append(args, "--blink-settings=preferredColorScheme=0")
	}
	run := func(what ...string) []byte {
		profile, err := os.MkdirTemp(dir, "profile")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, browserPath(t), append(append(append(args, "--user-data-dir="+profile), what...), "file://"+path)...)
		cmd.Dir, cmd.WaitDelay = dir, 10*time.Second
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if ctx.Err() != nil && t.Context().Err() == nil {
			t.Skipf("the browser did not start within %v", patience)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, stderr.Bytes())
		}
		return out
	}
	_, said, _ := strings.Cut(string(run("--dump-dom")), `<pre id="shown" hidden="">`)
	said, _, _ = strings.Cut(said, "</pre>")
	var all []shown
	if err := json.Unmarshal([]byte(html.UnescapeString(said)), &all); err != nil || len(all) != len(views) {
		t.Fatalf("%v in what the browser says: %q", err, said)
	}
	var size image.Point
	for i := range all {
		s := &all[i]
		s.Height = min(s.Height, rows)
		s.Box = image.Rect(s.Left, 0, s.Left+views[i].Width, s.Height)
		size = image.Pt(max(size.X, s.Box.Max.X), max(size.Y, s.Box.Max.Y))
	}
	if rows == 0 {
		return all, nil
	}
	run(fmt.Sprintf("--window-size=%d,%d", size.X, size.Y), "--screenshot="+filepath.Join(dir, "views.png"))
	return all, cut(t, filepath.Join(dir, "views.png"), all)
}

// cut returns the part of a picture for each view.
func cut(t *testing.T, path string, all []shown) []image.Image {
	t.Helper()
	picture, err := png.Decode(strings.NewReader(readFile(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	whole, ok := picture.(interface {
		SubImage(r image.Rectangle) image.Image
	})
	if !ok {
		t.Fatalf("%T", picture)
	}
	var parts []image.Image
	for i := range all {
		parts = append(parts, whole.SubImage(all[i].Box))
	}
	return parts
}

// brightness returns the brightness of a picture, from 0 to 1, and its number of colours.
func brightness(picture image.Image) (mean float64, colours int) {
	seen := map[[3]uint32]bool{}
	sum, n := 0.0, 0
	box := picture.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		for x := box.Min.X; x < box.Max.X; x += 2 {
			r, g, b, _ := picture.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
			sum += float64(r+g+b) / (3 * 0xffff)
			n++
		}
	}
	return sum / float64(max(n, 1)), len(seen)
}

// browserPath returns the path of the browser, or skips the test.
func browserPath(t *testing.T) string {
	t.Helper()
	path := browser.Find()
	if path == "" {
		t.Skip("no chromium here (Debian: apt-get install chromium)")
	}
	return path
}
