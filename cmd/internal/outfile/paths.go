package outfile

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// Dir returns the folder of a file, with a separator at the end.
func Dir(name string) string {
	dir, _ := filepath.Split(name)
	if dir == "" {
		return "." + string(filepath.Separator)
	}
	return dir
}

// Parent returns the folder that contains a folder, with a separator at the end; "" is the current
// folder. For a name like "." or ".." it appends "..".
func Parent(dir string) string {
	trimmed := dir
	for len(trimmed) > 1 && os.IsPathSeparator(trimmed[len(trimmed)-1]) {
		trimmed = trimmed[:len(trimmed)-1]
	}
	above, name := filepath.Split(trimmed)
	if name == "" || name == "." || name == ".." {
		return Join(dir, "..")
	}
	return above
}

// Join returns the path of a file in a folder. It omits the current folder, and keeps "..".
func Join(dir, name string) string {
	switch {
	case dir == "" || dir == ".":
		return name
	case os.IsPathSeparator(dir[len(dir)-1]):
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}

// MakeFolder makes a folder, and the folders above it that are missing. remove removes those that it made,
// as far as they are empty.
func MakeFolder(dir string) (remove func(), err error) {
	var made []string
	for above := filepath.Clean(dir); ; above = filepath.Dir(above) {
		if _, err := os.Lstat(above); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, above)
	}
	remove = func() {
		for _, dir := range made {
			_ = os.Remove(dir) // fails if it is not empty
		}
	}
	if err = os.MkdirAll(dir, 0o777); err != nil {
		remove()
	}
	return remove, err
}

// IsRegular reports whether an output is a regular file, existing or not.
func IsRegular(name string) bool {
	if name == "" || corpus.IsStdout(name) {
		return false
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// Address returns the URL of a file, relative to a page. It returns "" if there is none.
func Address(page, name string) string {
	if !IsRegular(page) {
		return ""
	}
	from, err := filepath.EvalSymlinks(Dir(page))
	if err != nil {
		return ""
	}
	to, err := filepath.EvalSymlinks(Dir(name))
	if err != nil {
		return ""
	}
	if from, err = filepath.Abs(from); err != nil {
		return ""
	}
	if to, err = filepath.Abs(to); err != nil {
		return ""
	}
	way, err := filepath.Rel(from, filepath.Join(to, filepath.Base(name)))
	if err != nil { // on another volume
		return ""
	}
	return (&url.URL{Path: filepath.ToSlash(way)}).String()
}
