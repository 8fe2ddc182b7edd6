package later

import (
	"container/heap"
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// Least chooses the rows with the least points of each class, up to a number. Of equal points the
// first rows are chosen. It keeps only rows that may be among them; the rows stay in input order.
type Least struct {
	// Short are some classes that have fewer rows than the number, and MoreShort is how many
	// more there are. Classes counts all classes. Choose sets them.
	Short              []Class
	MoreShort, Classes int64

	store *Store
	count int64
	rows  *spill.Spool  // candidates
	keys  *spill.Sorter // of the candidates: class, point, number

	candidates int64
	least      map[Key]*points // the least points of each class, at most count; nil: there would be too many
	held       int             // points in least
	names      map[Key]string  // of the first classes
	chosen     *spill.Sorter   // numbers of chosen candidates
}

// A Class is a class of rows with its size. Its name is "" if it is not known any more, because
// there are very many classes.
type Class struct {
	Value string
	Rows  int64
}

const (
	// mostHeld limits the points in memory. Beyond it every row is a candidate.
	mostHeld = 1 << 18
	// mostNames and mostShort limit the classes that have names, and that Short lists.
	mostNames = 10_000
	mostShort = 5
)

// NewLeast returns a Least for up to count rows of each class. It must be closed.
func NewLeast(store *Store, count int64) (*Least, error) {
	rows, err := spill.NewSpool(store.Dir)
	if err != nil {
		return nil, err
	}
	return &Least{
		store: store, count: count, rows: rows, keys: store.keys(2), chosen: store.keys(2),
		least: map[Key]*points{}, names: map[Key]string{},
	}, nil
}

// Close removes the temporary files.
func (l *Least) Close() {
	_ = l.keys.Close()
	_ = l.chosen.Close()
	_ = l.rows.Close()
}

// Add takes a row of a class with a name. It keeps no references.
func (l *Least) Add(class Key, name []byte, point uint64, row []byte) error {
	if !l.isCandidate(class, point) {
		return nil
	}
	if _, known := l.names[class]; !known && len(l.names) < mostNames {
		l.names[class] = string(name)
	}
	if err := l.keys.Add(spill.Entry{class[0], class[1], point, uint64(l.candidates)}); err != nil {
		return err
	}
	l.candidates++
	return l.rows.Add(row)
}

// isCandidate reports whether a row may be chosen.
func (l *Least) isCandidate(class Key, point uint64) bool {
	if l.least == nil {
		return true
	}
	p := l.least[class]
	if p == nil {
		p = new(points)
		l.least[class] = p
	}
	if int64(len(*p)) < l.count {
		heap.Push(p, point)
		if l.held++; l.held > mostHeld {
			l.least = nil
		}
		return true
	}
	if point >= (*p)[0] {
		return false
	}
	(*p)[0] = point
	heap.Fix(p, 0)
	return true
}

// Choose chooses the rows.
func (l *Least) Choose(ctx context.Context) error {
	l.least = nil
	stage := l.store.Progress.Begin("sorting", l.candidates)
	if err := l.keys.Sort(); err != nil {
		return err
	}
	var class Key
	rows := int64(0) // of the class
	err := Walk(ctx, stage, l.keys.Next, func(e spill.Entry) error {
		if next := (Key{e[0], e[1]}); rows == 0 || next != class {
			l.end(class, rows)
			class, rows = next, 0
		}
		if rows++; rows > l.count {
			return nil
		}
		return l.chosen.Add(spill.Entry{e[3]})
	})
	l.end(class, rows)
	return err
}

func (l *Least) end(class Key, rows int64) {
	switch {
	case rows == 0:
		return
	case rows >= l.count:
	case len(l.Short) < mostShort:
		l.Short = append(l.Short, Class{l.names[class], rows})
	default:
		l.MoreShort++
	}
	l.Classes++
}

// Finish calls put with the chosen rows, after Choose.
func (l *Least) Finish(ctx context.Context, put func(row []byte) error) error {
	stage := l.store.Progress.Begin("writing", l.candidates)
	return replay(ctx, stage, l.rows, l.chosen, func(row []byte, chosen bool) error {
		if !chosen {
			return nil
		}
		return put(row)
	})
}

// Spilled returns the number of bytes of keys in temporary files.
func (l *Least) Spilled() int64 { return l.keys.Spilled() }

// points is a heap with the greatest point first.
type points []uint64

func (p points) Len() int           { return len(p) }
func (p points) Less(i, j int) bool { return p[i] > p[j] }
func (p points) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

func (p *points) Push(x any) { *p = append(*p, x.(uint64)) } //nolint:forcetypeassert // heap.Push of this file

func (p *points) Pop() any { panic("later: points are only replaced") }
