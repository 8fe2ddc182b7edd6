package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A manifest says what a part holds. It is written when the part is complete.
type manifest struct {
	plan // of the whole

	Shard  int     `json:"shard"`
	Shards int     `json:"shards"`
	Own    int     `json:"own"`    // of the inputs, those that are not read beside the others
	Pieces []piece `json:"pieces"` // of the inputs, that this part is of
	Beside []piece `json:"beside"` // likewise, of the files that are read beside them
	Entire []piece `json:"entire"` // of inputs that all parts are of
	First  uint64  `json:"first"`  // of numbers, up to not with
	End    uint64  `json:"end"`

	Name    string         `json:"name"` // of the part
	Kind    formats.Kind   `json:"kind"` // of its form; 0 where there is none
	Order   int            `json:"order"`
	Paired  bool           `json:"paired"` // see formats.Form.Paired
	Head    []byte         `json:"head"`   // as long as what is ahead of its answers
	Whole   []byte         `json:"whole"`  // ahead of the answers of all parts
	File    fileSum        `json:"file"`   // of the part as it is stored
	Records int64          `json:"records"`
	Stats   pipeline.Stats `json:"statistics"`
	Bad     bool           `json:"bad"` // some record was not as asked

	// Of parts that are no answers, but what the verb makes answers of: beside them
	// there is an index.
	Joined bool            `json:"joined"`
	State  json.RawMessage `json:"state,omitempty"` // of the verb
	Args   []string        `json:"args,omitempty"`  // the command line
	Index  fileSum         `json:"index"`

	// For the statistics of the whole:
	Engine string `json:"engine"`
	Limit  int    `json:"limit"`
	Solved string `json:"solved"`

	Puzzles bool `json:"puzzles"` // see Job
}

// A fileSum is what a file is recognised by.
type fileSum struct {
	Bytes  int64  `json:"bytes"`
	Digest string `json:"digest"` // XXH3 of them
}

// A piece is bytes of an input's file.
type piece struct {
	Input  int    `json:"input"` // its index
	From   int64  `json:"from"`
	To     int64  `json:"to"`
	Digest string `json:"digest"` // XXH3 of them, when the part was complete
}

const manifestSuffix = ".manifest.json"

// newManifest makes the manifest of a part that is to be made.
func newManifest(c *Flags, j *Job, s *share, ending string) (*manifest, error) {
	whole, err := newPlan("--shard", j.Verb, append(j.Shard.options, "--output="+ending), slices.Concat(c.Inputs, j.Reads))
	if err != nil {
		return nil, err
	}
	for i := range whole.Inputs {
		whole.Inputs[i].Modified = 0 // which copies on other machines need not share
	}
	m := &manifest{
		plan: whole, Shard: s.I, Shards: s.N, First: s.first, End: s.end, Name: filepath.Base(s.name()),
		Engine: j.Engine, Limit: j.Limit, Solved: j.Solved, Puzzles: j.Puzzles, Joined: j.Joined, Own: len(c.Inputs),
	}
	if j.Joined {
		m.Args = j.Shard.args
	}
	if j.Numbered {
		m.Entire = m.pieces(s.parts, 0)
	} else {
		m.Pieces, m.Beside = m.pieces(s.parts, 0), m.pieces(s.beside, len(c.Inputs))
	}
	return m, nil
}

// pieces are parts of inputs, the first of which has an index.
func (m *manifest) pieces(parts []*pipeline.Part, first int) (pieces []piece) {
	for i, p := range parts {
		one := piece{Input: first + i, To: m.Inputs[first+i].Size}
		if p != nil {
			one.From, one.To = p.From.Raw, p.To.Raw
		}
		if one.From < one.To {
			pieces = append(pieces, one)
		}
	}
	return pieces
}

// setForm notes the form of the answers.
func (m *manifest) setForm(form formats.Form) {
	m.Kind, m.Order, m.Paired = form.Kind, form.Order, form.Kind == formats.Npy && form.Layout != nil
}

// readManifest reads a manifest.
func readManifest(path string) (*manifest, error) {
	m := new(manifest)
	found, err := readSealed(path, m)
	if err == nil && !found {
		err = &os.PathError{Op: "open", Path: path, Err: os.ErrNotExist}
	}
	return m, err
}

