package bulk_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
)

// numpySaves loads each file of the directory that is its argument, and saves it again: as it is, in the other
// versions of the format, with the bytes of numbers in the other order, and in Fortran order.
const numpySaves = `
import glob, os, sys
import numpy as np
for path in glob.glob(os.path.join(sys.argv[1], "*.npy")):
    a = np.load(path)
    np.save(path, a)
    for major in 2, 3:
        with open(f"{path}.{major}", "wb") as f:
            np.lib.format.write_array(f, a, version=(major, 0))
    for ending, other in (".big", a.astype(a.dtype.newbyteorder(">"))), (".fortran", np.asfortranarray(a)):
        with open(path + ending, "wb") as f:
            np.save(f, other)
`

// TestNumpy lets numpy read our arrays, and reads the files that it writes.
func TestNumpy(t *testing.T) {
	t.Parallel()
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			python = name
		}
	}
	if python == "" {
		t.Skip("there is no python3 with numpy to compare with")
	}
	dir := t.TempDir()
	files := map[string]string{}
	formtest.Seeds(func(kind bulk.Kind, text string) {
		if kind == bulk.Npy && !strings.Contains(text, "(-1, ") {
			name := filepath.Join(dir, fmt.Sprint(len(files), ".npy"))
			if files[name] = text; os.WriteFile(name, []byte(text), 0o600) != nil {
				t.Fatal(name)
			}
		}
	})
	if out, err := exec.Command(python, "-c", numpySaves, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, text := range files {
		form, err := bulk.Detect([]byte(text), true, 0)
		if err != nil {
			continue // its size must be named
		}
		want := formtest.Read(form, []byte(text))
		for _, version := range []string{"", ".2", ".3", ".big", ".fortran"} {
			saved, err := os.ReadFile(name + version)
			if err != nil {
				t.Fatal(err)
			}
			if ordered := bulk.Transposed(bytes.NewReader(saved), int64(len(saved))); ordered != nil {
				if saved, err = io.ReadAll(iotest.OneByteReader(io.NewSectionReader(ordered, 0, int64(len(saved))))); err != nil {
					t.Error(err)
				}
			}
			if form, err := bulk.Detect(saved, true, 0); err != nil || formtest.Read(form, saved) != want {
				t.Errorf("numpy saves %.120q in version %q as %.200q: %v", text, version, saved, err)
			}
			if version == "" && form.RecordSize() == 81 && bytes.HasPrefix(saved, bulk.NpyHeader(9, 2)) != strings.Contains(text, "(2, 81)") && strings.Contains(text, "|u1") {
				t.Errorf("numpy writes another header: %.128q", saved)
			}
		}
	}
}
