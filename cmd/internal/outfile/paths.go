package outfile

import (
	"os"
	"path/filepath"
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