// complete writes the manifest of a part that has its name.
func (m *manifest) complete(s *share) error {
	m.Records = m.Stats.Puzzles()
	var err error
	if m.File, err = sumFile(s.name()); err != nil {
		return err
	}
	if m.Joined {
		if m.Index, err = sumFile(s.index()); err != nil {
			return err
		}
	}
	err = m.eachPiece(func(p *piece, digest string) error {
		p.Digest = digest
		return nil
	})
	if err != nil {
		return err
	}
	return writeSealed(s.manifest(), m)
}

// changed reports an input that is not what it was when the part was complete.
func (m *manifest) changed() error {
	return m.eachPiece(func(p *piece, digest string) error {
		if digest != p.Digest {
			return fmt.Errorf("%s is of another run: %s is not what it was", m.Name, m.Inputs[p.Input].Name)
		}
		return nil
	})
}

// eachPiece calls do with each piece of an input, and what digest it has now.
func (m *manifest) eachPiece(do func(p *piece, digest string) error) error {
	for _, pieces := range [][]piece{m.Pieces, m.Beside, m.Entire} {
		for i := range pieces {
			p := &pieces[i]
			digest, err := digestPiece(m.Inputs[p.Input].Name, p.From, p.To)
			if err == nil {
				err = do(p, digest)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// open opens a part where its answers begin, or what it has in place of answers.
func (m *manifest) open(dir string, opts corpus.Options) (*corpus.Reader, error) {
	r, err := corpus.Open(outfile.Join(dir, m.Name), opts)
	if err != nil {
		return nil, err
	}
	ahead := len(m.Head)
	if m.Joined {
		ahead += len(joinedHead)
	}
	if _, err := io.CopyN(io.Discard, r, int64(ahead)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", m.Name, err), r.Close())
	}
	return r, nil
}

// verify reports what is wrong with the part of a manifest, and with its index.
func (m *manifest) verify(dir string) error {
	err := m.File.verify(outfile.Join(dir, m.Name))
	if err == nil && m.Joined {
		err = m.Index.verify(m.indexName(dir))
	}
	return err
}

// indexName is the name of the part's index.
func (m *manifest) indexName(dir string) string {
	return outfile.Join(dir, strings.TrimSuffix(m.Name, joinedSuffix)+indexSuffix)
}

// verify reports whether a file is another one.
func (f *fileSum) verify(name string) error {
	now, err := sumFile(name)
	if err == nil && now != *f {
		err = fmt.Errorf("%s is damaged", name)
	}
	return err
}

// sumFile sums up a file as it is.
func sumFile(name string) (f fileSum, err error) {
	file, err := os.Open(name)
	if err != nil {
		return f, err
	}
	defer file.Close() // nothing was written
	sum := xxh3.New()
	f.Bytes, err = io.Copy(sum, file)
	f.Digest = sumText(sum)
	return f, err
}

// differs says in what two parts were not made as those of one run; nil: in nothing.
func (m *manifest) differs(o *manifest) error {
	if err := m.plan.differs(&o.plan); err != nil {
		return fmt.Errorf("%s is of another run: %w", m.Name, err)
	}
	if m.Shards != o.Shards {
		return fmt.Errorf("%s is of another run: it is one of %d, not of %d", m.Name, m.Shards, o.Shards)
	}
	same := m.First == o.First && m.End == o.End &&
		reflect.DeepEqual(bounds(m.Pieces), bounds(o.Pieces)) && reflect.DeepEqual(bounds(m.Beside), bounds(o.Beside))
	if m.Shard == o.Shard && !same {
		return fmt.Errorf("%s is of another run: its inputs were divided elsewhere", m.Name)
	}
	return nil
}

// bounds are pieces without what is in them.
func bounds(pieces []piece) []piece {
	pieces = slices.Clone(pieces)
	for i := range pieces {
		pieces[i].Digest = ""
	}
	return pieces
}

// digestPiece sums up bytes of an input's file; of what cannot be opened there are
// none.
func digestPiece(name string, from, to int64) (string, error) {
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
	return sumText(sum), err
}

func sumText(sum *xxh3.Hasher) string { return strconv.FormatUint(sum.Sum64(), 16) }
