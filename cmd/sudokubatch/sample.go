package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline/sample"
)

// A sampleCmd is the verb sample. The tags of the fields are its help.
type sampleCmd struct {
	run.Flags
	run.RangeFlags
	run.WhereFlag
	run.TargetFlags
	run.MemoryFlags

	Count    int64  `group:"Sample" brief:"" default:"0" placeholder:"N" help:"Choose N rows."`
	Fraction string `group:"Sample" brief:"" placeholder:"F" help:"Choose a share of the rows, such as 0.1, 10% or 1/10. The number of rows is about this share."`
	Per      string `group:"Sample" brief:"" placeholder:"COLUMN=N" help:"Choose N rows of each value of the column. COLUMN is a column of the input (name or number), or a computed one such as tier. Rows without a value are left out."`
	AtMost   bool   `group:"Sample" brief:"" help:"Take all rows where there are fewer than N. Without it that is an error."`
	Shuffle  bool   `group:"Sample" brief:"" help:"Write the rows in random order. Without it they keep the order of the inputs."`
	Seed     uint64 `group:"Sample" brief:"" default:"1" placeholder:"N" help:"Choose other rows with another seed. Default: ${default}."`

	wish sample.Wish
}

func (sampleCmd) Help() string {
	return `The choice depends only on the seed, the numbers asked for, and the puzzles: the same rows come out with any number of workers.
With --fraction a row does not depend on other rows; equal puzzles are chosen together. With another number, and in split, the
same seed makes an independent choice. Rows keep their columns. Malformed records are left out.

Exit codes: 0 done; 1 failed, for example because there are too few rows; 2 wrong usage; 3 done, but some records were
malformed or some inputs unreadable; 128 + signal interrupted.`
}

func (sampleCmd) Examples() string {
	return `sudokubatch sample train.csv --count 20 -o few.csv
sudokubatch sample train.csv --per tier=20 --at-most -o balanced.parquet
sudokubatch sample train.csv --shuffle --seed 7 -o shuffled.csv`
}

func (c *sampleCmd) Validate() (err error) {
	c.Choose(c.RangeFlags, c.WhereFlag)
	c.wish, err = c.parseWish()
	return cmp.Or(c.Flags.Validate(), err, c.CheckTarget(c.Output), c.CheckMemory(c.Workers()))
}

// parseWish returns the rows that the flags ask for.
func (c *sampleCmd) parseWish() (wish sample.Wish, err error) {
	given := 0
	for _, set := range []bool{c.Count != 0, c.Fraction != "", c.Per != ""} {
		if set {
			given++
		}
	}
	switch {
	case given > 1:
		return wish, errors.New("--count, --fraction and --per cannot be combined")
	case given == 0 && !c.Shuffle:
		return wish, errors.New("want --count N, --fraction F or --per COLUMN=N, or --shuffle for all rows")
	case c.AtMost && (given == 0 || c.Fraction != ""):
		return wish, errors.New("--at-most needs --count or --per")
	case c.Count < 0:
		return wish, fmt.Errorf("--count %d: want 1 or more", c.Count)
	case c.Fraction != "":
		wish.Fraction, err = parseShare(c.Fraction)
		return wish, err
	case c.Per != "":
		return c.parsePer()
	}
	wish.Count = c.Count
	return wish, nil
}

// parsePer reads COLUMN=N.
func (c *sampleCmd) parsePer() (wish sample.Wish, err error) {
	at := strings.LastIndexByte(c.Per, '=')
	var n run.Count
	if at > 0 {
		err = n.UnmarshalText([]byte(c.Per[at+1:]))
	}
	if at <= 0 || err != nil || n < 1 {
		return wish, fmt.Errorf("--per %s: want COLUMN=N, for example tier=1000", c.Per)
	}
	return sample.Wish{By: c.Per[:at], Count: int64(n)}, nil
}

// parseShare reads a share such as 0.1, 10% or 1/10.
func parseShare(text string) (*big.Rat, error) {
	digits, percent := strings.CutSuffix(text, "%")
	share, ok := new(big.Rat), len(digits) <= 40 && strings.Trim(digits, "0123456789./") == ""
	if ok {
		_, ok = share.SetString(digits)
	}
	if percent {
		share.Quo(share, big.NewRat(100, 1))
	}
	if !ok || share.Sign() <= 0 || share.Cmp(big.NewRat(1, 1)) > 0 {
		return nil, fmt.Errorf("--fraction %s: want a share above 0 and up to 1, for example 0.1, 10%% or 1/10", text)
	}
	return share, nil
}

// Run samples the inputs.
func (c *sampleCmd) Run(ctx context.Context) error {
	return c.Do(ctx, &run.Job{
		Verb: "sample", Answers: c.Answers(c.Output, false), Pipe: c.sample,
	})
}

// sample runs the inputs through the pipeline.
func (c *sampleCmd) sample(ctx context.Context, r *run.Run) (run.Outcome, error) {
	c.LimitMemory()
	done, err := sample.Run(ctx, sample.Config{
		Config: r.Config(), Wish: c.wish, Seed: c.Seed, Shuffle: c.Shuffle, AtMost: c.AtMost,
		Memory: c.Comparing(c.Workers()), TempDir: c.TempDir,
	})
	found := run.Outcome{
		Stats: done.Stats, Goal: parts.Goal{Solved: "well-formed"},
		Summary: func(line func(int64, string)) { line(done.Written, "written") },
		Finish: func() error {
			c.sayLess(done)
			return nil
		},
	}
	if c.wish.Fraction == nil {
		found.Found = sampleJSON{c.Seed, c.wish.String(), done.Written, done.Classes, done.NoClass, done.Spilled}
	}
	return found, err
}

// sayLess says, also with --quiet, what the sample has less than was asked for.
func (c *sampleCmd) sayLess(done *sample.Summary) {
	for _, class := range done.Short {
		of := ""
		if c.wish.By != "" {
			of = fmt.Sprintf("%s %q: ", c.wish.By, class.Value)
		}
		console.Say("%sonly %s %s", of, humanize.Comma(class.Rows), console.Plural(class.Rows, "row"))
	}
	if n := done.MoreShort; n > 0 {
		console.Say("… and too few rows of %s more", humanize.Comma(n))
	}
	if n := done.NoClass; n > 0 {
		console.Say("%s %s without a value of %s left out", humanize.Comma(n), console.Plural(n, "row"), c.wish.By)
	}
}

// sampleJSON is the object sample in the file of --stats-json.
type sampleJSON struct {
	Seed         uint64 `json:"seed"`
	Asked        string `json:"asked"`
	Written      int64  `json:"written"`
	Classes      int64  `json:"classes"`
	NoClass      int64  `json:"without_class"`
	SpilledBytes int64  `json:"spilled_bytes"`
}
