//go:build !js

package corpus

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// This file guards the zip library: it bounds memory, and finds damage that the library passes over.

// maxIndex is how much of an archive's index is read. The library holds some times as much in memory.
const maxIndex = 4 << 20

// An archiveFile is the file that the zip library reads. It counts bytes, bounds the index, and
// remembers failures and where headers are.
type archiveFile struct {
	src      *source
	indexing bool // the library reads the index
	taken    int64

	header int64 // offset of the last header of a member that was read
}

// localHeader is how many bytes precede the name in the header of a member.
const localHeader = 30

var errIndex = errors.New("a zip archive with too many members (unpack it first: unzip FILE)")

func (f *archiveFile) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.src.file.ReadAt(p, at)
	switch {
	case err == io.EOF && at+int64(n) < f.src.size:
		err = errShrunk
		f.src.err = err
	case err != nil && !errors.Is(err, io.EOF):
		f.src.err = err
	}
	if !f.indexing {
		f.src.n.Add(int64(n))
		if n == localHeader && string(p[:4]) == "PK\x03\x04" {
			f.header = at
		}
		return n, err
	}
	f.taken += int64(n)
	if f.taken > maxIndex || tooMany(p[:n]) {
		return 0, errIndex
	}
	return n, err
}

// tooMany reports whether p is the record with the number of members, and that is too large: the
// library allocates for as many.
func tooMany(p []byte) bool {
	const count = 32 // offset of the number
	return len(p) >= count+8 && string(p[:4]) == "PK\x06\x06" && binary.LittleEndian.Uint64(p[count:]) > maxIndex/46
}

// endsWith checks that the index, which ends with the archive's comment, ends the file. The library
// ignores what follows.
func (f *archiveFile) endsWith(comment string) error {
	end := make([]byte, 22+len(comment))
	if _, err := f.ReadAt(end, f.src.size-int64(len(end))); err != nil {
		return err
	}
	if string(end[:4]) != "PK\x05\x06" || string(end[22:]) != comment {
		return errTrailingArchive
	}
	return nil
}

// errTrailingArchive marks bytes after the index.
var errTrailingArchive = fmt.Errorf("%w after the index of the zip archive", errTrailing)

// agree checks that a member's name is the same in the index and before its data. A damaged name
// could hide the member.
func (f *archiveFile) agree(member *zip.File) error {
	if _, err := member.DataOffset(); err != nil { // reads the header there
		return err
	}
	header := make([]byte, localHeader+len(member.Name))
	if _, err := f.ReadAt(header, f.header); err != nil {
		return err
	}
	if string(header[localHeader:]) != member.Name || int(binary.LittleEndian.Uint16(header[26:])) != len(member.Name) {
		return errors.New("the index has another name than the member")
	}
	return nil
}

// identifyArchive finds documents that are stored as zip archives, by their members; nil if it is none.
func identifyArchive(members []*zip.File) *unsupportedError {
	var office, word, torch, open bool
	for _, f := range members {
		office = office || f.Name == "[Content_Types].xml"
		word = word || strings.HasPrefix(f.Name, "word/")
		torch = torch || f.Name == "data.pkl" || strings.HasSuffix(f.Name, "/data.pkl")
		open = open || f.Name == "META-INF/manifest.xml"
	}
	switch {
	case office && word:
		return &unsupportedError{what: "a Word document", hint: "save it as plain text"}
	case office:
		return &unsupportedError{what: "an Excel workbook", hint: "save it as CSV"}
	case open:
		return &unsupportedError{what: "an OpenDocument file", hint: "save it as CSV"}
	case torch:
		return &unsupportedError{
			what: "a PyTorch file",
			hint: `save the array: python3 -c "import torch, numpy; numpy.save('puzzles.npy', torch.load('FILE'))"`,
		}
	}
	return nil
}
