//go:build !unix

package main

import "os"

// stdoutClosed reports whether the command was started without standard output.
func stdoutClosed() bool {
	_, err := os.Stdout.Stat()
	return err != nil
}
