package outfile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/dustin/go-humanize"
)

// ErrLarge is the error of ReadSmall, wrapped, for a file that is no small file.
var ErrLarge = errors.New("the file is too large")

// ReadSmall returns the content of a file. It returns ErrLarge if the file has more than most bytes.
func ReadSmall(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var text []byte
	if info.Size() <= most { // otherwise the file need not be read; the size of a pipe is 0
		text, err = io.ReadAll(io.LimitReader(f, most+1))
	}
	if max(info.Size(), int64(len(text))) > most {
		return nil, fmt.Errorf("%s: %w: want at most %s", name, ErrLarge, humanize.IBytes(uint64(most)))
	}
	return text, err
}
