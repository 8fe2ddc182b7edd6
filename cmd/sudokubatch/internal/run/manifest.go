package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Manifest is a file beside a part of a run. It says which run that is, where the
// part begins and ends, and what it holds. The part is a share of the run, for merge; or
// all of a run that may be stopped, up to where it was stopped.
type Manifest struct {
	// The run: runs for which all of this is the same write the same.
	SchemaVersion int               `json:"schema_version"`
	Version       string            `json:"version"` // of the program
	Search        int               `json:"search"`  // version of the search's definition
	Verb          string            `json:"verb"`
	Options       map[string]string `json:"options"` // values of the flags that the outputs depend on
	Inputs        []input           `json:"inputs"`  // then the files that are read beside them
	Own           int               `json:"own"`     // how many of Inputs are inputs
	Shards        int               `json:"shards"`  // 0: the run is not divided

	// The part:
	Shard    int     `json:"shard"` // from 1
	From     border  `json:"from"`
	To       border  `json:"to"`
	Numbered bool    `json:"numbered"` // borders are numbers; each part reads all inputs
	Read     []piece `json:"read"`     // what a complete share was made of

	// What is done:
	Complete   bool                 `json:"complete"`
	Bad        bool                 `json:"bad"`        // some record was not as asked
	Checkpoint *pipeline.Checkpoint `json:"checkpoint"` // nil: nothing, or all
	State      []json.RawMessage    `json:"state"`      // Job.State
	Outputs    []output             `json:"outputs"`    // the answers first
	Stats      pipeline.Stats       `json:"statistics"` // of a complete share

	merging

	dir string // where the files of a share are
}

// merging is what a Manifest says for merge.
type merging struct {
	Kind   formats.Kind `json:"kind"` // form of the answers; 0: none is known
	Order  int          `json:"order"`
	Paired bool         `json:"paired"` // see formats.Form.Paired
	Head   int          `json:"head"`   // bytes ahead of the answers of the part
	Whole  []byte       `json:"whole"`  // what is ahead of the answers of all parts

	Joined bool     `json:"joined"` // the part holds records, of which the verb makes answers
	Args   []string `json:"args"`   // then also the command line

	// For the statistics, see Job:
	Engine  string `json:"engine"`
	Limit   int    `json:"limit"`
	Solved  string `json:"solved"`
	Puzzles bool   `json:"puzzles"`
}

// A border is where one part ends and the next begins.
type border struct {
	Input  pipeline.Border `json:"input"`
	Beside pipeline.Border `json:"beside"` // in the files that are read beside the inputs
	Number uint64          `json:"number"` // see Job.Numbered
}

// An output is a file of a part.
type output struct {
	Name       string             `json:"name"` // of a share without its folder
	Checkpoint corpus.Checkpoint  `json:"checkpoint"`
	Whole      *corpus.Checkpoint `json:"whole"` // nil: it is not complete, or only kept until the run is
}

// A piece is bytes of an input.
type piece struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // XXH3
}

const manifestSchemaVersion = 2

// newManifest makes the manifest of a run that begins.
func newManifest(c *Flags, j *Job, flag string) (*Manifest, error) {
	m := &Manifest{
		SchemaVersion: manifestSchemaVersion, Version: program.Version() + " " + program.Commit(), Search: solver.SearchVersion,
		Verb: j.Verb, Options: j.Part.options, Own: len(c.Inputs), Numbered: j.Numbered,
		merging: merging{Joined: j.Joined, Engine: j.Engine, Limit: j.Limit, Solved: j.Solved, Puzzles: j.Puzzles},
	}
	if j.Joined {
		m.Args = j.Part.args
	}
	for _, name := range slices.Concat(c.Inputs, j.Reads) {
		in, err := identify(name, flag)
		if err != nil {
			return nil, err
		}
		m.Inputs = append(m.Inputs, in)
	}
	return m, nil
}

// name is the name of the part.
func (m *Manifest) name() string { return m.Outputs[0].Name }

