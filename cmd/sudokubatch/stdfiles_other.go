//go:build !unix

package main

// dropClosed is for systems where the runtime puts something in the place of
// standard files that are closed.
func dropClosed() {}
