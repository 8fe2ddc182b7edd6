package split

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// sortMemory is the memory for sorting points. It sorts more than a hundred million at full
// speed, see spill.Sorter.
const sortMemory = 16 << 20

// A plan keeps records until all were read, and then decides their parts. Groups are rows with
// equal points; they stay whole. Each class of rows is divided on its own: its groups are put in
// an order that depends on all rows, and a part ends between two groups, where that is nearest to
// its share of the class.
//
// A group whose rows have several classes counts to the class of most of its rows. If there are
// equal numbers, the class whose values come first counts.
type plan struct {
	dir     string
	parts   []Part
	classes *classes

	rows   *spill.Spool  // each with its point and class first, in input order
	points *spill.Sorter // point and class of each row
	count  int64
	sum    uint64 // of all points; does not depend on their order
	text   []byte

	key     uint64        // of the order
	groups  *spill.Sorter // class, place in the order, and size of each group
	several *spill.Sorter // point and class of groups with rows of several classes
	counted int64         // groups
	mixed   *spill.Set    // of several
	sizes   []classSize   // by class
	ends    []ends        // by class
	small   *classError   // a class that some part gets nothing of, or nil
}

// A classSize is the number of rows and groups that count to a class.
type classSize struct{ rows, groups int64 }

func newPlan(cfg *Config) (*plan, error) {
	rows, err := spill.NewSpool(cfg.TempDir)
	if err != nil {
		return nil, err
	}
	sorter := func() *spill.Sorter { return spill.NewSorter(cfg.TempDir, sortMemory) }
	return &plan{
		dir: cfg.TempDir, parts: cfg.Parts, classes: newClasses(cfg.Stratify),
		rows: rows, points: sorter(), groups: sorter(), several: sorter(), mixed: new(spill.Set),
	}, nil
}

// close removes the temporary files.
func (p *plan) close() {
	_ = p.rows.Close()
	for _, s := range []*spill.Sorter{p.points, p.groups, p.several} {
		_ = s.Close()
	}
	_ = p.mixed.Close()
}

// add keeps a row. values are the values of its class, as appendValue writes them.
func (p *plan) add(point uint64, values, row []byte) error {
	class, err := p.classes.number(values)
	if err != nil {
		return err
	}
	p.count++
	p.sum += point
	p.text = binary.BigEndian.AppendUint64(p.text[:0], point)
	p.text = binary.BigEndian.AppendUint32(p.text, uint32(class))
	if err := p.rows.Add(append(p.text, row...)); err != nil {
		return err
	}
	return p.points.Add(spill.Entry{point, uint64(class)})
}

// decide decides the parts of all rows.
func (p *plan) decide(ctx context.Context, progress *pipeline.Progress) error {
	p.key = p.orderKey()
	p.sizes = make([]classSize, len(p.classes.values))
	if err := p.group(ctx, progress.Begin("sorting", p.count)); err != nil {
		return err
	}
	wanted, err := p.wanted()
	if err != nil {
		return err
	}
	if p.mixed, err = spill.NewSet(p.several, p.dir, sortMemory); err != nil {
		return err
	}
	return p.cut(ctx, wanted, progress.Begin("dividing", p.counted))
}

// orderKey returns the key of the order. It depends on all points, so on the seed and the parts,
// and on the purpose. A part of an earlier division so gets another order.
func (p *plan) orderKey() uint64 {
	text := binary.BigEndian.AppendUint64(nil, p.sum)
	text = binary.BigEndian.AppendUint64(text, uint64(p.count))
	sum := sha256.Sum256(append(text, strings.Join(p.classes.columns, "\n")...))
	return binary.BigEndian.Uint64(sum[:])
}

// place returns the place of a group in the order. Different points have different places.
func (p *plan) place(point uint64) uint64 {
	x := point ^ p.key // and then the finalizer of SplitMix64
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return min(x^x>>31, beyond-1)
}

// each calls do with the sorted entries of a sorter.
func each(ctx context.Context, s *spill.Sorter, stage *pipeline.Stage, do func(e spill.Entry) error) error {
	if err := s.Sort(); err != nil {
		return err
	}
	return later.Walk(ctx, stage, s.Next, do)
}

