package corpus

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// A source is the raw side of a Reader. It counts what it reads and remembers its failure, as a
// decoder may take a failure for a clean end. It also notices when the file changes.
type source struct {
	r      io.Reader
	closer io.Closer   // nil where there is nothing to close
	file   io.ReaderAt // a regular file that is read from its beginning; otherwise nil
	info   os.FileInfo // nil if it is no file
	size   int64       // bytes to read in all, when it was opened; -1 unknown
	stream bool

	n       atomic.Int64  // bytes read
	at      int64         // offset of the next byte, from where the file was at opening
	reading time.Duration // spent in reads
	err     error         // the first failure other than io.EOF
	ended   error         // that, or io.EOF: what every further Read returns
}

// Stream reports whether a Read may wait for a producer.
func (s *source) Stream() bool { return s.stream }

// Err is the first failure other than io.EOF.
func (s *source) Err() error { return s.err }

// Reading is the time that reads took.
func (s *source) Reading() time.Duration { return s.reading }

func (s *source) Read(p []byte) (int, error) {
	if s.ended != nil {
		return 0, s.ended
	}
	start := time.Now()
	n, err := s.r.Read(p)
	s.reading += time.Since(start)
	s.n.Add(int64(n))
	s.at += int64(n)
	if err == io.EOF { //nolint:errorlint // as io.Reader has it
		err = s.end()
	}
	if err != nil {
		s.ended = err
		if !errors.Is(err, io.EOF) {
			s.err = err
		}
	}
	return n, err
}

// The errors of a file that another program changed.
var (
	errShrunk = errors.New("the file has become shorter")
	errGrown  = errors.New("the file has become longer")
)

// end is called at the end of the input. It returns io.EOF if the file ended there when it was opened.
func (s *source) end() error {
	switch {
	case s.size < 0 || s.at == s.size:
		return io.EOF
	case s.at < s.size:
		return errShrunk
	}
	// Files that a system makes up, as in /proc, report no size, neither before nor now.
	if f, ok := s.r.(*os.File); ok {
		if now, err := f.Stat(); err == nil && now.Size() == s.info.Size() {
			return io.EOF
		}
	}
	return errGrown
}

// unchanged returns an error if s.file is not as long as when it was opened, if that can be seen.
func (s *source) unchanged() error {
	f, ok := s.file.(*os.File)
	if !ok {
		return nil
	}
	now, err := f.Stat()
	switch {
	case err != nil:
		return err
	case now.Size() < s.size:
		return errShrunk
	case now.Size() > s.size:
		return errGrown
	}
	return nil
}

// seek has the next Read begin elsewhere in s.file.
func (s *source) seek(offset int64) error {
	if s.err != nil {
		return s.err
	}
	s.ended, s.at = nil, offset
	_, err := s.r.(io.Seeker).Seek(offset, io.SeekStart) // of file
	return err
}

func (s *source) close() error {
	if s.closer == nil {
		return nil
	}
	return s.closer.Close()
}

// openPath opens a file for reading. It waits until a FIFO has a writer.
func openPath(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s, err := fileSource(f)
	if err != nil {
		_ = f.Close() // nothing was read: the first error is the cause
		return nil, err
	}
	s.closer = f
	return s, nil
}

// openStdin reads the caller's standard input, which stays open.
func openStdin(r io.Reader) (*source, error) {
	f, isFile := r.(*os.File)
	switch {
	case r == nil, isFile && f == nil:
		return nil, errors.New("there is no standard input")
	case isFile:
		return stdinSource(f)
	}
	return &source{r: r, size: -1, stream: true}, nil
}

// stdinSource reads a file that the caller owns. Close ends a read that waits, and leaves the file
// open.
func stdinSource(f *os.File) (*source, error) {
	s, err := fileSource(f)
	if err != nil || !s.stream {
		return s, err
	}
	p, err := newInterruptible(f)
	if err != nil {
		return nil, err
	}
	s.r, s.closer = p, p
	return s, nil
}

func fileSource(f *os.File) (*source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.New("is a directory")
	}
	s := &source{r: f, info: info, size: -1, stream: true}
	if info.Mode().IsRegular() {
		s.stream = false
		s.size = info.Size()
		// An earlier command may have read a part of standard input.
		if pos, err := f.Seek(0, io.SeekCurrent); err == nil {
			s.size = max(0, s.size-pos)
			if pos == 0 {
				s.file = f
			}
		}
	}
	return s, nil
}
