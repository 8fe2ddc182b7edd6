package run

// Flags for the solver, for columns and for memory.

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/solver"
)

// SolverFlags are the flags of verbs that solve puzzles.
type SolverFlags struct {
	Engine     string  `group:"Tuning" complete:"engines" default:"${auto}" placeholder:"NAME" help:"Solve with this engine. Any of ${engines}."`
	MaxGuesses *uint64 `group:"Tuning" placeholder:"N" help:"Give up a puzzle after N guesses. 0 never gives up; a puzzle may then take forever. Default: ${guesses}, which takes a second or two, and ${guesses_each} more for each solution above 2 in --limit. Engines that do not use the common search never give up."`
}

// Options returns the options of a solver.
func (c *SolverFlags) Options(limit int) solver.Options {
	return solver.Options{Engine: c.Engine, Limit: limit, MaxGuesses: program.Budget(c.MaxGuesses)}
}

// ReplaceFlag is the flag of verbs that add columns.
type ReplaceFlag struct {
	Replace bool `brief:"" help:"Let the columns of --add replace columns that are there already. Without this flag such a column is an error."`
}

// MemoryFlags are the flags of verbs that compare each puzzle with all others.
type MemoryFlags struct {
	Memory  Size   `group:"Tuning" default:"512MiB" placeholder:"SIZE" help:"Use at most this much memory. Puzzles to compare that do not fit go to temporary files. At least ${least_memory} and ${worker_memory} for each worker. Default: ${default}."`
	TempDir string `group:"Tuning" placeholder:"DIR" help:"Put temporary files here. Default: the temporary folder of the system."`
}

// Memory that --memory includes: the program, each worker with its solvers and batches, and
// the least for comparing puzzles.
const (
	fixedMemory     = 40 << 20
	memoryPerWorker = 4 << 20
	leastMemory     = 4 << 20

	programMemory = 16 << 20 // part of fixedMemory that the Go runtime does not know
)

// LeastMemory and WorkerMemory are the least values of --memory, for the program and for each
// worker, as text for the help.
var (
	LeastMemory  = mebibytes(fixedMemory + leastMemory)
	WorkerMemory = mebibytes(memoryPerWorker)
)

// mebibytes returns a number of bytes as text in MiB, which Size can read.
func mebibytes(n int64) string { return fmt.Sprintf("%dMiB", n>>20) }

// Comparing returns the memory for comparing puzzles.
func (c *MemoryFlags) Comparing(workers int) int64 {
	return int64(min(c.Memory, math.MaxInt64)) - fixedMemory - int64(workers)*memoryPerWorker
}

// CheckMemory returns an error if the memory is too little for so many workers.
func (c *MemoryFlags) CheckMemory(workers int) error {
	if c.Comparing(workers) >= leastMemory {
		return nil
	}
	least := fixedMemory + int64(workers)*memoryPerWorker + leastMemory
	return fmt.Errorf("--memory %s: want at least %s bytes (%s) for %d %s",
		humanize.Comma(int64(c.Memory)), humanize.Comma(least), mebibytes(least), workers, console.Plural(int64(workers), "worker"))
}

// LimitMemory makes the garbage collector keep the memory below the limit.
func (c *MemoryFlags) LimitMemory() {
	debug.SetMemoryLimit(int64(min(c.Memory, math.MaxInt64)) - programMemory)
}
