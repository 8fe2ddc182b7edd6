package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/endings"
	"github.com/sudokubatch/sudokubatch/cmd/internal/findings"
	"github.com/sudokubatch/sudokubatch/formats"
)

// reportFormats are those of reports that the name of an output can ask for.
var reportFormats = map[formats.Kind]string{formats.CSV: "csv", formats.NDJSON: "ndjson", formats.Parquet: "parquet"}

// format is that of the report.
func (c *checkCmd) format() string {
	if c.Format != nil {
		return *c.Format
	}
	return cmp.Or(reportFormats[endings.Kind(c.Output)], "table")
}

// keepFormat has a report of shares in the format that they were told, or that the name
// of their parts asked for: it decides what they kept.
func (c *checkCmd) keepFormat(output string) error {
	format := c.format()
	c.Format = &format
	kind := endings.Kind(output)
	if kind != 0 && reportFormats[kind] != format {
		_, ending, _ := strings.Cut(filepath.Base(output), ".")
		return fmt.Errorf("--output %s: the shares were told to write %s: give them --format, or a folder such as DIR/.%s", output, format, ending)
	}
	return nil
}

// checkColumns looks at the columns that are chosen.
func (c *checkCmd) checkColumns() error {
	columns, err := findings.ParseColumns(c.Columns)
	if err != nil {
		return fmt.Errorf("--columns: %w", err)
	}
	if len(c.Columns) > 0 && c.format() == "table" {
		return errors.New("--columns needs --format csv, ndjson or parquet")
	}
	all := c.Dataset || c.Collection
	duplicates, isomorphs := columns.Compared()
	if duplicates && !c.Duplicates && !all || isomorphs && !c.Isomorphs && !all {
		return errors.New("--columns: duplicate_of needs --duplicates, isomorph_of needs --isomorphs")
	}
	return nil
}

// columns are those that are chosen.
func (c *checkCmd) columns() findings.Columns {
	columns, err := findings.ParseColumns(c.Columns)
	if err != nil {
		panic(err) // Validate has seen to it
	}
	return columns
}

// kind is the form of what is written; 0: a table for people.
func (c *checkCmd) kind() formats.Kind {
	kind, _ := formats.ParseKind(c.format()) // of which table is none
	return kind
}
