package corpus

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// This file finds the files that the name of a folder or a pattern stands for.

// List returns the files that a name stands for, in the order of the bytes of their paths. A name
// that is neither a folder nor a pattern stands for itself, whether it exists or not.
//
// A folder stands for all files in it and in its subfolders. A name that does not exist and has *, ?
// or [ is a pattern as [path.Match] defines it; the element ** matches any number of folders. A
// folder that matches stands for its files. List returns an error if it finds no file.
//
// In folders, List leaves out hidden files, files that accompany data (Markdown, README, LICENSE,
// dataset_info.json, digests; manifests and partial files of sudokubatch), files that macOS and Windows
// add (__MACOSX, Thumbs.db, desktop.ini), and pipes, sockets and devices. It does not follow a
// symbolic link to a folder but returns it as a file, which cannot be opened.
func List(name string) ([]string, error) {
	slashed := filepath.ToSlash(name)
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		var l lister
		l.folder(strings.TrimRight(slashed, "/")+"/", nil)
		return l.sorted("%s: no file with data in this folder", name)
	}
	if _, err := os.Lstat(name); err == nil || !isPattern(name) {
		return []string{name}, nil
	}
	l := lister{pattern: strings.Split(slashed, "/")}
	for _, element := range l.pattern {
		if _, err := path.Match(element, ""); err != nil {
			return nil, fmt.Errorf("%s: no such file, and no pattern: a [ is not closed", name)
		}
	}
	fixed := l.pattern[:slices.IndexFunc(l.pattern, isPattern)]
	l.folder(strings.Join(append(slices.Clone(fixed), ""), "/"), fixed)
	return l.sorted("%s: no file matches this pattern", name)
}

// isPattern reports whether a name, or an element of a path, has characters of patterns.
func isPattern(name string) bool { return strings.ContainsAny(name, "*?[") }

// A lister collects the files of a folder.
type lister struct {
	pattern []string // elements of the pattern; nil: all files are wanted
	files   []string
}

// folder adds the files of a folder. dir ends in a slash, or is "" for the current folder. at has
// its elements, if there is a pattern.
func (l *lister) folder(dir string, at []string) {
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil && !os.IsNotExist(err) {
		l.files = append(l.files, dir) // opening it gives the error
	}
	for _, e := range entries {
		name, elements := dir+e.Name(), append(slices.Clone(at), e.Name())
		switch {
		case accompanies(e.Name()) || l.pattern != nil && !matches(l.pattern, elements, e.IsDir()):
		case e.IsDir():
			l.folder(name+"/", elements)
		case e.Type().IsRegular() || isFileOrFolder(name):
			l.files = append(l.files, name)
		}
	}
}

// isFileOrFolder reports whether a symbolic link leads to a regular file, a folder, or nothing.
func isFileOrFolder(link string) bool {
	info, err := os.Stat(link)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

// sorted returns the files, or an error with a message about the name if there are none.
func (l *lister) sorted(message, name string) ([]string, error) {
	if len(l.files) == 0 {
		return nil, fmt.Errorf(message, name)
	}
	for i, file := range l.files {
		if file == "-" || strings.HasPrefix(file, "@") { // these names mean something else to Open
			l.files[i] = "./" + file
		}
	}
	slices.Sort(l.files)
	return l.files, nil
}

// matches reports whether a pattern matches the elements of a path, or the first of them. For a
// folder it reports whether the pattern may match a file in it.
func matches(pattern, elements []string, folder bool) bool {
	switch {
	case len(pattern) == 0:
		return true
	case len(elements) == 0:
		return folder
	case pattern[0] == "**":
		return matches(pattern[1:], elements, folder) || matches(pattern, elements[1:], folder)
	}
	ok, _ := path.Match(pattern[0], elements[0])
	return ok && matches(pattern[1:], elements[1:], folder)
}

// accompanies reports whether a file or folder accompanies data and holds none, by its name.
func accompanies(base string) bool {
	lower := strings.ToLower(base)
	switch strings.TrimSuffix(lower, ".txt") {
	case "readme", "license", "licence", "notice", "citation", "__macosx", "thumbs.db", "desktop.ini", "sha256sums", "md5sums", "dataset_info.json":
		return true
	}
	endings := []string{".md", ".sha256", ".sha512", ".md5", ".partial", ".partial.json", ".manifest.json"}
	return base[0] == '.' || slices.ContainsFunc(endings, func(s string) bool { return strings.HasSuffix(lower, s) })
}
