package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// reportFormats are those of reports that the name of an output can ask for.
var reportFormats = map[formats.Kind]string{formats.CSV: "csv", formats.NDJSON: "ndjson", formats.Parquet: "parquet"}

// format is that of the report.
func (c *checkCmd) format() string {
	if c.Format != nil {
		return *c.Format
	}
	return cmp.Or(reportFormats[outfile.Kind(c.Output)], "table")
}

// keepFormat has a report of shares in the format that they were told, or that the name
// of their parts asked for: it decides what they kept.
func (c *checkCmd) keepFormat(output string) error {
	format := c.format()
	c.Format = &format
	kind := outfile.Kind(output)
	if kind != 0 && reportFormats[kind] != format {
		_, ending, _ := strings.Cut(filepath.Base(output), ".")
		return fmt.Errorf("--output %s: the shares were told to write %s: give them --format, or a folder such as DIR/.%s", output, format, ending)
	}
	return nil
}

// checkColumns looks at the columns that are chosen.
func (c *checkCmd) checkColumns() error {
	columns, err := checkreport.ParseColumns(c.Columns)
	if err != nil {
		return fmt.Errorf("--columns: %w", err)
	}
	if len(c.Columns) > 0 && c.format() == "table" {
		return errors.New("--columns needs --format csv, ndjson or parquet")
	}
	all := c.Dataset || c.Collection
	if columns.Labels().Tier && !program.IsCommon(c.Engine) {
		return fmt.Errorf("--columns tier: engine %s makes guesses of its own, by which no tier is told: choose another", c.Engine)
	}
	duplicates, isomorphs := columns.Compared()
	if duplicates && !c.Duplicates && !all || isomorphs && !c.Isomorphs && !all {
		return errors.New("--columns: duplicate_of needs --duplicates, isomorph_of needs --isomorphs")
	}
	return nil
}

// columns are those that are chosen.
func (c *checkCmd) columns() checkreport.Columns {
	columns, err := checkreport.ParseColumns(c.Columns)
	if err != nil {
		panic(err) // Validate has seen to it
	}
	return columns
}

// labels are what is found out for the columns and the page. A tier takes a microsecond or
// two, less than a canonical form, so every page has a chart of tiers; a rating takes
// several times as long.
func (c *checkCmd) labels() check.Labels {
	labels := c.columns().Labels()
	labels.Tier = labels.Tier || c.Report != "" && program.IsCommon(c.Engine)
	return labels
}

// failures is the file to which the page sends those who want all records that failed: the
// rejected ones, or an output that has them all.
func (c *checkCmd) failures(records *checkreport.Records) checkreport.FailuresFile {
	f := checkreport.FailuresFile{Name: c.Rejects}
	if !isFile(f.Name) && records.Unlisted() == 0 {
		f = checkreport.FailuresFile{Name: c.Output, Rows: c.format() != "table"}
	}
	if !isFile(f.Name) {
		return checkreport.FailuresFile{}
	}
	f.Address = addressFrom(c.Report, f.Name)
	return f
}

// isFile reports whether an output's name stands for a file that is there, or will be.
func isFile(name string) bool {
	if name == "" || corpus.IsStdout(name) {
		return false
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// addressFrom returns the relative URL of a file on a page in another one; "" if there is
// none.
func addressFrom(page, name string) string {
	if !isFile(page) {
		return ""
	}
	from, err := filepath.EvalSymlinks(outfile.Dir(page))
	if err != nil {
		return ""
	}
	to, err := filepath.EvalSymlinks(outfile.Dir(name))
	if err != nil {
		return ""
	}
	if from, err = filepath.Abs(from); err != nil {
		return ""
	}
	if to, err = filepath.Abs(to); err != nil {
		return ""
	}
	way, err := filepath.Rel(from, filepath.Join(to, filepath.Base(name)))
	if err != nil { // on another volume
		return ""
	}
	return (&url.URL{Path: filepath.ToSlash(way)}).String()
}

// kind is the form of what is written; 0: a table for people.
func (c *checkCmd) kind() formats.Kind {
	kind, _ := formats.ParseKind(c.format()) // of which table is none
	return kind
}
