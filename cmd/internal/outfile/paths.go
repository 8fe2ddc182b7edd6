package outfile

import (
	"os"
	"path/filepath"
)

// Dir is the folder that a file is in, with a separator behind it.
func Dir(name string) string {
	dir, _ := filepath.Split(name)
	if dir == "" {
		return "." + string(filepath.Separator)
	}
	return dir
}

// Parent is the folder that has another folder under its name, or that is above it where
// it is not named. "" is the current one.
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

// Join is the name of a file in a folder. The current folder is not named.
func Join(dir, name string) string {
	switch {
	case dir == "" || dir == ".":
		return name
	case os.IsPathSeparator(dir[len(dir)-1]):
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}
