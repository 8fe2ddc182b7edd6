//go:build !js

package solver

import (
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
	"github.com/sudokubatch/sudokubatch/solver/internal/search"
)

// This file lists the engines that programs for browsers are without: the reference
// engines, and lanes, which has no kernels there.

var newLanes, lanesRunOn, lanesOn = search.NewLanes, search.LanesRunOn, search.LanesOn

// references lists the engines with searches of their own.
var references = []engineEntry{
	{
		EngineInfo: EngineInfo{
			Name: "propagate", Orders: every, Source: "the usual 16×16 solver (POJ 3076)",
			Description: "naked and hidden singles, fewest candidates, copied state",
		},
		make: reference.NewPropagate, trusting: true,
	},
	{
		EngineInfo: EngineInfo{
			Name: "mrv", Orders: every, Source: "folklore (POJ 3074)",
			Description: "row, column and box masks, cell with fewest candidates",
		},
		make: reference.NewMRV, trusting: true,
	},
	{
		EngineInfo: EngineInfo{
			Name: "dlx", Orders: every, Source: "D. E. Knuth, Dancing Links, 2000",
			Description: "exact cover: Algorithm X with dancing links, smallest column first",
		},
		make: reference.NewDLX, trusting: true,
	},
	{
		EngineInfo: EngineInfo{
			Name: "backtrack", Orders: every, Source: "folklore",
			Description: "row, column and box masks, cells in order",
		},
		make: reference.NewBacktrack, trusting: true,
	},
}
