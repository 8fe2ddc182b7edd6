package parts

// Manifests: the file that describes a part, and the comparison of a run with it.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Manifest describes one part of a run, in a file of its own: which run, which part of it, and
// how much is done. With --shard the part is a share, and merge reads the manifests of all
// shares. With --resume the part is the whole run, and the manifest says where it can go on.
type Manifest struct {
	// Which run. Runs that agree in all of this write the same bytes.
	SchemaVersion int     `json:"schema_version"`
	Version       string  `json:"version"` // of the program
	Search        int     `json:"search"`  // version of the search's definition
	Verb          string  `json:"verb"`
	Options       options `json:"options"`
	Inputs        []input `json:"inputs"` // the inputs, then Run.Others
	Own           int     `json:"own"`    // number of inputs without Run.Others
	Shards        int     `json:"shards"` // 0: the run is not divided

	// Which part.
	Shard    int     `json:"shard"` // from 1
	From     border  `json:"from"`
	To       border  `json:"to"`
	Numbered bool    `json:"numbered"` // see Work.Makes
	Read     []piece `json:"read"`     // the bytes of inputs that a complete share was made from

	// How much is done.
	Complete   bool                 `json:"complete"`
	Bad        bool                 `json:"bad"`        // some record failed a check
	Checkpoint *pipeline.Checkpoint `json:"checkpoint"` // nil for a share, or at the beginning
	State      json.RawMessage      `json:"state"`      // see Work
	Outputs    []output             `json:"outputs"`    // the answers, or records and their index
	Stats      pipeline.Stats       `json:"statistics"` // of a complete share

	// What only merge needs.
	Kind   bulk.Kind `json:"kind"` // form of the answers; 0: not known
	Order  int       `json:"order"`
	Paired bool      `json:"paired"` // see bulk.Form.Paired
	Head   int       `json:"head"`   // length of the header of the share
	Whole  []byte    `json:"whole"`  // header for the answers of all shares

	HoldsRecords bool     `json:"holds_records"` // see Work
	Named        []string `json:"named"`         // the inputs as the user named them, if it holds records

	Goal
	Puzzles bool `json:"puzzles"` // see Run

	dir string // folder with the files of a share
}

// A border is where one share ends and the next begins.
type border struct {
	Input  pipeline.Border `json:"input"`
	Other  pipeline.Border `json:"other"`  // in Run.Others
	Number uint64          `json:"number"` // of a puzzle, if the run is Numbered
}

// An output is a file of a part.
type output struct {
	Name       string             `json:"name"` // without the folder, if it belongs to a share
	Checkpoint corpus.Checkpoint  `json:"checkpoint"`
	Whole      *corpus.Checkpoint `json:"whole"` // nil: not complete
}

// A piece is some bytes of an input.
type piece struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // XXH3
}

const manifestSchemaVersion = 6

// maxManifest is the most bytes of a manifest. It holds the names of a million inputs, or the state of an
// output of some terabytes.
const maxManifest = 256 << 20

// newManifest returns the manifest of a run that begins. The flag (--shard or --resume) is for messages.
func newManifest(run *Run, flag string) (*Manifest, error) {
	m := &Manifest{
		SchemaVersion: manifestSchemaVersion, Version: program.Version() + " " + program.Commit(), Search: solver.SearchVersion,
		Verb: run.Verb, Options: run.Flags.options, Own: len(run.Inputs), Numbered: run.Makes != nil,
		HoldsRecords: run.HoldsRecords, Puzzles: run.Puzzles,
	}
	if m.HoldsRecords {
		m.Named = run.Named
	}
	names := int64(0)
	for _, name := range slices.Concat(run.Inputs, run.Others) {
		if names += int64(len(name)) + inputBytes; names > maxManifest/4 { // there are up to three lists of names
			return nil, fmt.Errorf("%s: the names of so many inputs are too long for its manifest: join files, or give shorter names", flag)
		}
		in, err := identify(name, flag)
		if err != nil {
			return nil, err
		}
		m.Inputs = append(m.Inputs, in)
	}
	return m, nil
}

// name returns the name of the file with the answers.
func (m *Manifest) name() string { return m.Outputs[0].Name }

