package parts

// What a manifest may say: the file may come from elsewhere.

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// limits are the numbers of a manifest that may be out of range.
type limits []limit

// A limit says which values a number of a manifest may have.
type limit struct {
	field              string
	value, least, most int64
}

// manyBytes limits sizes and counts, whose sums must not overflow.
const manyBytes = 1 << 60

func (l *limits) add(field string, value, least, most int64) {
	*l = append(*l, limit{field, value, least, most})
}

// exact adds a number that others imply.
func (l *limits) exact(field string, value, want int64) { l.add(field, value, want, want) }

// check returns an error for the first number that is out of range.
func (l limits) check() error {
	for _, n := range l {
		switch {
		case n.value >= n.least && n.value <= n.most:
		case n.least == n.most:
			return fmt.Errorf("%w: %s is %d, want %d", errDamaged, n.field, n.value, n.least)
		default:
			return fmt.Errorf("%w: %s is %d, want %d to %d", errDamaged, n.field, n.value, n.least, n.most)
		}
	}
	return nil
}

// possible returns errDamaged, wrapped, if the manifest contradicts itself.
func (m *Manifest) possible() error {
	var l limits
	files := int64(1)
	if m.HoldsRecords {
		files = 2
	}
	l.exact("schema_version", int64(m.SchemaVersion), manifestSchemaVersion)
	l.add("own", int64(m.Own), 0, int64(len(m.Inputs)))
	l.add("shards", int64(m.Shards), 0, math.MaxInt32)
	l.exact("the number of outputs", int64(len(m.Outputs)), files)
	for _, in := range m.Inputs {
		l.add("the size of "+in.Name, in.Size, 0, manyBytes)
	}
	if err := l.check(); err != nil { // what follows indexes with these
		return err
	}
	l = nil
	for i, o := range m.Outputs {
		l.add(fmt.Sprintf("outputs %d size", i+1), o.Checkpoint.Size, int64(len(o.Checkpoint.Head)), manyBytes)
		if o.Whole != nil {
			l.add(fmt.Sprintf("outputs %d whole.size", i+1), o.Whole.Size, int64(len(o.Whole.Head)), manyBytes)
		}
	}
	m.borderLimits(&l, "from", m.From)
	m.borderLimits(&l, "to", m.To)
	l.add("limit", int64(m.Limit), 0, math.MaxInt64)
	statLimits(&l, "statistics.", &m.Stats)
	if at := m.Checkpoint; at != nil {
		m.checkpointLimits(&l, at)
	}
	if err := l.check(); err != nil {
		return err
	}
	if shown := strings.Join(append(m.Stats.Engines, m.Engine, m.Solved, m.Stats.Unverified), ""); console.Printable(shown) != shown {
		return fmt.Errorf("%w: unprintable words", errDamaged)
	}
	return m.possibleHead()
}

// possibleHead checks what merge needs of the form of the answers.
func (m *Manifest) possibleHead() error {
	form, err := m.Kind.Form(m.Order)
	if m.Kind != 0 && err != nil {
		return fmt.Errorf("%w: kind: %w", errDamaged, err)
	}
	var l limits
	switch n := int64(len(m.Whole)); {
	case m.Kind == 0 || m.Stats.TextOut == 0:
		l.exact("head", int64(m.Head), 0)
	case m.Kind.IsCounted() && m.To.Number > 0:
		l.exact("head", int64(m.Head), int64(len(form.AppendCountedHeader(nil, m.To.Number-m.From.Number))))
	default:
		l.exact("head", int64(m.Head), n)
	}
	return l.check()
}

// borderLimits adds the numbers of a border.
func (m *Manifest) borderLimits(l *limits, name string, b border) {
	for _, side := range []struct {
		name   string
		at     pipeline.Border
		inputs []input
	}{{name + ".input.", b.Input, m.Inputs[:m.Own]}, {name + ".other.", b.Other, m.Inputs[m.Own:]}} {
		size, n := int64(0), len(side.inputs)
		if i := side.at.Input; i >= 0 && i < n {
			size = side.inputs[i].Size
		}
		l.add(side.name+"Input", int64(side.at.Input), 0, int64(n))
		l.add(side.name+"Raw", side.at.At.Raw, 0, size)
		l.add(side.name+"Text", side.at.At.Text, -1, manyBytes)
		l.add(side.name+"Records", side.at.At.Records, -1, manyBytes)
		l.add(side.name+"Lines", side.at.At.Lines, -1, manyBytes)
	}
}

