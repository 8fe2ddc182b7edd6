package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/datacard"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
)

// This file finds the parts and the options of an earlier split, for split --extend.

// takeOptions takes the options of the earlier split from its card, if there is one.
func (c *splitCmd) takeOptions() error {
	if c.Set() {
		return errors.New("--where cannot be combined with --extend: choose the new rows before, with convert --where")
	}
	made, err := datacard.ReadOptions(outfile.Join(c.Extend, infoName))
	if err != nil {
		return fmt.Errorf("--extend %s: %w", c.Extend, err)
	}
	if made == nil {
		if c.Into == "" && c.Folds == 0 {
			return fmt.Errorf("--extend %s: no %s of split --card is there: give --into or --folds as before", c.Extend, infoName)
		}
		return nil
	}
	now := c.options()
	if c.Seed == defaultSeed {
		now.Seed = made.Seed
	}
	for _, o := range []struct{ flag, now, made string }{
		{"into", now.Into, made.Into},
		{"folds", number(now.Folds), number(made.Folds)},
		{"seed", strconv.FormatUint(now.Seed, 10), strconv.FormatUint(made.Seed, 10)},
		{"by", now.By, made.By},
		{"stratify", strings.Join(now.Stratify, ","), strings.Join(made.Stratify, ",")},
	} {
		if o.now != "" && o.now != o.made {
			return fmt.Errorf("--%s %s: the split in %s was made %s: leave --%[1]s out", o.flag, o.now, c.Extend, with(o.flag, o.made))
		}
	}
	if now.Exact && !made.Exact {
		return fmt.Errorf("--exact: the split in %s was made without --exact: leave --exact out", c.Extend)
	}
	c.Into, c.Folds, c.Seed, c.By, c.Exact, c.Stratify = made.Into, made.Folds, made.Seed, made.By, made.Exact, made.Stratify
	return nil
}

// defaultSeed is the default of --seed.
const defaultSeed = 1

// number returns a number as text, and "" for 0.
func number(n int) string { return strings.TrimPrefix(strconv.Itoa(n), "0") }

// with says which value a flag had.
func with(flag, value string) string {
	if value == "" {
		return "without --" + flag
	}
	return "with --" + flag + " " + value
}

// options returns the options that a division depends on.
func (c *splitCmd) options() datacard.Options {
	return datacard.Options{Into: c.Into, Folds: c.Folds, Seed: c.Seed, By: c.By, Exact: c.Exact, Stratify: c.Stratify}
}

// addOldParts puts the parts of the earlier split before the inputs.
func (c *splitCmd) addOldParts() error {
	if len(c.Inputs) == 0 {
		c.Inputs = []string{"-"}
	}
	old, err := c.oldParts()
	c.Inputs = append(old, c.Inputs...)
	return err
}

// endingPattern matches what follows the name of a part in the name of its file.
var endingPattern = regexp.MustCompile(`^\.[A-Za-z0-9]{1,8}(\.zst|\.gz)?$`)

// oldParts returns the files of the earlier split, in the order of the parts.
func (c *splitCmd) oldParts() (files []string, err error) {
	listed, err := os.ReadDir(c.Extend)
	if err != nil {
		return nil, fmt.Errorf("--extend: %w", err)
	}
	var endings []string
	parts := map[string]bool{}
	for _, p := range c.parts {
		found := ""
		for _, entry := range listed {
			ending, ok := strings.CutPrefix(entry.Name(), p.Name)
			switch {
			case !ok || entry.IsDir() || !endingPattern.MatchString(ending):
				continue
			case found != "":
				return nil, fmt.Errorf("--extend %s: %s and %s may both be the part %s: move one", c.Extend, found, entry.Name(), p.Name)
			}
			found, endings = entry.Name(), append(endings, ending)
		}
		if found == "" {
			return nil, fmt.Errorf("--extend %s: there is no file of the part %s: give --into as before", c.Extend, p.Name)
		}
		parts[found] = true
		files = append(files, outfile.Join(c.Extend, found))
	}
	for _, entry := range listed {
		name := entry.Name()
		if !parts[name] && slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) }) && name != infoName {
			return nil, fmt.Errorf("--extend %s: %s is no part: name it in --into as before, or move it", c.Extend, name)
		}
	}
	return files, nil
}
