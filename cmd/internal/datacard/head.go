package datacard

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// This file writes the head of a card, and names splits.

// writeHead writes the YAML.
func (c *Card) writeHead(b *bytes.Buffer) {
	b.WriteString("---\n")
	fmt.Fprintf(b, "pretty_name: %s\n", yamlText(c.Name))
	if c.License != "" {
		fmt.Fprintf(b, "license: %s\n", yamlText(c.License))
	}
	fmt.Fprintf(b, "task_categories:\n- other\ntags:\n- sudoku\nsize_categories:\n- %s\n", sizeCategory(c.rows()))
	b.WriteString("configs:\n- config_name: default\n  data_files:\n")
	for i, name := range c.splits() {
		fmt.Fprintf(b, "  - split: %s\n    path: %s\n", yamlText(name), yamlText(c.Parts[i].File))
	}
	b.WriteString("dataset_info:\n  config_name: default\n")
	if dtypes := c.dtypes(); dtypes != nil {
		b.WriteString("  features:\n")
		for i, column := range c.Form.Layout.Columns {
			fmt.Fprintf(b, "  - name: %s\n    dtype: %s\n", yamlText(column.Name), dtypes[i])
		}
	}
	b.WriteString("  splits:\n")
	for i, name := range c.splits() {
		fmt.Fprintf(b, "  - name: %s\n    num_bytes: %d\n    num_examples: %d\n", yamlText(name), c.Summary.Bytes[i], c.Summary.Rows[i])
	}
	files, text := c.bytes()
	fmt.Fprintf(b, "  download_size: %d\n  dataset_size: %d\n---\n", files, text)
}

// bytes returns the size of all files, and of their text.
func (c *Card) bytes() (files, text int64) {
	for i, p := range c.Parts {
		files += p.Bytes
		text += c.Summary.Bytes[i]
	}
	return files, text
}

// dtypes returns the types of the columns, as the library datasets names them. It returns nil if a
// column holds lists or objects, whose types are unknown; the library then finds the types itself.
func (c *Card) dtypes() []string {
	var dtypes []string
	for _, column := range c.Form.Layout.Columns {
		if column.Type == model.Raw && c.Form.Kind.IsJSON() {
			return nil
		}
		dtypes = append(dtypes, map[model.Type]string{
			model.Text: "string", model.Int: "int64", model.Float: "float64", model.Bool: "bool", model.Raw: "string",
		}[column.Type])
	}
	return dtypes
}

// sizeCategory returns the hub's category of a number of rows.
func sizeCategory(rows int64) string {
	limits := []struct {
		rows int64
		name string
	}{
		{1e3, "n<1K"},
		{1e4, "1K<n<10K"},
		{1e5, "10K<n<100K"},
		{1e6, "100K<n<1M"},
		{1e7, "1M<n<10M"},
		{1e8, "10M<n<100M"},
		{1e9, "100M<n<1B"},
		{1e10, "1B<n<10B"},
		{1e11, "10B<n<100B"},
		{1e12, "100B<n<1T"},
	}
	for _, l := range limits {
		if rows < l.rows {
			return l.name
		}
	}
	return "n>1T"
}

// keywords are the names that the hub takes for the usual splits.
var keywords = map[string]string{
	"training": "train", "valid": "validation", "val": "validation", "dev": "validation",
	"testing": "test", "eval": "test", "evaluation": "test",
}

// notInNames matches what the name of a split cannot have.
var notInNames = regexp.MustCompile(`[^\pL\pN_]+`)

// splits returns the names of the splits: the names of the parts, as the hub understands file
// names. So val becomes validation, with a card and without.
func (c *Card) splits() []string {
	var names []string
	for _, p := range c.Parts {
		name := notInNames.ReplaceAllString(p.Name, "_")
		usual := keywords[strings.ToLower(name)]
		taken := func(name string) bool {
			return slices.Contains(names, name) || slices.ContainsFunc(c.Parts, func(q Part) bool { return q.Name != p.Name && q.Name == name })
		}
		if usual != "" && !taken(usual) {
			name = usual
		}
		if strings.EqualFold(name, "all") { // which means all splits
			name = "all_rows"
		}
		unique := name
		for n := 2; slices.Contains(names, unique); n++ {
			unique = name + "_" + strconv.Itoa(n)
		}
		names = append(names, unique)
	}
	return names
}
