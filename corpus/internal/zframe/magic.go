package zframe

// Magic begins a zstd frame.
const Magic = "\x28\xb5\x2f\xfd"

// MagicLen is the number of bytes that identify the kind of a frame.
const MagicLen = len(Magic)

// skipMagic follows a first byte of 0x50 to 0x5f, in a skippable frame.
const skipMagic = "\x2a\x4d\x18"

// Starts reports whether head agrees with the magic number of a zstd or a
// skippable frame, as far as it goes. An empty one agrees with none.
func Starts(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	n := min(len(head), MagicLen)
	return string(head[:n]) == Magic[:n] ||
		head[0]&0xf0 == 0x50 && string(head[1:n]) == skipMagic[:n-1]
}
