package parts

// Flags: --resume and --shard, and the share that an array job asks for.

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// PartFlags are the flags of verbs whose runs can be divided among machines, and go on after they were stopped.
type PartFlags struct {
	ShardFlag

	Resume bool `group:"Output" help:"Continue a stopped run. Give the flag from the first run on: the run keeps its work in FILE.partial, and the same command continues it."`
}

// A ShardFlag is the flag of verbs whose runs can be divided among machines.
type ShardFlag struct {
	Shard ShardOf `group:"Input" placeholder:"I/N" help:"Do share I of N, from 1. Each share writes a part into the folder of --output DIR/; merge joins the parts. --output DIR/.csv.zst also sets the form and compression of the parts. auto takes I and N from an array job of Slurm or AWS Batch. auto/N takes only I, also from Kubernetes or GNU parallel."`

	options options
}

// AfterApply is kong's hook for when all flags are known.
func (c *ShardFlag) AfterApply(k *kong.Context) error {
	c.options = optionsOf(k.Flags(), c.Shard.Set())
	return nil
}

// Alone returns the flags of a verb without --resume.
func (c *ShardFlag) Alone() *PartFlags { return &PartFlags{ShardFlag: *c} }

// Given reports whether one of the flags was given.
func (c *PartFlags) Given() bool { return c != nil && (c.Resume || c.Shard.Set()) }

// Check returns an error if the flags contradict others: the output, the inputs, and whether the run
// chooses a range of records. Without inputs the verb reads standard input, unless noInputs is set.
func (c *PartFlags) Check(output string, inputs []string, noInputs, ranged bool) error {
	if !c.Given() {
		return nil
	}
	flag, dir, ending := "--resume", "", ""
	if c.Shard.Set() {
		flag = "--shard"
		dir, ending = filepath.Split(output)
	}
	switch {
	case c.Shard.Set() && c.Resume:
		return errors.New("--shard cannot be combined with --resume: a share that runs again skips complete parts by itself")
	case c.Shard.Set() && (dir == "" || ending != "" && (ending[0] != '.' || len(ending) == 1)):
		return fmt.Errorf("--shard needs a folder for the parts: want --output DIR/ or DIR/.csv.zst, not %s", output)
	case c.Shard.Set() && outfile.IsNpz(output):
		return errors.New("--shard cannot write .npz: use --output DIR/.parquet, merge the parts, and convert the result")
	case slices.Contains(inputs, "-") || len(inputs) == 0 && !noInputs:
		return fmt.Errorf("%s cannot read standard input: name files", flag)
	case c.Shard.Set() && ranged:
		return errors.New("--shard cannot be combined with --skip or --take")
	case c.Resume && corpus.IsStdout(output):
		return errors.New("--resume needs an output file: name a file with -o")
	}
	return nil
}

// A ShardOf is share I of N. With auto an array job sets I, and N unless it is given.
type ShardOf struct {
	I, N int
	auto bool
}

// Set reports whether the flag was given.
func (s *ShardOf) Set() bool { return s.N > 0 || s.auto }

// UnmarshalText sets the flag; kong calls it.
func (s *ShardOf) UnmarshalText(text []byte) error {
	i, n, ok := strings.Cut(string(text), "/")
	var errI, errN error
	if s.auto = i == "auto"; !s.auto {
		s.I, errI = strconv.Atoi(i)
	}
	if ok || !s.auto {
		s.N, errN = strconv.Atoi(n)
	}
	if errI != nil || errN != nil || !s.auto && (s.I < 1 || s.I > s.N) || ok && s.N < 1 {
		return fmt.Errorf("%q is not a share: want I/N from 1/N to N/N, for example 17/1000, or auto, or auto/N", text)
	}
	return nil
}

// An array is a system with array jobs, and the environment variables that it sets: the index of the job,
// the number of jobs, and the first and last index. The last two tell an array of Slurm from a few of its
// jobs that were submitted again.
type array struct {
	system, index, count, first, last string
	from                              int // usual first index
}

var arrays = []array{
	{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", 1},
	{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", "", "", 0},
	{"Kubernetes", "JOB_COMPLETION_INDEX", "", "", "", 0},
	{"GNU parallel", "PARALLEL_SEQ", "", "", "", 1},
}

// resolve sets I and N from the environment if the flag says auto. The parts go to the folder.
func (s *ShardOf) resolve(dir string) error {
	if !s.auto {
		return nil
	}
	found := ""
	for _, a := range arrays {
		index := os.Getenv(a.index)
		if index == "" {
			continue
		}
		if found != "" {
			return fmt.Errorf("--shard auto: %s and %s both number this job: use --shard I/N", found, a.system)
		}
		found = a.system
		first := a.from
		if s.N == 0 {
			var err error
			if s.N, first, err = a.whole(dir); err != nil {
				return err
			}
		}
		i, err := strconv.Atoi(index)
		if s.I = i - first + 1; err != nil || s.I < 1 || s.I > s.N {
			return fmt.Errorf("--shard auto: %s is %s, outside the %d jobs from %d on", a.index, index, s.N, first)
		}
	}
	if found == "" {
		return errors.New("--shard auto: the environment shows no array job of Slurm, Kubernetes, AWS Batch or GNU parallel: use --shard I/N")
	}
	return nil
}

// whole returns the number of jobs in the array of this process, and the index of the first. An array that
// does not begin with 0 or 1, has gaps, or has another number of jobs than the folder has shares, is an
// error: it may be a few jobs of a larger array.
func (a *array) whole(dir string) (n, begin int, err error) {
	index, count, first, last := os.Getenv(a.index), os.Getenv(a.count), os.Getenv(a.first), os.Getenv(a.last)
	if count == "" {
		return 0, 0, fmt.Errorf("--shard auto: %s does not tell the number of jobs: use --shard auto/N", a.system)
	}
	n, err = strconv.Atoi(count)
	if begin = a.from; first != "" && err == nil {
		begin, err = strconv.Atoi(first)
	}
	end := begin + n - 1
	if last != "" && err == nil {
		end, err = strconv.Atoi(last)
	}
	shares, why := sharesIn(dir), ""
	switch {
	case err != nil || begin < 0 || begin > 1 || end-begin+1 != n:
		why = "which has gaps or does not begin with 0 or 1"
	case shares != 0 && shares != n:
		why = fmt.Sprintf("but %s has parts of %d shares", dir, shares)
	default:
		return n, begin, nil
	}
	base, whole := max(0, min(begin, 1)), "N"
	i, _ := strconv.Atoi(index) // resolve reports another index
	share := i - base + 1
	if share <= shares {
		whole = strconv.Itoa(shares)
	}
	return 0, 0, fmt.Errorf("--shard auto: %s has an array of %s jobs, %s to %s, %s: for job %s of an array from %d on use --shard %d/%s, or --shard auto/%[9]s, which counts from %[10]d",
		a.system, count, cmp.Or(first, strconv.Itoa(begin)), cmp.Or(last, strconv.Itoa(end)), why, index, base, share, whole, a.from)
}

// sharesIn returns the number of shares of the complete parts in a folder, or 0 if there are none.
func sharesIn(dir string) (n int) {
	entries, _ := os.ReadDir(dir) // the run reports a folder that it cannot use
	for _, e := range entries {
		var i int
		if _, err := fmt.Sscanf(e.Name(), "part-%d-of-%d"+manifestSuffix, &i, &n); err == nil {
			return n
		}
	}
	return 0
}
