package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/internal/datacard"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// This file writes the card of a data set, for split --card.

// The names of the card, and of the file that the library datasets reads.
const readmeName, infoName = "README.md", "dataset_info.json"

// tally returns the columns whose values the card counts.
func (c *splitCmd) tally() []string {
	if !c.Card {
		return nil
	}
	all := []string{"clues", "tier", "rating"}
	for _, name := range c.Stratify {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// cardFile returns the path of a file of the card, or "" without a card.
func (c *splitCmd) cardFile(name string) string {
	if !c.Card {
		return ""
	}
	return outfile.Join(c.Output, name)
}

// writeCard writes the files of the card, if there is one.
func (c *splitCmd) writeCard(r *run.Run, done *split.Summary) error {
	if !c.Card {
		return nil
	}
	card, err := c.card(done)
	if err == nil {
		err = card.WriteReadme(r.More[1])
	}
	if err == nil {
		err = card.WriteInfo(r.More[2])
	}
	return err
}

// card returns the card. It finishes the files of the parts, as it tells their sizes.
func (c *splitCmd) card(done *split.Summary) (*datacard.Card, error) {
	if done.Solved == 0 {
		return nil, errors.New("--card: there are no records to describe")
	}
	folder, err := filepath.Abs(c.Output)
	if err != nil {
		return nil, err
	}
	earlier, command := c.earlier(), datacard.ShellLine(append([]string{"sudokubatch"}, os.Args[1:]...)...)
	card := &datacard.Card{
		Name: filepath.Base(folder), License: c.License, Program: "sudokubatch " + program.Version(),
		Commands: append(earlier, command), Earlier: len(earlier),
		Form: c.form, Summary: done, Options: c.options(), Against: c.Against,
	}
	for i, w := range c.files {
		if err := w.Finish(); err != nil {
			return nil, err
		}
		card.Parts = append(card.Parts, datacard.Part{Name: c.parts[i].Name, File: filepath.Base(w.Name()), Bytes: w.BytesOut()})
	}
	return card, nil
}

// earlier returns the commands that made the inputs, as far as cards in their folders tell. The card
// that this run replaces does not count.
func (c *splitCmd) earlier() (commands []string) {
	read := []string{outfile.Join(c.Output, readmeName)}
	for _, name := range run.NamedFiles(c.Inputs) {
		card := outfile.Join(filepath.Dir(name), readmeName)
		if slices.ContainsFunc(read, func(other string) bool { return run.SameTarget(card, other) }) {
			continue
		}
		read = append(read, card)
		const most = 1 << 20
		if info, err := os.Stat(card); err != nil || !info.Mode().IsRegular() || info.Size() > most {
			continue
		}
		if text, err := os.ReadFile(card); err == nil {
			commands = append(commands, datacard.Commands(string(text))...)
		}
	}
	return commands
}
