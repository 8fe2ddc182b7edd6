package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// helpVars are what the help mentions by name.
func helpVars() kong.Vars {
	var forms []string
	for _, k := range formats.Kinds() {
		forms = append(forms, k.String())
	}
	return kong.Vars{
		"forms":   strings.Join(forms, ", "),
		"auto":    solver.Auto,
		"engines": strings.Join(solver.EngineNames(), ", "),
		"guesses": strconv.Itoa(solver.DefaultMaxGuesses),

		"least_memory":  mebibytes(fixedMemory + leastMemory),
		"worker_memory": mebibytes(memoryPerWorker),
	}
}

// A formFlag is the name of a form.
type formFlag struct{ kind formats.Kind }

// UnmarshalText is how kong sets a flag.
func (f *formFlag) UnmarshalText(text []byte) (err error) {
	f.kind, err = formats.ParseKind(string(text))
	return err
}

// A sizeFlag is a number of bytes, such as 64MiB.
type sizeFlag uint64

// UnmarshalText is how kong sets a flag.
func (s *sizeFlag) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	if err != nil {
		return fmt.Errorf("%q is no size such as 64MiB", text)
	}
	*s = sizeFlag(n)
	return nil
}

// A countFlag is a number from 0 on, or "all", which is -1.
type countFlag int

// UnmarshalText is how kong sets a flag.
func (c *countFlag) UnmarshalText(text []byte) error {
	if string(text) == "all" {
		*c = -1
		return nil
	}
	n, err := strconv.ParseUint(string(text), 10, 31)
	if err != nil {
		return fmt.Errorf("%q is neither a number nor all", text)
	}
	*c = countFlag(n)
	return nil
}

const (
	// maxJobs is more than any machine has cores; each job takes memory.
	maxJobs = 4096
	// minWindow is the smallest window that the zstd format knows.
	minWindow = 1 << 10
	// maxLevel is the highest that the zstd command knows.
	maxLevel = 22
)

// Validate is kong's hook for what the flags must hold.
func (c *solveCmd) Validate() error {
	if err := c.runFlags.Validate(); err != nil {
		return err
	}
	if c.Limit < 1 {
		return fmt.Errorf("--limit %d is less than 1", c.Limit)
	}
	if err := c.validateLimit(c.Limit); err != nil {
		return err
	}
	if from, to := c.From.kind, c.To.kind; from != 0 && to != 0 && !shareOrder(from, to) {
		return fmt.Errorf("--from %v --to %v: these forms hold no puzzles of the same size", from, to)
	}
	return nil
}

// validateLimit looks at how many solutions an engine counts.
func (c *runFlags) validateLimit(limit int) error {
	for _, e := range solver.Engines() {
		if e.Name == c.Engine && e.MaxLimit > 0 && limit > e.MaxLimit {
			return fmt.Errorf("--limit %d: engine %s counts up to %d", limit, e.Name, e.MaxLimit)
		}
	}
	return nil
}

// maxRecords is more than any input has, and twice as many are an int64.
const maxRecords = 1_000_000_000_000_000_000

// validateRange looks at the flags that choose records.
func (c *runFlags) validateRange() error {
	switch {
	case c.Skip < 0 || c.Skip > maxRecords:
		return fmt.Errorf("--skip %d: want 0 to %d", c.Skip, int64(maxRecords))
	case c.Take != nil && (*c.Take < 0 || *c.Take > maxRecords):
		return fmt.Errorf("--take %d: want 0 to %d", *c.Take, int64(maxRecords))
	case c.Range.set && (c.Skip > 0 || c.Take != nil):
		return errors.New("--range goes without --skip and --take")
	}
	return nil
}

// Validate is kong's hook for what the flags must hold.
func (c *runFlags) Validate() error {
	switch {
	case slices.Contains(c.Inputs, ""):
		return errors.New("an input has an empty name")
	case c.MaxWindow < minWindow:
		return fmt.Errorf("--max-window %d is less than %d bytes", c.MaxWindow, minWindow)
	case !slices.Contains(solver.EngineNames(), c.Engine):
		return fmt.Errorf("--engine %s: choose %s", c.Engine, strings.Join(solver.EngineNames(), ", "))
	}
	if err := c.validateRange(); err != nil {
		return err
	}
	return c.outputFlags.Validate()
}

// Validate is kong's hook for what the flags must hold.
func (c *outputFlags) Validate() error {
	switch {
	case c.Output == "":
		return errors.New("--output: the name is empty")
	case slices.Contains([]string{"-", "/dev/stdout", "/dev/fd/1"}, c.StatsJSON):
		return fmt.Errorf("--stats-json %s: standard output is for the answers; name a file, or /dev/stderr", c.StatsJSON)
	case c.Jobs < 0:
		return fmt.Errorf("--jobs %d is negative", c.Jobs)
	case c.Jobs > maxJobs:
		return fmt.Errorf("--jobs %d is more than %d", c.Jobs, maxJobs)
	case c.Level < 0 || c.Level > maxLevel:
		return fmt.Errorf("--level %d: want 1 to %d, or 0 for the default", c.Level, maxLevel)
	}
	return nil
}

// shareOrder reports whether there are puzzles that both forms can hold.
func shareOrder(a, b formats.Kind) bool {
	for _, order := range []int{9, 16} {
		_, errA := a.Form(order)
		_, errB := b.Form(order)
		if errA == nil && errB == nil {
			return true
		}
	}
	return false
}

// A rangeFlag is A:B, A: or :B.
type rangeFlag struct {
	pipeline.Range
	set bool
}

// UnmarshalText is how kong sets a flag.
func (r *rangeFlag) UnmarshalText(text []byte) error {
	bad := fmt.Errorf("%q is no range of records such as 1001:2000, 1001: or :2000", text)
	first, last, ok := strings.Cut(string(text), ":")
	if !ok || first == "" && last == "" {
		return bad
	}
	for _, end := range []struct {
		text  string
		value *int64
	}{{first, &r.First}, {last, &r.Last}} {
		if end.text == "" {
			continue
		}
		n, err := strconv.ParseInt(end.text, 10, 64)
		if err != nil || n < 1 {
			return bad
		}
		*end.value = n
	}
	if r.Last > 0 && r.First > r.Last {
		return fmt.Errorf("%q ends before it begins", text)
	}
	r.set = true
	return nil
}