// statLimits adds the numbers of statistics.
func statLimits(l *limits, name string, s *pipeline.Stats) {
	all := reflect.ValueOf(s).Elem()
	for _, f := range reflect.VisibleFields(all.Type()) {
		switch n := all.FieldByIndex(f.Index); {
		case n.CanInt():
			l.add(name+f.Name, n.Int(), 0, manyBytes)
		case n.CanUint():
			l.add(name+f.Name, int64(min(n.Uint(), math.MaxInt64)), 0, manyBytes)
		}
	}
}

// checkpointLimits adds the numbers of a checkpoint. Raw counts every byte of the inputs before it,
// unless one could not be read, is no file, or has records that the run skips.
func (m *Manifest) checkpointLimits(l *limits, at *pipeline.Checkpoint) {
	l.add("checkpoint.Input", int64(at.Input), 0, int64(max(1, m.Own)-1))
	input := min(max(at.Input, 0), m.Own)
	skips := m.Options["skip"] != nil
	unknown, sizes, size := skips || at.Stats.Unreadable > 0, int64(0), int64(manyBytes)
	for _, in := range m.Inputs[:input] {
		sizes += in.Size
		unknown = unknown || in.Digest == ""
	}
	if input < m.Own && m.Inputs[input].Digest != "" {
		size = m.Inputs[input].Size
	}
	records, text := at.Records-at.Before, at.Text
	if at.Border.Raw == 0 {
		text = manyBytes
	}
	l.add("checkpoint.Raw", at.Raw, 0, manyBytes)
	if !unknown {
		l.exact("checkpoint.Raw", at.Raw, sizes)
	}
	if !skips {
		l.exact("checkpoint.Records", at.Records, at.Stats.Puzzles()+at.Stats.LeftOut)
		l.add("the records after checkpoint.Border", records-at.Border.Records, 0, text-at.Border.Text)
	}
	if at.Input == 0 {
		l.exact("checkpoint.Before", at.Before, 0)
	}
	statLimits(l, "checkpoint.Stats.", &at.Stats)
	for _, n := range []struct {
		field       string
		value, most int64
	}{
		{"Before", at.Before, at.Records},
		{"Unchecked", at.Unchecked, at.Raw},
		{"Text", at.Text, at.Stats.TextIn},
		{"Problems", int64(at.Problems), math.MaxInt32},
		{"Member", int64(at.Member), math.MaxInt32},
		{"Border.Raw", at.Border.Raw, size},
		{"Border.Text", at.Border.Text, at.Border.Raw},
		{"Border.Records", at.Border.Records, min(records, at.Border.Raw)},
		{"Border.Lines", at.Border.Lines, at.Border.Raw},
	} {
		l.add("checkpoint."+n.field, n.value, 0, n.most)
	}
	switch {
	case !m.Numbered && !at.Header:
		l.exact("checkpoint.Stats.TextOut", at.Stats.TextOut, 0)
	case m.Numbered && at.Records > 0:
		l.add("checkpoint.Stats.TextOut", at.Stats.TextOut, at.Records, manyBytes)
	}
}

// A same is a field that two manifests of one run agree in.
type same struct {
	field   string
	is, was any
}

// unlike returns an error that names the first field with two values.
func unlike(fields []same) error {
	for _, f := range fields {
		if !reflect.DeepEqual(f.is, f.was) {
			return fmt.Errorf("%w: %s is %.40q, not %.40q", errDamaged, f.field, fmt.Sprint(f.is), fmt.Sprint(f.was))
		}
	}
	return nil
}

// alike returns an error unless the answers of two shares belong together. A share without answers may not
// know their form.
func (m *Manifest) alike(first *Manifest) error {
	fields := []same{
		{"engine", m.Engine, first.Engine},
		{"limit", m.Limit, first.Limit},
		{"solved", m.Solved, first.Solved},
		{"puzzles", m.Puzzles, first.Puzzles},
		{"named", m.Named, first.Named},
	}
	if m.Kind != 0 && first.Kind != 0 {
		fields = append(fields, same{"kind", m.Kind, first.Kind}, same{"order", m.Order, first.Order}, same{"paired", m.Paired, first.Paired})
	}
	if m.Head > 0 && first.Head > 0 {
		fields = append(fields, same{"whole", m.Whole, first.Whole})
	}
	return unlike(fields)
}
