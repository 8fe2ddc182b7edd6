package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// A splitCmd is the verb split. The tags of the fields are its help.
type splitCmd struct {
	//lint:ignore SA5008 kong takes this tag more than once
	run.Flags `embed:"" set:"output=." set:"output_is=DIR" set:"output_help=Write the parts into this folder. Split makes it if needed. Parts appear only when all are complete. Default: the current folder."` //nolint:staticcheck // kong takes this tag more than once
	run.WhereFlag

	Into     string     `brief:"" placeholder:"NAME=N,..." help:"Name the parts and their shares. train=90,test=10 writes train.EXT and test.EXT. Shares sum to 100 or to 1. A part without a number takes the rest."`
	Folds    int        `brief:"" placeholder:"N" help:"Make N folds of equal size instead. They are for cross-validation: fold1.EXT, fold2.EXT and so on. Each record is in one fold."`
	Exact    bool       `brief:"" help:"Make parts of exactly the given size. Groups of isomorphs stay together and can change a size a little. Numbers of rows are allowed, too: train=50rows, or numbers that sum to more than 100."`
	Stratify []string   `brief:"" complete:"columns" placeholder:"COLUMN" help:"Divide each class of rows by the shares. Sizes are right to the row. A class is the rows with the same values in these columns, such as tier,source; split computes tier, clues and so on if the input lacks them. Sets --exact. The run says which class is too small for all parts."`
	By       string     `brief:"" placeholder:"COLUMN" help:"Keep rows with the same value together, as well as isomorphs. Give the name or number of the column. Rows that a chain of equal values and isomorphs joins are in one part."`
	Keep     string     `brief:"" default:"isomorphs" enum:"isomorphs,equal" placeholder:"isomorphs|equal" help:"Keep isomorphs together, or only equal puzzles. Default: ${default}."`
	Extend   string     `brief:"" placeholder:"DIR" help:"Add the rows to the parts of an earlier split, which are in DIR. Old rows stay in their parts and come first. A new row follows its isomorphs. --output names another folder. Parts and options come from the card in DIR; without a card give --into or --folds again."`
	Against  []string   `brief:"" complete:"inputs" sep:"none" placeholder:"FILE" help:"Leave out records that leak from FILE. Their puzzle equals one there, or is an isomorph of one. May be repeated."`
	Seed     uint64     `brief:"" default:"1" placeholder:"N" help:"Divide differently with another seed. Default: ${default}."`
	To       partTarget `group:"Output" complete:"part_forms" placeholder:"FORM" help:"Write the parts in this form. Any of ${part_forms}. hrm is a folder for HRM and TRM for each part. Default: the form of the inputs, with unchanged records."`
	Card     bool       `group:"Output" brief:"" help:"Also write a card for Hugging Face. It is README.md, as the hub reads it, and dataset_info.json. They tell columns, sizes, difficulty, how the parts were made, and what was done against leaks. The parts are then Parquet files, or with --to ndjson lines of JSON."`
	License  string     `group:"Output" placeholder:"ID" help:"Name the license in the card, such as mit or cc-by-4.0."`
	Rejects  string     `group:"Output" brief:"" placeholder:"FILE" help:"Write malformed records and leaks here. Records stay as they came. In a table the reason is the first column, in a list a comment. A name that ends in .jsonl holds records of all forms."`
	TempDir  string     `group:"Tuning" placeholder:"DIR" help:"Put temporary files here. --exact, --stratify and --folds need as much space as the decompressed records. Default: the temporary folder of the system."`

	parts []split.Part
	files []*corpus.Writer // of the parts
	made  []func()         // remove the folders that were made
	form  bulk.Form        // of the parts
}

