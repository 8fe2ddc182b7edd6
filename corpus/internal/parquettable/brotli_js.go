package parquettable

import "errors"

// decompressBrotli fails: the decoder's package imports net/http, half a megabyte that a page would
// download.
func decompressBrotli(_, _ []byte) (int, error) {
	return 0, errors.New("pages compressed by brotli are not read in browsers")
}
