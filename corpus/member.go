package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// ErrMembers is what Read returns, wrapped, for an archive of several members
// if Next was not called.
var ErrMembers = errors.New("more than one file in the archive")

// Next goes on to the next member of a container, the first at the first call:
// Read, Offset and Verify are then about that member alone, which Read reads to
// its io.EOF. Members are those that Options.Members chose, in that order;
// directories, names that begin with a dot, what is in __MACOSX, Thumbs.db and
// desktop.ini are none. A member that was not read to its end is given up,
// unverified.
//
// ok is false after the last one, which is the clean end of the container: all
// that was read is as its checksums say, and the file is as long as it was. For
// what is no container the first call returns "", true, and the next "", false.
// Errors are those of Read, and final.
//
// Without Next, Read reads the only member of a container, and fails if there
// are several ([ErrMembers]). Only zip archives in regular files are
// containers.
func (r *Reader) Next() (member string, ok bool, err error) {
	r.mu.Lock()
	member, ok, err = r.next()
	r.mu.Unlock()
	if r.closed.Load() {
		r.release()
	}
	return member, ok, err
}

func (r *Reader) next() (member string, ok bool, err error) {
	first := !r.advanced
	r.advanced = true
	switch {
	case r.closed.Load():
		return "", false, fileerr.Wrap("reading", r.name, os.ErrClosed)
	case r.zip == nil:
		return "", first, nil
	case r.err != nil && r.err != io.EOF: //nolint:errorlint // only the bare value means a clean end
		return "", false, r.err
	}
	r.out, r.err = 0, nil
	r.verified.Store(0)
	if len(r.zip.left) == 0 {
		if r.err = r.zip.end(); r.err != io.EOF { //nolint:errorlint // only the bare value means a clean end
			r.err = r.located(r.err)
			return "", false, r.err
		}
		return "", false, nil
	}
	d, err := r.zip.next()
	if err != nil {
		r.err = r.located(err)
		return "", false, r.err
	}
	r.dec, r.fresh = d, true
	return r.zip.name, true, nil
}

// An onlyMember is the decoder of a container until Next is called: it reads
// the only member there is.
type onlyMember struct{ r *Reader }

func (o onlyMember) Read([]byte) (int, error) {
	r := o.r
	switch members := r.zip.left; {
	case len(members) > 1:
		var names []string
		for _, group := range members[:min(len(members), 4)] {
			names = append(names, group[0].Name)
		}
		return 0, fmt.Errorf("%w: %d, the first are %s (choose one: unzip -p FILE MEMBER)",
			ErrMembers, len(members), strings.Join(names, ", "))
	case len(members) == 0:
		return 0, io.EOF
	}
	d, err := r.zip.next()
	if err != nil {
		return 0, err
	}
	r.dec, r.fresh = soleDecoder{d}, true
	return 0, nil
}

// A soleDecoder gives the text of the only member, whose end is that of the
// container.
type soleDecoder struct{ *memberDecoder }

func (s soleDecoder) Read(p []byte) (int, error) {
	n, err := s.memberDecoder.Read(p)
	if err == io.EOF { //nolint:errorlint // as io.Reader has it
		err = s.archive.end()
	}
	return n, err
}
