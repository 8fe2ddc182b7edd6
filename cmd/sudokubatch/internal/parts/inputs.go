package parts

// Inputs: how a part recognises the inputs that it was made from.

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// pieces returns the pieces of inputs that the part is made from, with their digests.
func (m *Manifest) pieces() (pieces []piece, err error) {
	add := func(inputs []input, from, to pipeline.Border) {
		for i := from.Input; i < len(inputs) && i <= to.Input && err == nil; i++ {
			begin, end := int64(0), inputs[i].Size
			if i == from.Input {
				begin = from.At.Raw
			}
			if i == to.Input {
				end = to.At.Raw
			}
			if begin < end {
				one := piece{Name: inputs[i].Name}
				one.Digest, err = digestOf(one.Name, begin, end)
				pieces = append(pieces, one)
			}
		}
	}
	own, other := m.Inputs[:m.Own], m.Inputs[m.Own:]
	if m.Numbered {
		add(own, pipeline.Border{}, pipeline.Border{Input: len(own)})
		return pieces, err
	}
	add(own, m.From.Input, m.To.Input)
	add(other, m.From.Other, m.To.Other)
	return pieces, err
}

// digestOf returns the digest of a section of a file.
func digestOf(name string, from, to int64) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close() // nothing was written
	return digest(f, [2]int64{from, to})
}

// digest returns the digest of sections of a file, each from one byte up to, but not including, another.
func digest(f *os.File, sections ...[2]int64) (string, error) {
	sum := xxh3.New()
	for _, s := range sections {
		n, err := io.Copy(sum, io.NewSectionReader(f, s[0], s[1]-s[0]))
		if err == nil && n < s[1]-s[0] {
			err = fmt.Errorf("%s has become shorter", f.Name())
		}
		if err != nil {
			return "", err
		}
	}
	return hex(sum.Sum64()), nil
}

func hex(sum uint64) string { return strconv.FormatUint(sum, 16) }

// An input identifies a file by its name, size, time and samples of its bytes.
type input struct {
	Name     string `json:"name"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds since 1970; 0 with --shard, because copies on other machines may differ
	Digest   string `json:"digest"`   // of the samples
}

// The samples are the first bytes, the last bytes, and evenly spaced pieces between them.
const (
	sampleEnds   = 64 << 10
	samplePiece  = 4 << 10
	samplePieces = 32
)

// identify returns the input with a name. It returns an error if the flag cannot be used with
// the input. An input that cannot be opened is identified by its name alone; the run reports it.
func identify(name, flag string) (input, error) {
	in := input{Name: name}
	if err := CheckAgain(flag, name); err != nil || strings.HasPrefix(name, "@") {
		return in, err
	}
	f, err := os.Open(name)
	if err != nil {
		return in, nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return in, err
	}
	in.Size = info.Size()
	if flag == "--resume" {
		in.Modified = info.ModTime().UnixNano()
	}
	in.Digest, err = digest(f, samples(in.Size)...)
	return in, err
}

// CheckAgain returns an error if an input cannot be read twice, which the flag requires. It
// reads nothing, and ignores files that do not exist.
func CheckAgain(flag string, names ...string) error {
	for _, name := range names {
		if name == "-" {
			return fmt.Errorf("%s cannot read standard input: name files", flag)
		}
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !strings.HasPrefix(name, "@") {
			return fmt.Errorf("%s: %s needs regular files, which it can read again", name, flag)
		}
	}
	return nil
}

// samples returns the sections of a file that are samples.
func samples(size int64) [][2]int64 {
	sections := [][2]int64{{0, min(size, sampleEnds)}, {max(size-sampleEnds, 0), size}}
	for i := int64(1); i <= samplePieces && size > 2*sampleEnds; i++ {
		at := size / (samplePieces + 1) * i
		sections = append(sections, [2]int64{at, min(at+samplePiece, size)})
	}
	return sections
}
