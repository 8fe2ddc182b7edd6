package corpus

import (
	"archive/zip"
	"bufio"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
)

// An archive is a zip archive, whose members are read one after the other.
type archive struct {
	file  *archiveFile
	index *zip.Reader
	left  [][]*zip.File // to be read, in this order, those that are read as one together
	hand  []*zip.File   // what is being read
	name  string        // of the first of these
	join  func(names []string, texts []io.Reader) io.Reader
}

// errTrailingArchive marks bytes after the index.
var errTrailingArchive = fmt.Errorf("%w after the index of the zip archive", errTrailing)

// openArchive reads the index of an archive and chooses members; nil = all.
func openArchive(src *source, choose func(names []string) [][]string, join func([]string, []io.Reader) io.Reader) (*archive, error) {
	a := &archive{file: &archiveFile{src: src, indexing: true}, join: join}
	var err error
	if a.index, err = zip.NewReader(a.file, src.size); err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, a.damaged(err)
	}
	if err := a.file.endsWith(a.index.Comment); err != nil {
		return nil, err
	}
	a.file.indexing = false
	a.index.RegisterDecompressor(zip.Deflate, func(raw io.Reader) io.ReadCloser {
		return flate.NewReader(bufio.NewReaderSize(raw, bufferFor(src.size)))
	})
	a.index.RegisterDecompressor(zipBzip2, func(raw io.Reader) io.ReadCloser {
		return io.NopCloser(bzip2.NewReader(raw))
	})
	if u := identifyArchive(a.index.File); u != nil {
		return nil, u
	}
	for _, f := range a.index.File {
		if err := a.agree(f); err != nil {
			return nil, fmt.Errorf("in member %s: %w", f.Name, a.damaged(err))
		}
		if !hidden(f) {
			a.left = append(a.left, []*zip.File{f})
		}
	}
	src.n.Store(0) // the index was read ahead of what it lists
	return a, a.choose(choose)
}

// hidden reports whether a member is none that people put there, but what macOS and
// Windows leave in folders.
func hidden(f *zip.File) bool {
	base := path.Base(f.Name)
	return strings.EqualFold(base, "Thumbs.db") || strings.EqualFold(base, "desktop.ini") ||
		strings.HasSuffix(f.Name, "/") && f.UncompressedSize64 == 0 ||
		strings.HasPrefix(f.Name, "__MACOSX/") || strings.HasPrefix(base, ".")
}

// agree wants a member's name to be the same in the index and ahead of its
// data: a damaged one could hide it.
func (a *archive) agree(f *zip.File) error {
	if _, err := f.DataOffset(); err != nil { // reads the header there
		return err
	}
	header := make([]byte, localHeader+len(f.Name))
	if _, err := a.file.ReadAt(header, a.file.header); err != nil {
		return err
	}
	if string(header[localHeader:]) != f.Name || int(binary.LittleEndian.Uint16(header[26:])) != len(f.Name) {
		return errors.New("the index has another name than the member")
	}
	return nil
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
			all[i] = nil // of two of one name the other comes next
		}
		a.left = append(a.left, files)
	}
	return nil
}

// unchosen says what there is in an archive of which nothing was chosen.
func unchosen(names []string) error {
	const most = 8
	list := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return &UnsupportedError{
		What: "an archive of files whose names do not tell which to read: " + list,
		Hint: "unpack one and read that, as with unzip FILE " + names[0],
	}
}

// next opens the next member, or those that are read as one. There is one.
func (a *archive) next() (*memberDecoder, error) {
	a.hand, a.left = a.left[0], a.left[1:]
	a.name = a.hand[0].Name
	return a.reopen()
}

// reopen opens again what is at hand.
func (a *archive) reopen() (*memberDecoder, error) {
	var names []string
	var texts []io.Reader
	for _, f := range a.hand {
		text, err := a.open(f)
		if err != nil {
			return nil, err
		}
		names, texts = append(names, f.Name), append(texts, text)
	}
	if len(texts) == 1 {
		return &memberDecoder{a, texts[0]}, nil
	}
	return &memberDecoder{a, a.join(names, texts)}, nil
}

// open opens a member.
func (a *archive) open(f *zip.File) (io.Reader, error) {
	switch {
	case f.Flags&encrypted != 0:
		return nil, &UnsupportedError{What: "encrypted", Hint: unpackWith("unzip FILE")}
	case f.Method != zip.Store && f.Method != zip.Deflate && f.Method != zipBzip2:
		return nil, &UnsupportedError{What: "compressed by " + methodName(f.Method), Hint: unpackWith("7z x FILE")}
	}
	text, err := f.Open()
	if err != nil {
		return nil, a.damaged(err)
	}
	return text, nil
}

// end is called after the last member: it returns io.EOF if the file is as long
// as it was.
func (a *archive) end() error {
	a.name = ""
	src := a.file.src
	if err := src.unchanged(); err != nil {
		return err
	}
	src.n.Store(src.size)
	return io.EOF
}

// damaged says more than the library about a damaged archive.
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

// A memberDecoder gives the text of a member, or of some that are read as one.
type memberDecoder struct {
	archive *archive
	text    io.Reader
}

// only has a decoder of some members begin anew, and leave out columns, if it can.
func (d *memberDecoder) only(first, end int) (*memberDecoder, bool) {
	again, err := d.archive.reopen()
	if err != nil {
		return nil, false
	}
	text, ok := again.text.(interface{ Only(first, end int) })
	if ok {
		text.Only(first, end)
	}
	return again, ok
}

// Read returns a bare io.EOF only after the checksum proved right.
func (d *memberDecoder) Read(p []byte) (int, error) {
	n, err := d.text.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // as io.Reader has it
		err = d.archive.damaged(err)
	}
	return n, err
}

const (
	encrypted   = 1 << 0 // flag
	zipBzip2    = 12     // method
	localHeader = 30     // bytes ahead of a member's name
)

// methodName is what people call a compression method of zip archives.
func methodName(method uint16) string {
	known := map[uint16]string{1: "Shrink", 6: "Implode", 9: "Deflate64", 14: "LZMA", 93: "zstd", 95: "xz", 98: "PPMd", 99: "AES"}
	if name := known[method]; name != "" {
		return name
	}
	return fmt.Sprintf("method %d", method)
}