// byName returns the numbers of all classes in the order of their values.
func (p *plan) byName() []int {
	numbers := make([]int, len(p.sizes))
	for i := range numbers {
		numbers[i] = i
	}
	slices.SortFunc(numbers, func(a, b int) int { return strings.Compare(p.classes.values[a], p.classes.values[b]) })
	return numbers
}

// wanted returns the wanted rows of each class for each part.
func (p *plan) wanted() ([][]int64, error) {
	shares, err := sharesOf(p.parts, p.count)
	if err != nil {
		return nil, err
	}
	var sizes []int64
	names := p.byName()
	for _, class := range names {
		sizes = append(sizes, p.sizes[class].rows)
	}
	wanted := make([][]int64, len(names))
	for i, rows := range apportion(shares, sizes) {
		wanted[names[i]] = rows
	}
	return wanted, nil
}

// cut finds the ends of the parts in the order of each class. It reports parts that get nothing.
func (p *plan) cut(ctx context.Context, wanted [][]int64, stage *pipeline.Stage) error {
	p.ends = make([]ends, len(wanted))
	got := make([][]int64, len(wanted))
	for class := range wanted {
		got[class] = make([]int64, len(wanted[class]))
	}
	at, from := -1, int64(0) // the class of the current group, and the rows of it before the group
	err := each(ctx, p.groups, stage, func(e spill.Entry) error {
		class, place, size := int(e[0]), e[1], int64(e[2])
		if class != at {
			at, from = class, 0
		}
		p.ends[class] = p.ends[class].until(wanted[class], place, from, from+size)
		got[class][p.ends[class].of(place)] += size
		from += size
		return nil
	})
	if err != nil {
		return err
	}
	for class := range p.ends {
		for len(p.ends[class]) < len(wanted[class])-1 {
			p.ends[class] = append(p.ends[class], beyond)
		}
	}
	return p.checkParts(got)
}

// until appends the ends that are nearest to the group at a place: the rows from up to but not
// including to, in the order of the class. An end is before the group or after it, whichever is
// nearer to the wanted number of rows.
func (e ends) until(wanted []int64, place uint64, from, to int64) ends {
	end := int64(0)
	for part, rows := range wanted[:len(wanted)-1] {
		end += rows
		switch {
		case part < len(e):
		case end >= to:
			return e
		case end-from <= to-end:
			e = append(e, place)
		default:
			e = append(e, place+1)
		}
	}
	return e
}

// checkParts returns an error if a part gets no rows at all. If it gets none of a class, it sets
// p.small.
func (p *plan) checkParts(got [][]int64) error {
	var first *classError
	for _, class := range p.byName() {
		size := p.sizes[class]
		i := slices.Index(got[class][:len(p.parts)], 0)
		switch {
		case i < 0 || size.rows == 0:
		case first != nil:
			first.More++
		default:
			first = &classError{Part: p.parts[i].Name, Rows: size.rows, Groups: size.groups}
			if len(p.classes.columns) > 0 {
				first.Class = p.classes.name(class)
			}
		}
	}
	switch {
	case first == nil:
		return nil
	case first.Class == "":
		return first
	}
	p.small = first
	for part := range p.parts {
		if !slices.ContainsFunc(got, func(rows []int64) bool { return rows[part] > 0 }) {
			return &classError{Part: p.parts[part].Name, Rows: p.count, Groups: p.counted}
		}
	}
	return nil
}

// replay calls do with every record and its part, in input order.
func (p *plan) replay(ctx context.Context, do func(part int, row []byte) error, stage *pipeline.Stage) error {
	if err := p.rows.Rewind(); err != nil {
		return err
	}
	mixed := spill.NewLookup(p.mixed)
	return later.Walk(ctx, stage, p.rows.Next, func(text []byte) error {
		point, class := binary.BigEndian.Uint64(text), uint64(binary.BigEndian.Uint32(text[8:]))
		switch of, found, err := mixed.Find([2]uint64{point}); {
		case err != nil:
			return err
		case found:
			class = of
		}
		return do(p.ends[class].of(p.place(point)), text[12:])
	})
}
