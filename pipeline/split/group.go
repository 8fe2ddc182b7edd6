package split

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// This file finds the groups of a plan, and the class of each.

// A group is the rows with one point.
type group struct {
	point uint64
	size  int64
	class int   // of most rows so far, without the rows of class at
	most  int64 // rows of that class
	at    int   // class of the last row
	run   int64 // rows of that class
}

// group finds the groups, and their classes.
func (p *plan) group(ctx context.Context, stage *pipeline.Stage) error {
	var g group
	owners := owner{parts: p.parts, what: sameClass}
	err := p.each(ctx, p.points, stage, func(e spill.Entry) error {
		if g.size > 0 && e[0] != g.point {
			if err := p.addGroup(&g); err != nil {
				return err
			}
			g = group{}
		}
		if class := int(e[1]); g.size == 0 || class != g.at {
			p.settle(&g)
			g.point, g.at, g.run = e[0], class, 0
		}
		g.size++
		g.run++
		p.from[e[2]]++
		if p.by == "" {
			return owners.see(e[0], e[2])
		}
		return nil
	})
	if err != nil || g.size == 0 {
		return err
	}
	return p.addGroup(&g)
}

// settle counts the rows of class at, after the last of them.
func (p *plan) settle(g *group) {
	if g.run > g.most || g.run > 0 && g.run == g.most && p.classes.values[g.at] < p.classes.values[g.class] {
		g.class, g.most = g.at, g.run
	}
}

func (p *plan) addGroup(g *group) error {
	p.settle(g)
	p.counted++
	size := &p.sizes[g.class]
	size.rows += g.size
	size.groups++
	added := p.from[0]
	part, parts := p.keep(size)
	if g.most < g.size {
		p.mixed++
	}
	switch {
	case parts == 0 && g.most < g.size:
		part = mixedClass + g.class
	case parts == 1:
		size.kept[part] += added
	case parts > 1: // rows with the new ones join rows of these parts, but no part is right for all
		part = len(p.parts)
		p.torn += added
		size.rows -= added
	}
	if parts == 0 && p.exact {
		if len(p.classes.columns) == 0 && (g.size > 1 || len(p.largest) < maxLargest) {
			p.largest = append(p.largest, sizedGroup{p.place(g.point), g.size})
		}
		if len(p.largest) == 2*maxLargest {
			p.largest = sortLargest(p.largest)
		}
		if err := p.groups.Add(spill.Entry{uint64(g.class), p.place(g.point), uint64(g.size)}); err != nil {
			return err
		}
	}
	if added == 0 || part == 0 && parts == 0 {
		return nil
	}
	return p.decided.Add(spill.Entry{g.point, 0, uint64(part)})
}

// keep counts the old rows of the current group in their parts. It returns the number of these
// parts, and one of them.
func (p *plan) keep(size *classSize) (part, parts int) {
	for i, rows := range p.from[1:] {
		if size.kept[i] += rows; rows > 0 {
			part = i
			parts++
		}
	}
	clear(p.from)
	return part, parts
}
