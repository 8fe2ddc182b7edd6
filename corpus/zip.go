//go:build !js

package corpus

import (
	"archive/zip"
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// This file reads zip archives. Only regular files are read as archives, as the index is at the end.

// errMembers is what Read returns, wrapped, for an archive of several members
// if Next was not called.
var errMembers = errors.New("more than one file in the archive")

// Next goes on to the next member of an archive, at the first call to the first one, and returns its
// name. Read, Offset and Verify are then about that member alone, which ends with io.EOF. A member
// that was not read to its end is not verified. The members are those that Options.Members chose, in
// that order. It leaves out folders, and the files that [List] leaves out by their names.
//
// ok is false after the last member: all that was read agrees with its checksums, and the file is as
// long as it was. For other files the first call returns "", true, and the second "", false.
// Errors are final, as Read returns them.
//
// If Next is never called, Read reads the only member, and fails if there are several.
func (r *Reader) Next() (member string, ok bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := !r.advanced
	r.advanced = true
	switch {
	case r.closed.Load():
		return "", false, fileerr.Wrap("reading", r.name, os.ErrClosed)
	case r.zip == nil:
		return "", first, nil
	case r.err != nil && r.err != io.EOF: //nolint:errorlint // only the bare value means a clean end
		return "", false, r.err
	}
	r.out, r.err = 0, nil
	r.verified.Store(0)
	if len(r.zip.left) == 0 {
		if r.err = r.zip.end(); r.err != io.EOF { //nolint:errorlint // only the bare value means a clean end
			r.err = r.located(r.err)
			return "", false, r.err
		}
		return "", false, nil
	}
	if err := r.zip.next(); err != nil {
		r.err = r.located(err)
		return "", false, r.err
	}
	r.dec, r.fresh, r.bytes = r.zip, true, nil
	return r.zip.name, true, nil
}

// An archive reads the members of a zip archive one after the other.
type archive struct {
	file *archiveFile
	left [][]*zip.File // to be read, in this order; the members of a group are read as one
	join func(names []string, texts []io.Reader) io.Reader

	others  []string    // members that nobody chose, until the second group
	current []*zip.File // the group that is read
	name    string      // of the first of these, for messages
	text    io.Reader   // of the group; nil before the first
	alone   bool        // the group is all there is: Next was not called
}

// openArchive reads the index of an archive and chooses members; see Options.
func openArchive(src *source, choose func(names []string) [][]string, join func([]string, []io.Reader) io.Reader) (*archive, error) {
	a := &archive{file: &archiveFile{src: src, indexing: true}, join: join}
	index, err := zip.NewReader(a.file, src.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, a.damaged(err)
	}
	if err := a.file.endsWith(index.Comment); err != nil {
		return nil, err
	}
	a.file.indexing = false
	index.RegisterDecompressor(zip.Deflate, func(raw io.Reader) io.ReadCloser {
		return flate.NewReader(bufio.NewReaderSize(raw, bufferFor(src.size)))
	})
	index.RegisterDecompressor(zipBzip2, func(raw io.Reader) io.ReadCloser {
		return io.NopCloser(bzip2.NewReader(raw))
	})
	if u := identifyArchive(index.File); u != nil {
		return nil, u
	}
	for _, f := range index.File {
		if err := a.file.agree(f); err != nil {
			return nil, fmt.Errorf("in member %s: %w", f.Name, a.damaged(err))
		}
		if !hidden(f) {
			a.left = append(a.left, []*zip.File{f})
		}
	}
	src.n.Store(0) // BytesIn counts members
	return a, a.choose(choose)
}

// hidden reports whether a member is a folder, or a file that accompanies data.
func hidden(f *zip.File) bool {
	return strings.HasSuffix(f.Name, "/") && f.UncompressedSize64 == 0 ||
		strings.HasPrefix(f.Name, "__MACOSX/") || accompanies(path.Base(f.Name))
}

// choose has the caller choose members.
func (a *archive) choose(choose func(names []string) [][]string) error {
	if choose == nil {
		return nil
	}
	var all []*zip.File
	var names []string
	for _, group := range a.left {
		all, names = append(all, group[0]), append(names, group[0].Name)
	}
	a.left = nil
	chosen := choose(names)
	if len(chosen) == 0 && len(names) > 0 {
		return unchosen(names)
	}
	for _, group := range chosen {
		var files []*zip.File
		for _, name := range group {
			i := slices.IndexFunc(all, func(f *zip.File) bool { return f != nil && f.Name == name })
			if i < 0 {
				return fmt.Errorf("has no member %s left", name)
			}
			files = append(files, all[i])
			all[i] = nil // if two have one name, the other one comes next
		}
		a.left = append(a.left, files)
	}
	for _, f := range all {
		if f != nil {
			a.others = append(a.others, f.Name)
		}
	}
	return nil
}

// unchosen is the error if nothing was chosen: it lists what there is.
func unchosen(names []string) error {
	const most = 8
	list := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return &unsupportedError{
		what: "an archive of files whose names do not tell which to read: " + list,
		hint: "unpack one and read that, as with unzip FILE " + names[0],
	}
}

// next opens the next group of members; there must be one.
func (a *archive) next() error {
	if a.current != nil {
		a.others = nil // they were named with the first group
	}
	a.current, a.left = a.left[0], a.left[1:]
	a.name = a.current[0].Name
	return a.reopen()
}

// reopen opens the current group from its beginning.
func (a *archive) reopen() error {
	var names []string
	var texts []io.Reader
	for _, f := range a.current {
		text, err := a.open(f)
		if err != nil {
			return err
		}
		names, texts = append(names, f.Name), append(texts, text)
	}
	if a.text = texts[0]; a.join != nil {
		a.text = a.join(append(names, a.others...), texts)
	}
	return nil
}

// only has the current group begin anew, without some columns, if it can.
func (a *archive) only(first, end int) bool {
	if _, ok := a.text.(columnDropper); !ok || len(a.current) < 2 || a.reopen() != nil {
		return false
	}
	a.text.(columnDropper).Only(first, end)
	return true
}

type columnDropper interface{ Only(first, end int) }

// Read reads text of the current group. It returns a bare io.EOF only if the checksum is right.
func (a *archive) Read(p []byte) (int, error) {
	if a.text == nil {
		if err := a.onlyMember(); err != nil {
			return 0, err
		}
	}
	n, err := a.text.Read(p)
	switch {
	case err == nil:
	case err != io.EOF: //nolint:errorlint // as io.Reader has it
		err = a.damaged(err)
	case a.alone:
		err = a.end()
	}
	return n, err
}

// onlyMember opens the only member there is.
func (a *archive) onlyMember() error {
	switch {
	case len(a.left) == 0:
		return io.EOF
	case len(a.left) == 1:
		a.alone = true
		return a.next()
	}
	var names []string
	for _, group := range a.left[:min(len(a.left), 4)] {
		names = append(names, group[0].Name)
	}
	return fmt.Errorf("%w: %d, the first are %s (choose one: unzip -p FILE MEMBER)",
		errMembers, len(a.left), strings.Join(names, ", "))
}

func (a *archive) open(f *zip.File) (io.Reader, error) {
	switch {
	case f.Flags&encrypted != 0:
		return nil, &unsupportedError{what: "encrypted", hint: unpackWith("unzip FILE")}
	case f.Method != zip.Store && f.Method != zip.Deflate && f.Method != zipBzip2:
		return nil, &unsupportedError{what: "compressed by " + methodName(f.Method), hint: unpackWith("7z x FILE")}
	}
	text, err := f.Open()
	if err != nil {
		return nil, a.damaged(err)
	}
	return text, nil
}

// end is called after the last member. It returns io.EOF if the file is as long as it was.
func (a *archive) end() error {
	a.name = ""
	src := a.file.src
	if err := src.unchanged(); err != nil {
		return err
	}
	src.n.Store(src.size)
	return io.EOF
}

// damaged makes an error of the library say more.
func (a *archive) damaged(err error) error {
	switch {
	case a.file.src.err != nil:
		return a.file.src.err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("cut inside a zip archive: %w", io.ErrUnexpectedEOF)
	case errors.Is(err, zip.ErrFormat):
		return fmt.Errorf("a zip archive that is cut or damaged: %w", err)
	}
	return err
}

const (
	encrypted = 1 << 0 // flag
	zipBzip2  = 12     // method
)

// methodName is what people call a compression method of zip archives.
func methodName(method uint16) string {
	known := map[uint16]string{1: "Shrink", 6: "Implode", 9: "Deflate64", 14: "LZMA", 93: "zstd", 95: "xz", 98: "PPMd", 99: "AES"}
	if name := known[method]; name != "" {
		return name
	}
	return fmt.Sprintf("method %d", method)
}
