package corpus

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus/internal/atomicfile"
)

// This file opens what an output's path stands for: standard output, a regular file, a device.

// openPath finds out what a path stands for and opens it.
func (w *Writer) openPath(path string, codec Codec, opts CreateOptions) error {
	if IsStdout(path) {
		if opts.Partial {
			return errNotRegular
		}
		return w.toStdout(opts)
	}
	if err := CheckRegular(path); opts.Regular && err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if isLink(path) {
			return errors.New("is a symbolic link to a file that does not exist")
		}
		return w.toPending(path, nil, opts)
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a directory")
	case isInput(info, opts.Inputs):
		return errSameFile
	case opts.Partial && !info.Mode().IsRegular():
		return errNotRegular
	case !info.Mode().IsRegular() || isDescriptor(path):
		if codec != Plain && isTerminal(path, info) {
			return errors.New("compressed data is not written to a terminal")
		}
		return w.toDirect(path, info)
	case !opts.Force && atomicfile.Abandoned(path):
		return w.toPending(path, nil, opts)
	case !opts.Force:
		return ErrExists
	}
	return w.toPending(path, info, opts)
}

func (w *Writer) toStdout(opts CreateOptions) error {
	f, isFile := opts.Stdout.(*os.File)
	if opts.Stdout == nil || isFile && f == nil {
		return errors.New("there is no standard output")
	}
	w.out.w = opts.Stdout
	w.stream = true
	if !isFile {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w.stream = isStream(info)
	if isInput(info, opts.Inputs) {
		return errSameFile
	}
	return nil
}

// toDirect opens an output that has no file of its own: nothing is truncated, renamed or removed.
func (w *Writer) toDirect(path string, info os.FileInfo) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	w.direct = f
	w.out.w = f
	w.stream = isStream(info)
	return nil
}

// toPending makes the temporary file of an output, which is new or replaces old.
func (w *Writer) toPending(path string, old os.FileInfo, opts CreateOptions) error {
	if old != nil && !opts.Regular {
		resolved, err := filepath.EvalSymlinks(path)
		if err != nil {
			return err
		}
		path = resolved
	}
	target := atomicfile.Target{Final: path, Label: w.name, Old: old, Fresh: old == nil && !opts.Force}
	var f *atomicfile.File
	var err error
	switch {
	case opts.Continue != nil:
		f, err = atomicfile.Continue(target, opts.Continue.Size)
	case opts.Partial:
		f, err = atomicfile.NewPartial(target)
	default:
		f, err = atomicfile.New(target)
	}
	if err != nil {
		return err
	}
	w.pending = f
	w.out.w = f
	w.partial = opts.Partial
	if opts.Partial || opts.Digest {
		w.out.sum = xxh3.New()
	}
	return nil
}

// FollowLink returns the path of the file that a symbolic link leads to. Other paths, and links that
// lead nowhere, it returns as they are. An output's partial file is next to that file.
func FollowLink(path string) string {
	if !isLink(path) || isDescriptor(path) {
		return path
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// CheckRegular returns the error of Create with CreateOptions.Regular: path is there, and is no regular file.
func CheckRegular(path string) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return errors.New("is a symbolic link, or no regular file: remove it")
	}
	return nil
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isDescriptor reports whether a path is the name of an open file, which belongs to whoever opened it.
func isDescriptor(path string) bool {
	if path == "/dev/stdout" || path == "/dev/stderr" {
		return true
	}
	dir, number := filepath.Split(path)
	return (dir == "/dev/fd/" || dir == "/proc/self/fd/") && isNumber(number)
}

// isNumber reports whether a text consists of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// IsStdout reports whether Create takes a path for CreateOptions.Stdout.
func IsStdout(path string) bool {
	switch path {
	case "-":
		return true
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return runtime.GOOS != "windows"
	}
	return false
}

// isInput reports whether a regular file is one of the inputs. A device, such as a terminal, may be
// both input and output.
func isInput(info os.FileInfo, inputs []os.FileInfo) bool {
	return info.Mode().IsRegular() && slices.ContainsFunc(inputs, func(in os.FileInfo) bool { return os.SameFile(info, in) })
}

// isStream reports whether a reader may wait for the output: not for a regular file or the null
// device.
func isStream(info os.FileInfo) bool {
	if info.Mode().IsRegular() {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// isTerminal goes by the device's name, as it guards against a mistake, not an attack, and system
// calls for this differ between systems.
func isTerminal(path string, info os.FileInfo) bool {
	if info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	return namesTerminal(path)
}

// namesTerminal reports whether a path is the name of a terminal.
func namesTerminal(path string) bool {
	name, device := strings.CutPrefix(path, "/dev/")
	number, pseudo := strings.CutPrefix(name, "pts/")
	return device && (strings.HasPrefix(name, "tty") || name == "console" || pseudo && isNumber(number))
}
