package corpus

import "errors"

// Programs for browsers do not read xz, so that they stay small.

type xzDecoder struct{ r *Reader }

func (*xzDecoder) Read([]byte) (int, error) {
	return 0, errors.New("an xz file, which this program cannot read (decompress it first)")
}
