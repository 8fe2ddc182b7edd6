package job

import (
	"encoding/binary"
	"errors"

	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A block is an element of keys: the part, whether they are keys of canonical forms, and the entries.
func appendKeys(dst []byte, keys *check.Keys) []byte {
	dst = binary.AppendUvarint(dst, uint64(keys.Part))
	kind := byte(0)
	if keys.Forms {
		kind = 1
	}
	return append(append(dst, kind), keys.Entries...)
}

var errBlock = errors.New("the engine gave back a block of keys that is damaged")

func keysOf(text []byte) (keys check.Keys, err error) {
	part, n := binary.Uvarint(text)
	if n <= 0 || len(text) <= n {
		return keys, errBlock
	}
	return check.Keys{Part: int(part), Forms: text[n] == 1, Entries: text[n+1:]}, nil
}
