//go:build !js

package parquettable

import (
	"bytes"

	"github.com/andybalholm/brotli"
)

// decompressBrotli decompresses src into dst.
func decompressBrotli(dst, src []byte) (int, error) {
	return readExactly(brotli.NewReader(bytes.NewReader(src)), dst)
}