// Files returns the paths of the outputs, with symbolic links followed: the answers, or the records of a share
// and their index.
func (m *Manifest) Files() (paths []string) {
	for _, o := range m.Outputs {
		paths = append(paths, outfile.Join(m.dir, o.Name))
	}
	return paths
}

// differs returns why two manifests belong to different runs. It returns nil if they agree. A run that
// goes on, a share that runs again, and merge all compare with it.
func (m *Manifest) differs(now *Manifest) error {
	switch {
	case m.Version != now.Version:
		return fmt.Errorf("it was begun by version %s", m.Version)
	case m.Search != now.Search:
		return fmt.Errorf("it was begun by version %d of the search, not by %d", m.Search, now.Search)
	case m.Verb != now.Verb:
		return fmt.Errorf("it was begun by %s", m.Verb)
	}
	if err := m.Options.differ(now.Options); err != nil {
		return err
	}
	if len(m.Inputs) != len(now.Inputs) {
		return fmt.Errorf("it was begun with %d inputs, now there are %d", len(m.Inputs), len(now.Inputs))
	}
	for i := range m.Inputs {
		was, is := m.Inputs[i], now.Inputs[i]
		if was.Name != is.Name {
			return fmt.Errorf("input %d was %s, and is %s", i+1, was.Name, is.Name)
		}
		if err := was.differs(is, m.Shards == 0); err != nil {
			return err
		}
	}
	if m.Shards != now.Shards {
		return fmt.Errorf("it is one of %d shares, not of %d", m.Shards, now.Shards)
	}
	return unlike([]same{{"own", m.Own, now.Own}, {"numbered", m.Numbered, now.Numbered}, {"holds_records", m.HoldsRecords, now.HoldsRecords}})
}

// Load reads the state of the verb into a value of the type that it was saved from.
func (m *Manifest) Load(state any) error { return decode(m.State, state) }

// verify returns an error if an output of a complete part is missing or damaged.
func (m *Manifest) verify() error {
	for i, name := range m.Files() {
		whole := m.Outputs[i].Whole
		if whole == nil {
			continue
		}
		if err := regular(name); err != nil {
			return err
		}
		if err := whole.Verify(name); err != nil {
			return err
		}
	}
	return nil
}

// regular returns an error unless a file is a regular file, which can be opened without waiting.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	return err
}

// A sealed manifest is the content of the file.
type sealed struct {
	Digest string          `json:"digest"` // XXH3 of the record
	Record json.RawMessage `json:"record"` // the manifest
}

// seal returns the content of the file for a manifest, with its digest.
func seal(manifest []byte) ([]byte, error) {
	text, err := json.Marshal(sealed{hex(xxh3.Hash(manifest)), manifest})
	return append(text, '\n'), err
}

var errDamaged = errors.New("the manifest is damaged, or another version of sudokubatch wrote it")

// decode reads JSON that encoding/json wrote. It returns errDamaged unless the text is exactly what
// encoding/json writes for the value: with all members, and no others.
func decode(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	again, err := json.Marshal(into)
	if err == nil && !bytes.Equal(again, text) {
		err = errDamaged
	}
	return err
}

// done returns why a share is not complete, or not in its folder, as far as its manifest says.
func (m *Manifest) done() error {
	for _, o := range m.Outputs {
		switch {
		case !filepath.IsLocal(o.Name) || o.Name == "." || strings.ContainsAny(o.Name, `/\`):
			return fmt.Errorf("%s is no file in its folder", o.Name)
		case !m.Complete || o.Whole == nil:
			return errors.New("the part is not complete: run its share again")
		}
	}
	return nil
}

func readManifest(path string) (*Manifest, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	text, err := outfile.ReadSmall(path, maxManifest)
	if err != nil {
		return nil, err
	}
	var s sealed
	err = json.Unmarshal(text, &s)
	if whole, _ := seal(s.Record); err != nil || !bytes.Equal(text, whole) {
		return nil, fmt.Errorf("%s is damaged", path)
	}
	m := new(Manifest)
	if err = decode(s.Record, m); err == nil {
		err = m.possible()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// write replaces the file of the manifest.
func (m *Manifest) write(path string) error {
	text, err := json.Marshal(m)
	if err == nil {
		text, err = seal(text)
	}
	if err != nil {
		return err
	}
	w, err := corpus.Create(path, corpus.CreateOptions{Force: true, Regular: true})
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Commit()
}
