package main

// This file has the format and the columns of the report of check, and where its page links to.

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// reportFormats maps forms that the name of an output can ask for to values of --format.
var reportFormats = map[bulk.Kind]string{bulk.CSV: "csv", bulk.NDJSON: "ndjson", bulk.Parquet: "parquet"}

// checkFormat returns an error if the name of the output contradicts the format of the report.
func (c *checkCmd) checkFormat() error {
	if kind := outfile.Kind(c.Output); kind != 0 && c.Format == nil && reportFormats[kind] == "" {
		return fmt.Errorf("--output %s: check cannot write %v: choose csv, ndjson or parquet", c.Output, kind)
	}
	if err := run.CheckName("--output", c.Output, c.kind()); err != nil || c.Format != nil {
		return err
	}
	canWrite := func(kind bulk.Kind) bool { return reportFormats[kind] != "" }
	return run.CheckEnding(c.Output, canWrite, "choose with --format; --report writes HTML")
}

func (c *checkCmd) format() string {
	if c.Format != nil {
		return *c.Format
	}
	return cmp.Or(reportFormats[outfile.Kind(c.Output)], "table")
}

// keepFormat sets the format of a merged report to the format of the shares. Another format is an
// error, because the shares kept only what theirs needs.
func (c *checkCmd) keepFormat(output string) error {
	format := c.format()
	c.Format = &format
	kind := outfile.Kind(output)
	if kind != 0 && reportFormats[kind] != format {
		_, ending, _ := strings.Cut(filepath.Base(output), ".")
		return fmt.Errorf("--output %s: the shares have the format %s: give each share another --format, or write it to DIR/.%s", output, format, ending)
	}
	return nil
}

// checkColumns returns an error if the columns do not exist, or need other flags.
func (c *checkCmd) checkColumns() error {
	columns, err := checkreport.ParseColumns(c.Columns, c.asked())
	if err != nil {
		return fmt.Errorf("--columns: %w", err)
	}
	if len(c.Columns) > 0 && c.format() == "table" {
		return errors.New("--columns needs --format csv, ndjson or parquet")
	}
	for _, label := range columns.Labels() {
		if label.Common && !program.IsCommon(c.Engine) {
			return fmt.Errorf("--columns %s: engine %s makes other guesses than the common search: choose another engine", label.Name, c.Engine)
		}
	}
	return nil
}

func (c *checkCmd) columns() checkreport.Columns {
	columns, err := checkreport.ParseColumns(c.Columns, c.asked())
	if err != nil {
		panic(err) // Validate checked them
	}
	return columns
}

// failures returns the file with all failed records, to which the page links: the file of --rejects,
// or an output that holds all of them.
func (c *checkCmd) failures(records *checkreport.Records) checkreport.FailuresFile {
	f := checkreport.FailuresFile{Name: c.Rejects}
	if !outfile.IsRegular(f.Name) && records.Unlisted() == 0 {
		f = checkreport.FailuresFile{Name: c.Output, Rows: c.format() != "table"}
	}
	if !outfile.IsRegular(f.Name) {
		return checkreport.FailuresFile{}
	}
	f.Address = outfile.Address(c.Report, f.Name)
	return f
}

// kind returns the form of the report; 0 for the table.
func (c *checkCmd) kind() bulk.Kind {
	kind, _ := bulk.ParseKind(c.format()) // 0 for table, which is no form
	return kind
}
