//go:build !unix

package bench

import "time"

// processorTime is unknown here.
func processorTime() time.Duration { return 0 }
