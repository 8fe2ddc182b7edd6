package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// ValidateKept looks, for a verb's Validate, at the flags by which a run is divided or
// goes on, and at what does not go with them. A verb that is alone has no inputs unless
// some are named.
func (c *Flags) ValidateKept(shard *ShardFlags, resume *ResumeFlags, alone bool) error {
	stdin := slices.Contains(c.Inputs, "-") || len(c.Inputs) == 0 && !alone
	switch {
	case shard.Shard.Set() && resume.Resume:
		return errors.New("--shard cannot be combined with --resume: parts that are complete are not made again")
	case shard.Shard.Set():
		return c.validateShard(stdin)
	case resume.Resume && stdin:
		return errors.New("--resume needs inputs that can be read again: name files")
	case resume.Resume && corpus.IsStdout(c.Output):
		return errors.New("--resume needs an output to keep: name a file with -o")
	}
	return nil
}

func (c *Flags) validateShard(stdin bool) error {
	dir, ending := filepath.Split(c.Output)
	switch {
	case dir == "" || ending != "" && (ending[0] != '.' || len(ending) == 1):
		return fmt.Errorf("--shard needs a folder for the parts, with a slash behind it: --output DIR/, or DIR/.csv.zst; not %s", c.Output)
	case stdin:
		return errors.New("--shard needs inputs that can be read again: name files")
	case c.Range.set || c.Skip > 0 || c.Take != nil:
		return errors.New("--shard cannot be combined with --range, --skip or --take")
	}
	return nil
}
