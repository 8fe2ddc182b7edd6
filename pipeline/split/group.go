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
	err := each(ctx, p.points, stage, func(e spill.Entry) error {
		point, class := e[0], int(e[1])
		if g.size > 0 && point == g.point && class == g.at {
			g.size++
			g.run++
			return nil
		}
		p.settle(&g)
		if g.size > 0 && point != g.point {
			if err := p.addGroup(&g); err != nil {
				return err
			}
			g = group{}
		}
		g.point, g.at, g.run = point, class, 1
		g.size++
		return nil
	})
	if err != nil || g.size == 0 {
		return err
	}
	p.settle(&g)
	return p.addGroup(&g)
}

// settle counts the rows of class at, after the last of them.
func (p *plan) settle(g *group) {
	if g.run > g.most || g.run > 0 && g.run == g.most && p.classes.values[g.at] < p.classes.values[g.class] {
		g.class, g.most = g.at, g.run
	}
}

func (p *plan) addGroup(g *group) error {
	p.counted++
	size := &p.sizes[g.class]
	size.rows += g.size
	size.groups++
	if g.most < g.size {
		if err := p.several.Add(spill.Entry{g.point, 0, uint64(g.class)}); err != nil {
			return err
		}
	}
	return p.groups.Add(spill.Entry{uint64(g.class), p.place(g.point), uint64(g.size)})
}
