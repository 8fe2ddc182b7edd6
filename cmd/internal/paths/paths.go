// Package paths takes names of files apart and puts them together as the system
// reads them: "link/.." is the folder above the one that a link leads to. Package
// filepath goes by the text, by which it is the folder that the link is in; so
// what is made there, or allowed, would be elsewhere than the file itself.
package paths

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

// Above is the folder that has another folder under its name, or that is above it where
// it is not named. "" is the current one.
func Above(dir string) string {
	trimmed := dir
	for len(trimmed) > 1 && os.IsPathSeparator(trimmed[len(trimmed)-1]) {
		trimmed = trimmed[:len(trimmed)-1]
	}
	above, name := filepath.Split(trimmed)
	if name == "" || name == "." || name == ".." {
		return In(dir, "..")
	}
	return above
}

// In is the name of a file in a folder. The current folder is not named.
func In(dir, name string) string {
	switch {
	case dir == "" || dir == ".":
		return name
	case os.IsPathSeparator(dir[len(dir)-1]):
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}
