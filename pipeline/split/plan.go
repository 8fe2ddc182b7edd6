package split

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
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
	by      string // Config.By
	exact   bool
	parts   []Part
	classes *classes
	sorters []*spill.Sorter // all, for close
	spilled int64           // bytes

	rows   *spill.Spool  // each with its point, class and old part first, in input order
	points *spill.Sorter // point, class and old part of each row; the point is of its value with by
	pairs  *spill.Sorter // with by: points of puzzle and value, and old part of each row
	count  int64
	sum    uint64 // of all points; does not depend on their order
	text   []byte

	joined *spill.Set    // with by: points of values that share isomorphs
	order  draw.Sequence // of the points of groups
	groups *spill.Sorter // class, place in the order, and size of each group
	// decided has the points of groups with old and new rows, with their parts, and of other groups
	// with rows of several classes, with mixedClass more than their classes.
	decided *spill.Sorter
	largest []sizedGroup // groups that are to be divided, at least the largest; without stratify
	from    []int64      // rows of the current group: new rows, and rows of each old part
	torn    int64        // new rows of groups with rows in several old parts
	counted int64        // groups
	mixed   int64        // groups with rows of several classes
	sizes   []classSize  // by class
	cuts    []*division  // by class
	placed  bool         // the largest groups are placed first
	small   *classError  // a class that some part gets nothing of, or nil
}

// A classSize is the number of rows and groups that count to a class. Kept is the number of rows
// in each part that an earlier division decides.
type classSize struct {
	rows, groups int64
	kept         []int64
}

func newPlan(cfg *Config) (*plan, error) {
	rows, err := spill.NewSpool(cfg.TempDir)
	if err != nil {
		return nil, err
	}
	p := &plan{
		dir: cfg.TempDir, by: cfg.By, exact: cfg.Exact, parts: cfg.Parts, classes: newClasses(cfg.Stratify),
		rows: rows, from: make([]int64, len(cfg.Parts)+1), joined: new(spill.Set),
	}
	p.points, p.pairs, p.groups, p.decided = p.sorter(), p.sorter(), p.sorter(), p.sorter()
	return p, nil
}

// sorter returns a sorter, which close closes.
func (p *plan) sorter() *spill.Sorter {
	s := spill.NewSorter(p.dir, sortMemory)
	p.sorters = append(p.sorters, s)
	return s
}

// close removes the temporary files.
func (p *plan) close() {
	_ = p.rows.Close()
	for _, s := range p.sorters {
		_ = s.Close()
	}
	_ = p.joined.Close()
}

// A place is what decides the part of a row.
type place struct {
	puzzle, point uint64 // points of its puzzle, and of its value with by
	old           int    // its part of an earlier division, from 1; 0: it is new
}

// add keeps a row. values are the values of its class, as appendValue writes them.
func (p *plan) add(at place, values, row []byte) error {
	class, err := p.classes.number(values)
	if err != nil {
		return err
	}
	p.count++
	p.sum += at.point
	p.text = binary.BigEndian.AppendUint64(p.text[:0], at.point)
	p.text = binary.BigEndian.AppendUint32(p.text, uint32(class))
	p.text = append(append(p.text, byte(at.old)), row...)
	err = p.rows.Add(p.text)
	if err == nil && p.by != "" {
		err = p.pairs.Add(spill.Entry{at.puzzle, at.point, uint64(at.old)})
	}
	if err == nil {
		err = p.points.Add(spill.Entry{at.point, uint64(class), uint64(at.old)})
	}
	return err
}

// decide decides the parts of all rows.
func (p *plan) decide(ctx context.Context, progress *pipeline.Progress) error {
	p.order = p.newOrder()
	p.sizes = make([]classSize, len(p.classes.values))
	for class := range p.sizes {
		p.sizes[class].kept = make([]int64, len(p.parts)+1)
	}
	if p.by != "" {
		if err := p.join(ctx, progress.Begin("comparing", 2*p.count)); err != nil {
			return err
		}
	}
	if err := p.group(ctx, progress.Begin("sorting", p.count)); err != nil || !p.exact {
		return err
	}
	wanted, err := p.wanted()
	if err != nil {
		return err
	}
	return p.cut(ctx, wanted, progress.Begin("dividing", p.counted))
}

