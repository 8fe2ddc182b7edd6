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
