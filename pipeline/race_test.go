//go:build race

package pipeline_test

// The race detector has pools lose what they hold.
func init() { racing = true }
