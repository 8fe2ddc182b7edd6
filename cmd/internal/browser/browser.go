// Package browser finds a Chromium on this machine and prints pages with it.
package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// names are programs that print pages as Chromium does.
var names = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
	`C:\Program Files\Google\Chrome\Application\chrome.exe`, `C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
}

// Find returns the path of a Chromium, or "".
func Find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Flags returns the flags for a browser without a window, which asks for nothing in the network.
func Flags() []string {
	flags := []string{
		"--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--disable-extensions", "--disable-dev-shm-usage",
	}
	if os.Geteuid() == 0 { // it does not start otherwise
		flags = append(flags, "--no-sandbox")
	}
	return flags
}

// Print writes a page and prints it to out as PDF. The browser runs without a network, and keeps its files in a temporary
// folder that Print removes. The end of ctx kills the browser.
func Print(ctx context.Context, out io.Writer, write func(page io.Writer) error) (err error) {
	dir, remove, err := owned.Folder("", "sudokubatch-")
	if err != nil {
		return err
	}
	defer remove()
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	page, pdf := filepath.Join(dir, "book.html"), filepath.Join(dir, "book.pdf")
	file, err := os.Create(page)
	if err != nil {
		return err
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	args := append(Flags(), "--user-data-dir="+filepath.Join(dir, "profile"), "--no-pdf-header-footer", "--disable-pdf-tagging", "--timeout=3600000", "--print-to-pdf="+pdf, page)
	var said bytes.Buffer
	cmd := exec.Command(Find(), args...) //nolint:gosec // a fixed list of programs
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR=.") // its sockets are there, and their paths must be short
	err = owned.Run(ctx, cmd)
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) { // which is success: a helper of the browser still holds a pipe
		return fmt.Errorf("printing the book: %w: %s", err, bytes.TrimSpace(said.Bytes()))
	}
	file, err = os.Open(pdf)
	if err != nil {
		return fmt.Errorf("printing the book: the browser wrote no file: %s", bytes.TrimSpace(said.Bytes()))
	}
	defer file.Close()
	_, err = io.Copy(out, file)
	return err
}
