//go:build unix

package browser_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
)

// TestPrintHelper prints with a browser whose helper leaves its process group and holds the pipes of the browser.
func TestPrintHelper(t *testing.T) {
	setsid, err := exec.LookPath("setsid")
	if err != nil {
		t.Skip("no setsid")
	}
	dir := t.TempDir()
	script := `#!/bin/sh
for page; do case $page in --print-to-pdf=*) pdf=${page#*=};; esac; done
` + setsid + ` sh -c '>ready; exec sleep 3' &
until [ -e ready ]; do :; done
cat "$page" >"$pdf"
`
	if err := os.WriteFile(filepath.Join(dir, "chromium"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out bytes.Buffer
	err = browser.Print(t.Context(), &out, func(page io.Writer) error {
		_, err := io.WriteString(page, "page")
		return err
	})
	if err != nil || out.String() != "page" {
		t.Errorf("got %q, %v", out.String(), err)
	}
}
