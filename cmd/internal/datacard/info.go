package datacard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
)

// This file writes dataset_info.json: the fields of the class DatasetInfo of the library datasets.

type info struct {
	License  string          `json:"license"`
	Features members[value]  `json:"features"` // nil: unknown
	Builder  string          `json:"builder_name"`
	Dataset  string          `json:"dataset_name"`
	Config   string          `json:"config_name"`
	Version  version         `json:"version"`
	Splits   members[subset] `json:"splits"`
	Download int64           `json:"download_size"`
	Size     int64           `json:"dataset_size"`
	Both     int64           `json:"size_in_bytes"`
	Options  *Options        `json:"sudokubatch_split"` // the library ignores it
}

// Options are the options of split that a division depends on, as its flags name them.
type Options struct {
	Into     string   `json:"into,omitempty"`
	Folds    int      `json:"folds,omitempty"`
	Seed     uint64   `json:"seed"`
	By       string   `json:"by,omitempty"`
	Exact    bool     `json:"exact"`
	Stratify []string `json:"stratify,omitempty"`
}

// ReadOptions returns the options in a dataset_info.json; nil if there is no such file, or if it has
// none.
func ReadOptions(name string) (*Options, error) {
	text, err := outfile.ReadSmall(name, 16<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // documented
	}
	var i struct {
		Options *Options `json:"sudokubatch_split"`
	}
	if err == nil {
		if err = json.Unmarshal(text, &i); err != nil {
			err = fmt.Errorf("%s is no dataset_info.json: %w", name, err)
		}
	}
	return i.Options, err
}

type value struct {
	Dtype string `json:"dtype"`
	Type  string `json:"_type"`
}

type version struct {
	Text  string `json:"version_str"`
	Major int    `json:"major"`
	Minor int    `json:"minor"`
	Patch int    `json:"patch"`
}

type subset struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"num_bytes"`
	Examples int64  `json:"num_examples"`
	Dataset  string `json:"dataset_name"`
}

// WriteInfo writes dataset_info.json.
func (c *Card) WriteInfo(w io.Writer) error {
	i := info{License: c.License, Builder: "parquet", Dataset: c.Name, Config: "default", Version: version{Text: "0.0.0"}, Options: &c.Options}
	if c.Form.Kind.IsJSON() {
		i.Builder = "json"
	}
	for n, dtype := range c.dtypes() {
		i.Features = append(i.Features, member[value]{c.Form.Layout.Columns[n].Name, value{dtype, "Value"}})
	}
	for n, name := range c.splits() {
		i.Splits = append(i.Splits, member[subset]{name, subset{name, c.Summary.Bytes[n], c.Summary.Rows[n], c.Name}})
	}
	i.Download, i.Size = c.bytes()
	i.Both = i.Download + i.Size
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(i); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// members are the members of a JSON object, in order.
type members[T any] []member[T]

type member[T any] struct {
	name  string
	value T
}

// MarshalJSON returns the object; null if there are no members.
func (m members[T]) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	text := []byte{'{'}
	for i, member := range m {
		name, err := json.Marshal(member.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return append(text, '}'), nil
}
