//go:build race

package corpus

// The race detector has pools lose what they hold.
func init() { racing = true }
