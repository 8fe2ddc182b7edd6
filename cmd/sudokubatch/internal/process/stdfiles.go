package process

import (
	"fmt"
	"os"
)

// isClosed reports whether the command was started without a standard file.
// See DropClosed.
func isClosed(f *os.File) bool {
	_, err := f.Stat()
	return err != nil
}

// standardFile is the standard file that a name stands for, "-" being what dash
// is; nil if it is none.
func standardFile(name string, dash *os.File) *os.File {
	switch name {
	case "-":
		return dash
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return os.Stdin
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return os.Stdout
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return os.Stderr
	}
	return nil
}

// CheckReadable looks whether those inputs that are standard files are there.
func CheckReadable(names []string) error {
	for _, name := range names {
		if f := standardFile(name, os.Stdin); f != nil && isClosed(f) {
			return fmt.Errorf("reading %s: it is closed", dashAs("<stdin>", name))
		}
	}
	return nil
}

// CheckWritable looks whether an output is there, if it is a standard file.
func CheckWritable(name string) error {
	if f := standardFile(name, os.Stdout); f != nil && isClosed(f) {
		return fmt.Errorf("writing %s: it is closed", dashAs("<stdout>", name))
	}
	return nil
}

// dashAs is a name for messages.
func dashAs(shown, name string) string {
	if name == "-" {
		return shown
	}
	return name
}
