package run

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// Parts are all parts of one run, as their manifests say.
type Parts struct {
	dir string
	all []*manifest
}

// ReadParts reads the manifests in a folder, which must be those of all parts of one
// run.
func ReadParts(dir string) (*Parts, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var parts []*manifest
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), manifestSuffix) {
			continue
		}
		name := outfile.Join(dir, e.Name())
		m, err := readManifest(name)
		if err != nil {
			return nil, err
		}
		if parts == nil {
			parts = make([]*manifest, max(m.Shards, 0))
		}
		if m.Shard < 1 || m.Shard > m.Shards {
			return nil, fmt.Errorf("%s: there is no share %d of %d", name, m.Shard, m.Shards)
		}
		if err := m.differs(firstOf(parts, m)); err != nil {
			return nil, err
		}
		if first := firstOf(parts, m); !slices.Equal(m.Entire, first.Entire) {
			return nil, fmt.Errorf("%s is of another run: its inputs were not what they were for %s", m.Name, first.Name)
		}
		at := &parts[m.Shard-1]
		if *at != nil {
			return nil, fmt.Errorf("%s: share %d of %d is there twice", name, m.Shard, m.Shards)
		}
		*at = m
	}
	if parts == nil {
		return nil, fmt.Errorf("%s: no parts, which --shard would have written there", dir)
	}
	return &Parts{dir, parts}, contiguous(dir, parts)
}

// firstOf is a part that was read, or m where there is none.
func firstOf(parts []*manifest, m *manifest) *manifest {
	for _, p := range parts {
		if p != nil {
			return p
		}
	}
	return m
}

// contiguous wants each part to begin where the one before ended.
func contiguous(dir string, parts []*manifest) error {
	var missing []int
	for i, p := range parts {
		if p == nil {
			missing = append(missing, i+1)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s: %d of %d parts are missing, the first of them %d", dir, len(missing), len(parts), missing[0])
	}
	number, last, beside := uint64(0), piece{}, piece{}
	for _, p := range parts {
		if p.First != number || !follows(&last, p.Pieces) || !follows(&beside, p.Beside) {
			return fmt.Errorf("%s begins elsewhere than the part before it ends", p.Name)
		}
		number = p.End
	}
	return nil
}

// follows reports whether pieces come one after the other, and after the last.
func follows(last *piece, pieces []piece) bool {
	for _, now := range pieces {
		if now.From > 0 && (now.Input != last.Input || now.From != last.To) || now.From == 0 && last.To > 0 && now.Input <= last.Input {
			return false
		}
		*last = now
	}
	return true
}

// Joined reports whether the verb is to make answers of the parts: that of Args.
func (p *Parts) Joined() bool { return p.all[0].Joined }

// Args is the command line that made the parts, but for the shares.
func (p *Parts) Args() []string { return p.all[0].Args }

// Bad reports whether some record was not as asked.
func (p *Parts) Bad() bool {
	return slices.ContainsFunc(p.all, func(m *manifest) bool { return m.Bad })
}

// Files are the files of the parts.
func (p *Parts) Files() (names []string) {
	for _, m := range p.all {
		names = append(names, outfile.Join(p.dir, m.Name))
		if m.Joined {
			names = append(names, m.indexName(p.dir))
		}
	}
	return names
}

// withForm is the first part whose form is known, or the first.
func (p *Parts) withForm() *manifest {
	i := slices.IndexFunc(p.all, func(m *manifest) bool { return m.Kind != 0 })
	return p.all[max(i, 0)]
}

// inputs is how many the run had.
func (p *Parts) inputs() int { return p.all[0].Own }

// A KeptPart is one that is no answers.
type KeptPart struct {
	*manifest
	dir string
}

// Each calls do with each part in turn, when it is known that it is whole.
func (p *Parts) Each(do func(*KeptPart) error) error {
	for _, m := range p.all {
		err := m.verify(p.dir)
		if err == nil {
			err = do(&KeptPart{m, p.dir})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// State reads what Run.Keep noted.
func (p *KeptPart) State(into any) error { return json.Unmarshal(p.manifest.State, into) }

// Open opens the part after its header.
func (p *KeptPart) Open() (io.ReadCloser, error) { return p.open(p.dir, corpus.Options{}) }

// Index is the part's index. It is opened for each read, as there may be more parts
// than a process may have files open.
func (p *KeptPart) Index() io.ReaderAt { return closedFile(p.indexName(p.dir)) }

// A closedFile is a file that is opened to be read.
type closedFile string

func (name closedFile) ReadAt(p []byte, off int64) (int, error) {
	f, err := os.Open(string(name))
	if err != nil {
		return 0, err
	}
	defer f.Close() // nothing was written
	return f.ReadAt(p, off)
}
