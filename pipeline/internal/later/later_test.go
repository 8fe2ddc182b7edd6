package later

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A rule is a rule of this package, with rows whose keys repeat.
type rule struct {
	name string
	// run adds rows and finishes.
	run func(ctx context.Context, store *Store, put func(row []byte) error) error
}

// ruleRows is the number of rows that the rules get.
const ruleRows = 20_000

// keyOf returns the key of row i: one of 5,000, or none.
func keyOf(i int) (k Key, keyed bool) {
	n := uint64(i) * 2654435761 >> 7 % 5000
	return Key{n * 0x9e3779b97f4a7c15, n}, n > 0
}

func rowOf(i int) []byte { return fmt.Appendf(nil, "%d ", i) }

var rules = []rule{
	{"distinct", func(ctx context.Context, store *Store, put func([]byte) error) error {
		d := NewDistinct(store)
		defer d.Close()
		for i := range ruleRows {
			k, keyed := keyOf(i)
			now, err := d.Add(rowOf(i), k, keyed)
			if err == nil && now {
				err = put(rowOf(i))
			}
			if err != nil {
				return err
			}
		}
		return d.Finish(ctx, put)
	}},
	{"ordered", func(ctx context.Context, store *Store, put func([]byte) error) error {
		o := NewOrdered(store)
		o.First = true
		defer o.Close()
		for i := range ruleRows {
			var key []byte
			if k, keyed := keyOf(i); keyed {
				key = binary.BigEndian.AppendUint64(nil, k[0])
			}
			if err := o.Add(key, rowOf(i)); err != nil {
				return err
			}
		}
		return o.Finish(ctx, "sorting", put)
	}},
	{"least", func(ctx context.Context, store *Store, put func([]byte) error) error {
		l, err := NewLeast(store, 2)
		if err != nil {
			return err
		}
		defer l.Close()
		for i := range ruleRows {
			k, _ := keyOf(i)
			if err := l.Add(k, nil, uint64(i*7919%1000), rowOf(i)); err != nil {
				return err
			}
		}
		if err := l.Choose(ctx); err != nil {
			return err
		}
		return l.Finish(ctx, put)
	}},
}

// plain returns what a rule chooses, by a few lines that keep everything in memory.
func plain(name string) string {
	groups := map[Key][]int{}
	for i := range ruleRows {
		k, _ := keyOf(i)
		groups[k] = append(groups[k], i)
	}
	var chosen []int
	for k, group := range groups {
		switch {
		case name == "least":
			slices.SortStableFunc(group, func(a, b int) int { return a*7919%1000 - b*7919%1000 })
			group = group[:min(2, len(group))]
		case k[1] > 0:
			group = group[:1]
		}
		chosen = append(chosen, group...)
	}
	slices.SortFunc(chosen, func(a, b int) int {
		if name == "ordered" {
			ka, keyedA := keyOf(a)
			kb, keyedB := keyOf(b)
			switch {
			case keyedA != keyedB && keyedA:
				return -1
			case keyedA != keyedB:
				return 1
			case keyedA && ka != kb:
				return slices.Compare(ka[:1], kb[:1])
			}
		}
		return a - b
	})
	var out strings.Builder
	for _, i := range chosen {
		out.Write(rowOf(i))
	}
	return out.String()
}

// TestRules compares with plain, in memory and with temporary files, and wants nothing to be left
// in their folder.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range rules {
		want := plain(rule.name)
		for _, memory := range []int64{0, 64 << 10, 64 << 20} {
			var out strings.Builder
			dir, progress := t.TempDir(), new(pipeline.Progress)
			err := rule.run(t.Context(), &Store{Memory: memory, Dir: dir, Progress: progress}, func(row []byte) error {
				out.Write(row)
				return nil
			})
			if err != nil || out.String() != want {
				t.Errorf("%s with %d bytes: %v, %d bytes of rows, want %d", rule.name, memory, err, out.Len(), len(want))
			}
			if stage := progress.Stage(); stage != nil && stage.Done.Load() != stage.Total {
				t.Errorf("%s with %d bytes: the stage %s ends at %d of %d", rule.name, memory, stage.Name, stage.Done.Load(), stage.Total)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); left != nil {
				t.Errorf("%s left %v", rule.name, left)
			}
		}
	}
}

// TestStops ends each rule early: by its context, by an error of put, and by a folder that is not
// there.
func TestStops(t *testing.T) {
	t.Parallel()
	errPut := errors.New("no more")
	for _, rule := range rules {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := rule.run(ctx, &Store{Dir: t.TempDir()}, func([]byte) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", rule.name, err)
		}
		if err := rule.run(t.Context(), &Store{Dir: t.TempDir()}, func([]byte) error { return errPut }); !errors.Is(err, errPut) {
			t.Errorf("%s, put fails: %v", rule.name, err)
		}
		err := rule.run(t.Context(), &Store{Dir: filepath.Join(t.TempDir(), "none")}, func([]byte) error { return nil })
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s without a folder: %v", rule.name, err)
		}
	}
}

// TestLeastPrunes wants Least to choose the same whether or not it holds points in memory.
func TestLeastPrunes(t *testing.T) {
	t.Parallel()
	l, err := NewLeast(&Store{Dir: t.TempDir()}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i := range ruleRows {
		if i == ruleRows/2 {
			l.least = nil
		}
		k, _ := keyOf(i % 10)
		if err := l.Add(k, []byte("name"), uint64(i*7919%1000), rowOf(i)); err != nil {
			t.Fatal(err)
		}
		if i == ruleRows/2-1 && l.candidates > 1000 {
			t.Errorf("%d candidates", l.candidates)
		}
	}
	rows := 0
	err = errors.Join(l.Choose(t.Context()), l.Finish(t.Context(), func([]byte) error { rows++; return nil }))
	if err != nil || int64(rows) != 2*l.Classes || len(l.Short) > 0 {
		t.Errorf("%v, %d rows of %d classes, short %v", err, rows, l.Classes, l.Short)
	}
}

// TestKeySet compares with a map, the key that marks free slots among the keys.
func TestKeySet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	s, want := keySet{most: 1 << 12}, map[Key]bool{}
	for range 20_000 {
		k := Key{r.Uint64N(50), r.Uint64N(100)}
		if s.has(k) != want[k] {
			t.Fatalf("%v: %v", k, s.has(k))
		}
		if want[k] {
			continue
		}
		if s.add(k) {
			want[k] = true
		} else if len(want) < 1<<11 {
			t.Fatalf("no room after %d keys", len(want))
		}
	}
	if len(want) > 1<<12 || !want[Key{}] {
		t.Errorf("%d keys", len(want))
	}
}
