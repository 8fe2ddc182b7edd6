//go:build race

package pipeline

// The race detector has pools lose what they hold.
func init() { racing = true }
