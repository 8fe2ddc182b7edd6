package run

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/alecthomas/kong"
)

// ResumeFlags are the flags of verbs whose runs can go on where they were stopped.
type ResumeFlags struct {
	Resume bool `group:"Output" help:"Keep what is done in FILE.partial, and go on from there if the run was stopped or killed: give the same command again."`

	options []string
}

// neutral are flags that what is written does not depend on, or that a record has in
// another way.
var neutral = []string{"output", "stats-json", "report", "force", "jobs", "progress", "no-progress", "quiet", "verbose", "memory", "temp-dir", "resume", "help", "version"}

// AfterApply is kong's hook for when all flags are known.
func (c *ResumeFlags) AfterApply(k *kong.Context) error {
	if c.Resume {
		c.options = optionsOf(k)
	}
	return nil
}

// optionsOf are the flags that what is written depends on, with their values.
func optionsOf(k *kong.Context, but ...string) (options []string) {
	for _, flag := range k.Flags() {
		value := reflect.Indirect(flag.Target)
		if !slices.Contains(neutral, flag.Name) && !slices.Contains(but, flag.Name) && value.IsValid() {
			options = append(options, fmt.Sprintf("--%s=%v", flag.Name, value))
		}
	}
	return options
}
