//go:build !js

package parquettable

import (
	"bytes"

	"github.com/andybalholm/brotli"
)

func decompressBrotli(dst, src []byte) (int, error) {
	return readExactly(brotli.NewReader(bytes.NewReader(src)), dst)
}
