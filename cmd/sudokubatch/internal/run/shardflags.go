package run

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// ShardFlags are the flags of verbs whose work can be divided among machines.
type ShardFlags struct {
	Shard ShardOf `group:"Input" placeholder:"I/N" help:"Do share I of N only, from 1, and write it into the folder DIR of --output DIR/, from which merge makes the whole. DIR/.csv.zst and so on say how names of parts end, and so their form and compression. auto: I and N are those of the array job of Slurm or AWS Batch that this is in; auto/N: so is I alone, as of Kubernetes or GNU parallel."`

	options, args []string
}

// A ShardOf is share I of N, or that of an array job; then N may be known.
type ShardOf struct {
	I, N int
	auto bool
}

// Set reports whether only a share is to be done.
func (s *ShardOf) Set() bool { return s.N > 0 || s.auto }

// UnmarshalText is how kong sets a flag.
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
		return fmt.Errorf("%q is not a share such as 17/1000, from 1/N to N/N, nor auto or auto/N", text)
	}
	return nil
}

// arrays are the variables in which systems that run array jobs say which job of how
// many one is, and the number of the first job. Slurm says the first and the last: by
// these an array is told from a part of one that was submitted again.
var arrays = []struct {
	system, index, count, first, last string
	from                              int
}{
	{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", 1},
	{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", "", "", 0},
	{"Kubernetes", "JOB_COMPLETION_INDEX", "", "", "", 0},
	{"GNU parallel", "PARALLEL_SEQ", "", "", "", 1},
}

// resolve finds out which share it is, if the environment is to say so.
func (s *ShardOf) resolve() error {
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
			return fmt.Errorf("--shard auto: %s and %s both number this job: give I/N", found, a.system)
		}
		found = a.system
		first := a.from
		if s.N == 0 {
			var err error
			if s.N, first, err = wholeArray(a.system, os.Getenv(a.count), os.Getenv(a.first), os.Getenv(a.last), first); err != nil {
				return err
			}
		}
		i, err := strconv.Atoi(index)
		if s.I = i - first + 1; err != nil || s.I < 1 || s.I > s.N {
			return fmt.Errorf("--shard auto: %s is %s, which is not one of %d jobs from %d on", a.index, index, s.N, first)
		}
	}
	if found == "" {
		return errors.New("--shard auto: no array job of Slurm, Kubernetes, AWS Batch or GNU parallel is to be seen in the environment")
	}
	return nil
}

// wholeArray is of how many jobs an array is, and the number of the first, where it
// says so. An array that begins elsewhere than with 0 or 1, or has gaps, is taken for a
// part of one.
func wholeArray(system, count, first, last string, from int) (n, begin int, err error) {
	if count == "" {
		return 0, 0, fmt.Errorf("--shard auto: %s does not say of how many jobs this is one: give auto/N", system)
	}
	n, err = strconv.Atoi(count)
	if begin = from; first != "" && err == nil {
		begin, err = strconv.Atoi(first)
	}
	end := begin + n - 1
	if last != "" && err == nil {
		end, err = strconv.Atoi(last)
	}
	if err != nil || begin < 0 || begin > 1 || end-begin+1 != n {
		return 0, 0, fmt.Errorf("--shard auto: %s has an array of %s jobs, %s to %s, which is no whole one from 1 on: submit it as a whole, or give auto/N for shares of N by these numbers",
			system, count, first, last)
	}
	return n, begin, nil
}

// AfterApply is kong's hook for when all flags are known.
func (c *ShardFlags) AfterApply(k *kong.Context) error {
	if c.Shard.Set() {
		c.options, c.args = optionsOf(k, "shard", "level"), k.Args
	}
	return nil
}