// differs says why two manifests are not of the same run, or not of the same part of it
// though they say so; nil: they are.
func (m *Manifest) differs(now *Manifest) error {
	switch {
	case m.Version != now.Version || m.Search != now.Search:
		return fmt.Errorf("it was begun by version %s", m.Version)
	case m.Verb != now.Verb:
		return fmt.Errorf("it was begun by %s", m.Verb)
	}
	for _, flag := range slices.Sorted(maps.Keys(now.Options)) {
		if was, is := m.Options[flag], now.Options[flag]; was != is {
			return fmt.Errorf("it was begun %s, not %s", given(flag, was), given(flag, is))
		}
	}
	if len(m.Inputs) != len(now.Inputs) {
		return fmt.Errorf("it was begun with %d inputs, now there are %d", len(m.Inputs), len(now.Inputs))
	}
	for i := range m.Inputs {
		switch was, is := m.Inputs[i], now.Inputs[i]; {
		case was.Name != is.Name:
			return fmt.Errorf("input %d was %s, and is %s", i+1, was.Name, is.Name)
		case was != is:
			return fmt.Errorf("%s is not what it was", is.Name)
		}
	}
	switch {
	case m.Shards != now.Shards:
		return fmt.Errorf("it is one of %d, not of %d", m.Shards, now.Shards)
	case m.Shard == now.Shard && (m.From != now.From || m.To != now.To):
		return errors.New("its inputs were divided elsewhere")
	}
	return nil
}

// given says in words that a flag has a value, which may be its default.
func given(flag, value string) string {
	switch value {
	case "", "0", "[]", "false":
		return "without --" + flag
	case "true":
		return "with --" + flag
	}
	return "with --" + flag + "=" + value
}

// save notes the state of the verb.
func (m *Manifest) save(state []any) error {
	m.State = nil
	for _, s := range state {
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		m.State = append(m.State, text)
	}
	return nil
}

// Load reads the state of the verb, which was saved from the same types.
func (m *Manifest) Load(state ...any) error {
	for i, text := range m.State {
		if err := json.Unmarshal(text, state[i]); err != nil {
			return err
		}
	}
	return nil
}

// setForm notes the form of the answers.
func (m *Manifest) setForm(form formats.Form) {
	m.Kind, m.Order, m.Paired = form.Kind, form.Order, form.Kind == formats.Npy && form.Layout != nil
}

// verify reports what is wrong with the outputs of a complete part.
func (m *Manifest) verify() error {
	for _, o := range m.Outputs {
		if o.Whole == nil {
			continue
		}
		if err := o.Whole.Verify(outfile.Join(m.dir, o.Name)); err != nil {
			return err
		}
	}
	return nil
}

// read sums up the bytes of inputs that the part is made of.
func (m *Manifest) read() (pieces []piece, err error) {
	add := func(inputs []input, from, to pipeline.Border) {
		for i := from.Input; i < len(inputs) && i <= to.Input && err == nil; i++ {
			begin, end := int64(0), inputs[i].Size
			if i == from.Input {
				begin = from.At.Raw
			}
			if i == to.Input {
				end = to.At.Raw
			}
			if begin < end {
				one := piece{Name: inputs[i].Name}
				one.Digest, err = digest(one.Name, begin, end)
				pieces = append(pieces, one)
			}
		}
	}
	own, beside := m.Inputs[:m.Own], m.Inputs[m.Own:]
	if m.Numbered {
		add(own, pipeline.Border{}, pipeline.Border{Input: len(own)})
		return pieces, err
	}
	add(own, m.From.Input, m.To.Input)
	add(beside, m.From.Beside, m.To.Beside)
	return pieces, err
}

// digest sums up bytes of a file.
func digest(name string, from, to int64) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close() // nothing was written
	sum := xxh3.New()
	n, err := io.Copy(sum, io.NewSectionReader(f, from, to-from))
	if err == nil && n < to-from {
		err = fmt.Errorf("%s has become shorter", name)
	}
	return hex(sum.Sum64()), err
}