// newOrder returns the order. It depends on all points, so on the seed and the parts, and on the
// purpose. A part of an earlier division so gets another order.
func (p *plan) newOrder() draw.Sequence {
	return draw.NewSequence(p.sum, fmt.Sprintf("%d rows by %q", p.count, p.classes.columns))
}

// place returns the place of a group in the order. Different points have different places.
func (p *plan) place(point uint64) uint64 { return min(p.order.Of(point), beyond-1) }

// byName returns the numbers of all classes in the order of their values.
func (p *plan) byName() []int {
	numbers := make([]int, len(p.sizes))
	for i := range numbers {
		numbers[i] = i
	}
	slices.SortFunc(numbers, func(a, b int) int { return strings.Compare(p.classes.values[a], p.classes.values[b]) })
	return numbers
}

// wanted returns the wanted rows of each class for each part, without the kept ones.
func (p *plan) wanted() ([][]int64, error) {
	shares, err := sharesOf(p.parts, p.count-p.torn)
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
		wanted[names[i]] = missing(rows, p.sizes[names[i]].kept)
	}
	return wanted, nil
}

// missing returns how many of the other rows each part gets, if some rows are kept in their parts.
// If parts have more than is wanted, the others share the rest by what they lack.
func missing(wanted, kept []int64) []int64 {
	others, lacks := sum(wanted), int64(0)
	lack := make([]int64, len(wanted))
	for part := range wanted {
		others -= kept[part]
		lack[part] = max(0, wanted[part]-kept[part])
		lacks += lack[part]
	}
	if lacks == others {
		return lack
	}
	var shares []*big.Rat
	for _, rows := range lack {
		shares = append(shares, big.NewRat(rows, lacks))
	}
	return apportion(shares, []int64{others})[0]
}

// cut divides the groups of each class in their order. If there is one class, its largest groups are placed first where
// a part would be empty, or with by where parts then miss less. It reports parts that get nothing.
func (p *plan) cut(ctx context.Context, wanted [][]int64, stage *pipeline.Stage) error {
	for _, rows := range wanted {
		p.cuts = append(p.cuts, newDivision(rows, nil, false))
	}
	p.largest = sortLargest(p.largest)
	other := newDivision(wanted[0], p.largest, int64(len(p.largest)) == p.sizes[0].groups)
	err := p.each(ctx, p.groups, stage, func(e spill.Entry) error {
		class, g := int(e[0]), sizedGroup{e[1], int64(e[2])}
		if p.cuts[class].add(g); class == 0 {
			other.add(g)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if d := p.cuts[0]; other.empty() < d.empty() || p.by != "" && other.empty() == d.empty() && other.off() < d.off() {
		p.cuts[0], p.placed = other, true
	}
	got := make([][]int64, len(wanted))
	for class, d := range p.cuts {
		for part, rows := range d.got {
			got[class] = append(got[class], rows+p.sizes[class].kept[part])
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

// replay calls do with every record, its point and its part, in input order.
func (p *plan) replay(ctx context.Context, do func(point uint64, part int, row []byte) error, stage *pipeline.Stage) error {
	if err := p.rows.Rewind(); err != nil {
		return err
	}
	decided, err := spill.NewSet(p.decided, p.dir, sortMemory)
	if err != nil {
		return err
	}
	defer func() { _ = decided.Close() }() // the file is temporary
	joined, lookup := spill.NewLookup(p.joined), spill.NewLookup(decided)
	var shares ends
	if !p.exact {
		shares = endsOf(p.parts)
	}
	return later.Walk(ctx, stage, p.rows.Next, func(text []byte) error {
		value, class, old := binary.BigEndian.Uint64(text), int(binary.BigEndian.Uint32(text[8:])), int(text[12])
		point, err := p.pointOf(joined, value)
		if err != nil {
			return err
		}
		decision, isDecided, err := lookup.Find([2]uint64{point})
		part := int(decision)
		switch {
		case err != nil:
			return err
		case old > 0:
			part = old - 1
		case isDecided && part <= maxParts:
		case !p.exact:
			part = shares.of(point)
		default:
			if isDecided {
				class = part - mixedClass
			}
			part = p.cuts[class].of(p.place(point))
		}
		return do(point, part, text[13:])
	})
}

// mixedClass plus a class is a decision of plan.decided; less is a part, or no part.
const mixedClass = maxParts + 1
