// Package options has options that JavaScript names as the command names its flags.
package options

// This file has the options for puzzles of wanted kinds.

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Wishes say which puzzles are wanted. The tags hold their help.
type Wishes struct {
	Clues     Interval `brief:"" placeholder:"N|A..B" help:"Give each puzzle exactly N clues, or a number drawn from A..B. Default: minimal puzzles, in which no clue is redundant."`
	Pattern   []string `sep:"none" placeholder:"FILE" help:"Give each puzzle the clues that a picture shows: x is a clue, a dot is none. Several patterns, in one file or more, take turns. The puzzles need not be minimal."`
	Symmetry  string   `brief:"" placeholder:"NAME" help:"Make symmetric patterns of clues. Any of ${symmetries}. Without --clues the puzzles are minimal: no set of symmetric clues is redundant."`
	Tier      []string `brief:"" placeholder:"TIER,..." help:"Keep puzzles of these tiers. Any of ${tiers}."`
	ER        Interval `name:"er" placeholder:"A..B" help:"Keep puzzles with a rating of Sudoku Explainer from A to B (1.0 to 11.9)."`
	Technique []string `placeholder:"NAME" help:"Keep puzzles whose hardest technique is one of these, such as 'X-Wing,Swordfish'. The help of label lists all names."`
	Contains  []string `placeholder:"NAME" help:"Keep puzzles that take a step of one of these techniques."`
	Only      []string `placeholder:"NAME" help:"Keep puzzles that take only steps of these techniques and of simpler ones, whose ratings begin below all of these."`
	Where     Where    `placeholder:"EXPR" help:"Keep puzzles that match. For example 'clues <= 24 and technique == \"X-Wing\"'. An expression compares columns that --add knows, with numbers and texts: == != < <= > >=, in (a, b), and, or, not."`
	Per       string   `brief:"" placeholder:"COLUMN=N" help:"Make N puzzles of each tier (tier=N), of each of --technique (technique=N), or of each number in --clues A..B (clues=N). They take turns. Not with --count."`
}

// Apply adds the wishes to the configuration for new puzzles. It sets the count that --per asks for.
func (c *Wishes) Apply(cfg *gen.Config, scale explain.Scale) error {
	err := c.shape(&cfg.Options)
	if err != nil {
		return err
	}
	if c.Where.Set() {
		cfg.Where, c.Where.Scale = c.Where.Expression, scale
	}
	if len(c.Tier) > 0 {
		cfg.Wishes = append(cfg.Wishes, gen.Wish{Column: "tier", Values: c.Tier})
	}
	if len(c.Technique) > 0 {
		cfg.Wishes = append(cfg.Wishes, gen.Wish{Column: "technique", Values: c.Technique})
	}
	if len(c.Contains) > 0 {
		cfg.Wishes = append(cfg.Wishes, gen.Wish{Column: "techniques", Values: c.Contains})
	}
	if len(c.Only) > 0 {
		cfg.Wishes = append(cfg.Wishes, gen.Wish{Column: "techniques", Values: c.Only, Only: true})
	}
	if c.ER.Set() {
		cfg.Wishes = append(cfg.Wishes, gen.Wish{Column: "er", From: c.ER.From, To: c.ER.To})
	}
	if c.Per != "" {
		cfg.Wishes, cfg.Count, err = c.classes(&cfg.Options, cfg.Wishes)
	}
	for _, w := range cfg.Wishes {
		if w.InTurn { // each class gets all patterns
			cfg.Options.PatternRun = uint64(len(w.Values))
		}
	}
	return err
}

// shape sets the number and the pattern of clues.
func (c *Wishes) shape(opts *generate.Options) (err error) {
	for _, text := range c.Pattern {
		patterns, err := parsePatterns(text, opts.Order)
		if err != nil {
			return fmt.Errorf("--pattern: %w", err)
		}
		opts.Patterns = append(opts.Patterns, patterns...)
	}
	if c.Clues.Set() {
		from, to, ok := c.Clues.Whole()
		if !ok || from < 1 {
			return errors.New("--clues: want a number or A..B, for example 24..26")
		}
		if opts.Clues = from; from < to {
			opts.MaxClues = to
		}
	}
	if c.Symmetry != "" {
		if opts.Symmetry, err = generate.ParseSymmetry(c.Symmetry); err != nil {
			return fmt.Errorf("--symmetry: %w", err)
		}
	}
	return nil
}

// classes adds the classes of --per, and returns their number of puzzles.
func (c *Wishes) classes(opts *generate.Options, wishes []gen.Wish) ([]gen.Wish, uint64, error) {
	column, number, ok := strings.Cut(c.Per, "=")
	each, err := ParseNumber(number)
	if !ok || err != nil || each < 1 {
		return nil, 0, fmt.Errorf("--per %s: want COLUMN=N, for example tier=1000", c.Per)
	}
	of := func(classes int) uint64 { return uint64(each) * uint64(classes) }
	turn := gen.Wish{Column: column, InTurn: true}
	switch column {
	case "tier":
		if turn.Values = c.Tier; len(c.Tier) == 0 {
			turn.Values = Tiers()
		}
	case "technique":
		if turn.Values = c.Technique; len(c.Technique) == 0 {
			return nil, 0, fmt.Errorf("--per %s needs --technique, for example X-Wing,UR", c.Per)
		}
	case "clues":
		opts.ClueTurns = true
		if opts.MaxClues == 0 {
			return nil, 0, fmt.Errorf("--per %s needs --clues A..B", c.Per)
		}
		return wishes, of(len(opts.ClueCounts())), nil
	default:
		return nil, 0, fmt.Errorf("--per %s: choose the column tier, technique or clues", c.Per)
	}
	for i := range wishes {
		if wishes[i].Column == column {
			wishes[i] = turn
			return wishes, of(len(turn.Values)), nil
		}
	}
	return append(wishes, turn), of(len(turn.Values)), nil
}

// Tiers returns the names of all tiers.
func Tiers() []string {
	known, err := columns.Parse([]string{"tier"})
	if err != nil {
		panic(err) // the column exists
	}
	return known[0].Values
}
