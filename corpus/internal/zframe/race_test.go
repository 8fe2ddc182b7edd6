//go:build race

package zframe

// The race detector has pools lose what they hold.
func init() { racing = true }
