//go:build !unix

package process

// DropClosed is for systems where the runtime puts something in the place of
// standard files that are closed.
func DropClosed() {}