func hex(sum uint64) string { return strconv.FormatUint(sum, 16) }

// An input is what identifies one: its name, and what is known of the file without
// reading all of it.
type input struct {
	Name     string `json:"name"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds since 1970; 0 for shares, as a copy on another machine may have another
	Digest   string `json:"digest"`   // of samples
}

// The samples are the first bytes, the last, and pieces between.
const (
	sampleEnds   = 64 << 10
	samplePiece  = 4 << 10
	samplePieces = 32
)

// identify says what input a name stands for, as a flag needs it. What cannot be read
// is identified by that.
func identify(name, flag string) (input, error) {
	in := input{Name: name}
	if err := checkAgain(name, flag); err != nil || strings.HasPrefix(name, "@") || isPuzzle(name) {
		return in, err
	}
	f, err := os.Open(name)
	if err != nil {
		return in, nil // as the run will say
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return in, err
	}
	in.Size = info.Size()
	if flag == "--resume" {
		in.Modified = info.ModTime().UnixNano()
	}
	in.Digest, err = sample(f, in.Size)
	return in, err
}

// CheckAgain reports, without reading, an input that is not there to be read again, as a
// flag needs it. What is not there at all the run will say.
func (c *InputFlags) CheckAgain(flag string) error {
	for _, name := range c.Inputs {
		if err := checkAgain(name, flag); err != nil {
			return err
		}
	}
	return nil
}

func checkAgain(name, flag string) error {
	if name == "-" {
		return fmt.Errorf("%s needs inputs that can be read again: name files", flag)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !strings.HasPrefix(name, "@") {
		return fmt.Errorf("%s: %s needs inputs that can be read again, and this is no regular file", name, flag)
	}
	return nil
}

// sample sums up parts of a file.
func sample(f io.ReaderAt, size int64) (string, error) {
	sum := xxh3.New()
	add := func(from, to int64) error {
		_, err := io.Copy(sum, io.NewSectionReader(f, max(from, 0), to-max(from, 0)))
		return err
	}
	err := errors.Join(add(0, min(size, sampleEnds)), add(size-sampleEnds, size))
	for i := int64(1); i <= samplePieces && size > 2*sampleEnds; i++ {
		at := size / (samplePieces + 1) * i
		err = errors.Join(err, add(at, min(at+samplePiece, size)))
	}
	return hex(sum.Sum64()), err
}

// A sealed manifest is what is in the file.
type sealed struct {
	Digest string          `json:"digest"` // XXH3 of the record
	Record json.RawMessage `json:"record"` // the manifest
}

// seal is what the file of a manifest holds, to the byte.
func seal(manifest []byte) ([]byte, error) {
	text, err := json.Marshal(sealed{hex(xxh3.Hash(manifest)), manifest})
	return append(text, '\n'), err
}

// readManifest reads a manifest; nil: there is none.
func readManifest(path string) (*Manifest, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil //nolint:nilnil // documented
	}
	if err != nil {
		return nil, err
	}
	var s sealed
	err = json.Unmarshal(text, &s)
	if whole, _ := seal(s.Record); err != nil || !bytes.Equal(text, whole) {
		return nil, fmt.Errorf("%s is damaged", path)
	}
	var of struct {
		SchemaVersion int `json:"schema_version"`
	}
	if err := json.Unmarshal(s.Record, &of); err != nil || of.SchemaVersion != manifestSchemaVersion {
		return nil, fmt.Errorf("%s is of another version of sudokubatch", path)
	}
	m := new(Manifest)
	if err := json.Unmarshal(s.Record, m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// write puts a manifest in the place of the one before.
func (m *Manifest) write(path string) error {
	text, err := json.Marshal(m)
	if err == nil {
		text, err = seal(text)
	}
	if err != nil {
		return err
	}
	w, err := corpus.Create(path, corpus.CreateOptions{Force: true})
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Commit()
}
