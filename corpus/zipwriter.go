package corpus

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A zipPacker divides a text into the members of a zip archive (CreateOptions.Split). As the archive
// can begin only when all of the text is there, the text waits in a temporary file.
type zipPacker struct {
	out   io.Writer
	split func(text io.ReaderAt, size int64) ([]string, []io.Reader, error)
	spool *os.File
	named bool // the file still has a name, as open files cannot lose it on this system
	size  int64
}

// newZipPacker makes a packer whose temporary file lies in dir; "" is the system's directory for them.
func newZipPacker(out io.Writer, dir string, split func(io.ReaderAt, int64) ([]string, []io.Reader, error)) (*zipPacker, error) {
	spool, err := os.CreateTemp(dir, "sudokubatch-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("creating a temporary file: %w", err)
	}
	return &zipPacker{out: out, split: split, spool: spool, named: os.Remove(spool.Name()) != nil}, nil
}

func (z *zipPacker) Write(p []byte) (int, error) {
	n, err := z.spool.Write(p)
	z.size += int64(n)
	if err != nil {
		err = fmt.Errorf("writing a temporary file: %w", err)
	}
	return n, err
}

// Flush does nothing, as the archive is written at the end.
func (*zipPacker) Flush() error { return nil }

// Finish writes the archive. Its bytes do not depend on time.
func (z *zipPacker) Finish() error {
	names, members, err := z.split(z.spool, z.size)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(z.out)
	for i, name := range names {
		first := time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC) // that an archive can name
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: first})
		if err == nil {
			_, err = io.Copy(w, members[i])
		}
		if err != nil {
			return err
		}
	}
	return archive.Close()
}

// Close removes the temporary file.
func (z *zipPacker) Close() error {
	err := z.spool.Close()
	if z.named {
		err = errors.Join(err, os.Remove(z.spool.Name()))
	}
	return err
}

var errZipPartial = errors.New("an archive cannot be gone on with")

func (*zipPacker) Save() ([]byte, error) { return nil, errZipPartial }
func (*zipPacker) Restore([]byte) error  { return errZipPartial }
