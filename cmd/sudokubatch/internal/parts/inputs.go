package parts

// Inputs: how a part recognises the inputs that it was made from.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	Modified int64  `json:"modified"` // nanoseconds since 1970
	Place    string `json:"place"`    // with --shard, where the file was: copies elsewhere have other times
	Digest   string `json:"digest"`   // of the samples
}

// inputBytes is about the size of an input in a manifest, without its name.
const inputBytes = 120

// differs returns what shows that an input was another file before. Times count if timed is set.
func (in input) differs(now input, timed bool) error {
	switch {
	case in.Size != now.Size:
		return fmt.Errorf("%s has changed: it has %d and %d bytes", now.Name, in.Size, now.Size)
	case in.Digest != now.Digest:
		return fmt.Errorf("%s has changed: samples of its bytes differ", now.Name)
	case timed && in.Modified != now.Modified:
		return fmt.Errorf("%s has changed: it was written again", now.Name)
	}
	return nil
}

// place identifies a name on this machine: processes with the same place see the same file. A machine is known
// by its host name, and on Linux by its boot and its table of mounts, which containers have of their own.
func place(name string) string {
	path, _ := filepath.Abs(name)
	host, _ := os.Hostname()
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	mounts, _ := os.Readlink("/proc/self/ns/mnt")
	return hex(xxh3.HashString(strings.Join([]string{host, string(boot), mounts, path}, "\x00")))
}

// unchanged returns an error if an input has changed since the part began.
func (m *Manifest) unchanged() error {
	for _, in := range m.Inputs {
		if in.Digest == "" {
			continue
		}
		info, err := os.Stat(in.Name)
		if err != nil {
			return err
		}
		now := in
		now.Size, now.Modified = info.Size(), info.ModTime().UnixNano()
		if err := in.differs(now, true); err != nil {
			return err
		}
	}
	return nil
}

// reread returns an error if the inputs are not what the part was made from. It reads them again.
func (m *Manifest) reread() error {
	now, err := m.pieces()
	if err != nil {
		return err
	}
	for i, is := range now {
		if i >= len(m.Read) || m.Read[i] != is {
			return fmt.Errorf("%s has changed", is.Name)
		}
	}
	return unlike([]same{{"the number of pieces read", len(m.Read), len(now)}})
}

// verifyInputs reads the inputs again, and returns an error if a share was made from other bytes.
func (p All) verifyInputs() error {
	for _, was := range p[0].Inputs {
		is, err := identify(was.Name, "merge --verify")
		if err == nil && is.Digest == "" && was.Digest != "" {
			_, err = os.Stat(was.Name)
		}
		if err == nil {
			err = was.differs(is, false)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p[0].name(), err)
		}
	}
	for i, m := range p {
		if i > 0 && m.Numbered {
			break // all shares have read the same, see ReadAll
		}
		if err := m.reread(); err != nil {
			return fmt.Errorf("%s: %w", m.name(), err)
		}
	}
	return nil
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
	in.Modified = info.ModTime().UnixNano()
	if flag != "--resume" {
		in.Place = place(name)
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
