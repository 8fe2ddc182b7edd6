// Package xzfile reads xz files: streams of blocks, each with a check of its
// text, and an index that says how many there are and of what size. The blocks'
// LZMA2 data is decoded by github.com/ulikunitz/xz/lzma. The container is read
// here, so that a dictionary is refused before it is allocated, text counts as
// verified block by block, and an index of any length takes no memory.
package xzfile

// Magic begins a stream.
const Magic = "\xfd7zXZ\x00"
