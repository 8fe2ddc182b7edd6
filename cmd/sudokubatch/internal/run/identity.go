package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
)

// An input is what identifies one: its name, and what is known of the file without
// reading all of it.
type input struct {
	Name     string `json:"name"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds since 1970
	Digest   string `json:"digest"`   // of samples
}

// A digest is of the first bytes, the last, and pieces between.
const (
	sampleEnds   = 64 << 10
	samplePiece  = 4 << 10
	samplePieces = 32
)

// identify says what input a name stands for, as a flag needs it. What cannot be read
// is identified by that.
func identify(name, flag string) (input, error) {
	in := input{Name: name}
	if err := checkAgain(name, flag); err != nil || strings.HasPrefix(name, "@") || isPuzzle(name) {
		return in, err
	}
	f, err := os.Open(name)
	if err != nil {
		return in, nil // as the run will say
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return in, err
	}
	in.Size, in.Modified = info.Size(), info.ModTime().UnixNano()
	in.Digest, err = sample(f, in.Size)
	return in, err
}

// CheckAgain reports, without reading, an input that is not there to be read again, as a
// flag needs it. What is not there at all the run will say.
func (c *InputFlags) CheckAgain(flag string) error {
	for _, name := range c.Inputs {
		if err := checkAgain(name, flag); err != nil {
			return err
		}
	}
	return nil
}

func checkAgain(name, flag string) error {
	if name == "-" {
		return fmt.Errorf("%s needs inputs that can be read again: name files", flag)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !strings.HasPrefix(name, "@") {
		return fmt.Errorf("%s: %s needs inputs that can be read again, and this is no regular file", name, flag)
	}
	return nil
}

// sample sums up parts of a file.
func sample(f io.ReaderAt, size int64) (string, error) {
	sum := xxh3.New()
	add := func(from, to int64) error {
		_, err := io.Copy(sum, io.NewSectionReader(f, max(from, 0), to-max(from, 0)))
		return err
	}
	err := errors.Join(add(0, min(size, sampleEnds)), add(size-sampleEnds, size))
	for i := int64(1); i <= samplePieces && size > 2*sampleEnds; i++ {
		at := size / (samplePieces + 1) * i
		err = errors.Join(err, add(at, min(at+samplePiece, size)))
	}
	return strconv.FormatUint(sum.Sum64(), 16), err
}