func (splitCmd) Help() string {
	return `The part of a record depends only on its canonical form, the seed, and the names and shares of the parts. So all isomorphs of a
puzzle go to the same part (8×8, and 12×12 or more: only equal puzzles), and records stay in their part if you add others. The size of a part
is about its share. An empty part, or a size that chance cannot explain, is an error.

With --exact, --stratify and --folds sizes are exact, and the order of division depends on all records. So new records move
others, unless --extend adds them, and a part of an earlier split can be split again. With --by new records can join others. A group of isomorphs with rows of several classes counts to the
class of most of its rows.

Records keep their order. Malformed records go to no part, and records that leak go to none.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

func (splitCmd) Examples() string {
	return `sudokubatch split puzzles.csv --into train=90,test=10
sudokubatch split puzzles.csv --into train=80,test=20 --stratify tier
sudokubatch split puzzles.csv --folds 5 --against hard.txt -o folds`
}

func (c *splitCmd) Validate() (err error) {
	c.Choose(run.RangeFlags{}, c.WhereFlag)
	if err := cmp.Or(c.Flags.Validate(), c.CheckRejects(c.Rejects), notStdin("split", "--against", c.Against...)); err != nil {
		return err
	}
	if c.To.Kind.IsCounted() {
		return fmt.Errorf("--to %v: %w", c.To.Kind, split.ErrCounted)
	}
	switch to := c.To.name; {
	case c.Card && to != "" && to != bulk.Parquet.String() && to != bulk.NDJSON.String():
		return fmt.Errorf("--to %s: with --card choose parquet or ndjson: the hub reads digits in other forms as numbers", to)
	case c.Keep == "equal" && (c.Card || c.Extend != ""):
		return errors.New("--keep equal cannot be combined with --card or --extend")
	case c.License != "" && !c.Card:
		return errors.New("--license needs --card")
	}
	return c.validateParts()
}

// validateParts returns an error if the flags name no parts, or parts that cannot be.
func (c *splitCmd) validateParts() (err error) {
	if c.Extend != "" {
		if err := c.takeOptions(); err != nil {
			return err
		}
	}
	switch {
	case c.Into == "" && c.Folds == 0:
		return errors.New("--into is missing: name the parts and their shares, for example --into train=90,test=10")
	case c.Into != "" && c.Folds != 0:
		return errors.New("--into cannot be combined with --folds")
	case slices.Contains(c.Stratify, c.By) && c.By != "":
		return fmt.Errorf("--stratify %s: rows with the same value stay together (--by), so they cannot be divided", c.By)
	}
	c.Exact = c.Exact || len(c.Stratify) > 0 || c.Folds != 0
	c.More = c.More || c.By != "" || len(c.Stratify) > 0 || c.Card
	if c.Folds != 0 {
		if c.parts, err = split.Folds(c.Folds); err != nil {
			return fmt.Errorf("--folds: %w", err)
		}
		return nil
	}
	if c.parts, err = split.ParseParts(c.Into, c.Exact); err != nil {
		return fmt.Errorf("--into %s: %w", c.Into, err)
	}
	return nil
}

// Run splits the inputs.
func (c *splitCmd) Run(ctx context.Context) error {
	if c.Extend != "" {
		if err := c.addOldParts(); err != nil {
			return err
		}
	}
	if c.To.Kind == 0 && c.From.Kind == 0 && !c.Card && len(c.Inputs) > 0 && outfile.IsNpz(c.Inputs[0]) {
		c.To = partTarget{run.Target{Kind: bulk.Parquet}, "npz"}
	}
	var done *split.Summary
	remove, err := outfile.MakeFolder(c.Output)
	if err != nil {
		return err
	}
	c.made = append(c.made, remove)
	var identifiers run.Output
	if c.To.name == "hrm" {
		identifiers, err = identifiersIn(c.Output, "--output "+c.Output, c.Force)
	}
	j := &run.Job{
		Verb: "split", OtherInputs: c.Against,
		More: []run.Output{
			{Name: c.Rejects, What: "the rejected records"},
			{Name: c.cardFile(readmeName), What: "the card"},
			{Name: c.cardFile(infoName), What: "the data for the card"},
			identifiers,
		},
		Pipe: func(ctx context.Context, r *run.Run) (run.Outcome, error) {
			var err error
			done, err = c.split(ctx, r)
			return run.Outcome{
				Stats: done.Stats, Goal: parts.Goal{Solved: "in the parts"}, Bad: done.AgainstMalformed > 0, Found: c.statistics(done),
				Summary: func(line func(int64, string)) { c.summarize(line, done) },
				Finish:  func() error { return errors.Join(c.writeCard(r, done), writeIdentifiers(r.More[3])) },
			}, err
		},
	}
	if err == nil {
		err = c.Do(ctx, j)
	}
	if err == nil || errors.Is(err, process.ExitRecords) {
		c.sayLoss(done)
	}
	for i := len(c.made) - 1; err != nil && i >= 0; i-- {
		c.made[i]()
	}
	return err
}

// split runs the inputs through the pipeline.
func (c *splitCmd) split(ctx context.Context, r *run.Run) (*split.Summary, error) {
	cfg := split.Config{
		Config: r.Config(), Parts: c.parts, Seed: c.Seed, By: c.By, Exact: c.Exact, Stratify: c.Stratify, Extend: c.Extend != "", Equal: c.Keep == "equal",
		Against: r.OtherInputs(c.Against), Tally: c.tally(), TempDir: c.TempDir,
		Open: func(o pipeline.Opened) ([]io.Writer, error) { return c.create(r, o) },
	}
	cfg.To = c.kind()
	if r.More[0] == nil {
		return split.Run(ctx, cfg)
	}
	rejects := rejectsTo(c.Rejects, r.More[0], &cfg.Hooks)
	cfg.OnReject = func(x split.Reject) error {
		return rejects.Write(&outfile.Copy{Form: x.Form, Text: x.Text, File: x.File, Number: x.Record, Reason: x.Reason()})
	}
	done, err := split.Run(ctx, cfg)
	if err == nil {
		err = rejects.Finish()
	}
	return done, err
}

// kind returns the form of the parts, or 0 for unchanged records. Parquet files and arrays are known
// by the name of the first input.
func (c *splitCmd) kind() bulk.Kind {
	switch {
	case c.To.Kind != 0:
		return c.To.Kind
	case c.Card:
		return bulk.Parquet
	case c.From.Kind.IsBinary():
		return c.From.Kind
	}
	if kind := outfile.Kind(c.Inputs[0]); kind.IsBinary() {
		return kind
	}
	return 0
}

// create opens the outputs of the parts.
func (c *splitCmd) create(r *run.Run, o pipeline.Opened) ([]io.Writer, error) {
	var files []io.Writer
	c.form = o.To
	for _, p := range c.parts {
		w, err := c.createPart(r, p.Name, o)
		if err != nil {
			return nil, err
		}
		files, c.files = append(files, w), append(c.files, w)
	}
	return files, nil
}

// createPart opens the output of a part.
func (c *splitCmd) createPart(r *run.Run, part string, o pipeline.Opened) (*corpus.Writer, error) {
	if c.To.name == "hrm" {
		return c.createDataset(r, part, o)
	}
	m := run.Output{Name: outfile.Join(c.Output, part+c.extension(o)), What: "part " + part}
	if c.To.name == "npz" {
		m.Npz = true
		r.SayNoArrays(o)
	}
	return r.Create(m, o.To)
}

// extension returns the file extension of the parts. Parts with unchanged records have the extension
// of the first input, or of its member. Compression stays the same if it can be written.
func (c *splitCmd) extension(o pipeline.Opened) string {
	if c.To.name == "npz" {
		return ".npz"
	}
	name, codec := c.inputOf(o), ""
	if _, err := os.Stat(name); err != nil { // standard input, an embedded corpus, or a puzzle
		return outfile.ExtensionOf(cmp.Or(c.kind(), o.To.Kind))
	}
	if member, ok := strings.CutPrefix(o.Name, name+":"); ok {
		name = member
	}
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".zst", ".gz":
		codec = ext
		fallthrough
	case ".bz2", ".xz", ".zip":
		name = name[:len(name)-len(ext)]
	}
	own := filepath.Ext(name)
	if c.kind() != 0 || !o.To.Kind.CanCopy() || o.To.Kind != o.From.Kind || !extensionPattern.MatchString(own) {
		own = outfile.ExtensionOf(cmp.Or(c.kind(), o.To.Kind))
	}
	if o.To.Kind.IsBinary() {
		codec = ""
	}
	return own + codec
}

// inputOf returns the name of the opened input, or of the archive with the opened member.
func (c *splitCmd) inputOf(o pipeline.Opened) string {
	i := slices.IndexFunc(c.Inputs, func(name string) bool { return name == o.Name || strings.HasPrefix(o.Name, name+":") })
	return c.Inputs[max(i, 0)]
}

// extensionPattern matches file extensions that may describe the content.
var extensionPattern = regexp.MustCompile(`^\.[A-Za-z0-9]{1,8}$`)
