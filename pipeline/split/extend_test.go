package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// components returns the least row of the component of each row, found in memory. Rows with the same
// canonical form are in one component, and with by also rows with the same second field.
func components(t *testing.T, rows []string, by bool) []int {
	t.Helper()
	canonicalizer, first, root := solver.NewCanonicalizer(), map[string]int{}, make([]int, len(rows))
	form := make([]uint8, 81)
	for i, row := range rows {
		root[i] = i
		puzzle, value, _ := strings.Cut(row, ",")
		canonicalizer.Canonical(form, cellsOf(t, puzzle))
		keys := []string{formats.Format(form)}
		if by {
			keys = append(keys, value)
		}
		for _, key := range keys {
			other, known := first[key]
			if !known {
				first[key] = i
				continue
			}
			old, least := root[i], min(root[i], root[other])
			for j := range i + 1 {
				if root[j] == old || root[j] == root[other] && j != other {
					root[j] = least
				}
			}
			root[other] = least
		}
	}
	return root
}

// wantWhole wants each component to be in one part, and returns the number of components.
func wantWhole(t *testing.T, parts []string, by bool) int {
	t.Helper()
	var all []string
	var in []int
	for part, text := range parts {
		for _, row := range rowsOf(t, text, header) {
			all, in = append(all, strings.TrimSpace(row)), append(in, part)
		}
	}
	distinct := map[int]bool{}
	for i, root := range components(t, all, by) {
		if distinct[root] = true; in[i] != in[root] {
			t.Errorf("%s is in part %d, and %s in part %d", all[i], in[i], all[root], in[root])
		}
	}
	return len(distinct)
}

// linked makes rows with isomorphs of puzzles and values of groups, so that chains join them.
func linked(t *testing.T, from, to int) (rows []string) {
	t.Helper()
	isomorpher, cells := generate.NewIsomorpher(geometry.Of(9), 3), make([]uint8, 81)
	for i, line := range pipetest.Demo(t, "@demo", to)[from:] {
		i += from
		values := []int{i}
		switch {
		case i%40 < 20: // chains of 20 puzzles
			values = []int{i, i + 1}
		case i%10 == 0:
			values = []int{i, i + 40, i} // components that join others
		}
		for n, value := range values {
			isomorpher.Isomorph(cells, cellsOf(t, line), uint64(n))
			rows = append(rows, fmt.Sprintf("%s,%d\n", formats.Format(cells), value*7919%1009))
		}
	}
	return rows
}

// TestByComponents wants rows that equal values and isomorphs join in one part, also over long chains, and
// the same parts for any number of workers and order of rows.
func TestByComponents(t *testing.T) {
	t.Parallel()
	all := linked(t, 0, 400)
	for _, exact := range []bool{false, true} {
		var first [][]string
		for i, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 300}} {
			parts, summary := mustInto(t, "a=50,b=30,c", Config{Config: run, By: "level", Exact: exact}, pipetest.Text("in.csv", header+strings.Join(all, "")))
			if n := wantWhole(t, parts, true); int64(n) != summary.Groups || n > 300 || summary.Joined < 100 || summary.Solved != int64(len(all)) {
				t.Errorf("%d components, %+v", n, summary)
			}
			var sets [][]string
			for _, part := range parts {
				sets = append(sets, slices.Sorted(slices.Values(rowsOf(t, part, header))))
			}
			if i == 0 {
				first = sets
				all = slices.Clone(all)
				rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			} else if !slices.EqualFunc(sets, first, slices.Equal) {
				t.Errorf("exact %v: other parts", exact)
			}
		}
	}
	one := header + strings.Repeat(pipetest.Puzzle9+",1\n", 3) + pipetest.Puzzle9 + ",2\n"
	if _, _, err := into(t.Context(), t, "a,b=50", Config{By: "level"}, pipetest.Text("in.csv", one)); err == nil || !strings.Contains(err.Error(), "has 0 of 4 rows") {
		t.Errorf("%v", err)
	}
}

// extended extends the parts of an earlier split by rows, and checks that old rows stay and what must
// be together is.
func extended(t *testing.T, spec string, cfg Config, old []string, added []string) ([]string, *Summary) {
	t.Helper()
	var inputs []pipeline.Input
	for i, part := range old {
		inputs = append(inputs, pipetest.Text(fmt.Sprintf("old%d.csv", i), part))
	}
	cfg.Extend = true
	parts, summary := mustInto(t, spec, cfg, append(inputs, pipetest.Text("new.csv", header+strings.Join(added, "")))...)
	got := 0
	for i := range parts {
		if !strings.HasPrefix(parts[i], old[i]) {
			t.Errorf("part %d does not begin with its old rows", i)
		}
		got += strings.Count(parts[i][len(old[i]):], "\n")
		wantSubsequence(t, slices.Collect(strings.Lines(parts[i][len(old[i]):])), added)
	}
	if got+int(summary.LeftOut) != len(added) {
		t.Errorf("%d rows are new, and %d left out, of %d", got, summary.LeftOut, len(added))
	}
	wantWhole(t, parts, cfg.By != "")
	return parts, summary
}

// TestExtend adds rows to parts that were made in each way, with another seed or in the same way.
func TestExtend(t *testing.T) {
	t.Parallel()
	text := header + strings.Join(linked(t, 0, 120), "")
	added := append(linked(t, 60, 300), linked(t, 0, 10)...)
	for _, cfg := range []Config{{}, {Exact: true}, {By: "level"}, {By: "level", Exact: true}} {
		for _, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 300}} {
			cfg.Config = run
			old, _ := mustInto(t, "a=60,b=40", cfg, pipetest.Text("in.csv", text))
			parts, summary := extended(t, "a=60,b=40", cfg, old, added)
			if summary.Old != int64(strings.Count(text, "\n")-1) || summary.Torn != summary.LeftOut || summary.Torn > 60 {
				t.Errorf("%+v", summary)
			}
			if cfg.Exact && cfg.By == "" { // large components are in b
				if share := float64(summary.Rows[0]) / float64(sum(summary.Rows)); math.Abs(share-0.6) > 0.02 {
					t.Errorf("%v", summary.Rows)
				}
			}
			again, _ := extended(t, "a=60,b=40", cfg, parts, nil)
			if !slices.Equal(parts, again) {
				t.Error("other parts without new rows")
			}
			if cfg.By == "" && !cfg.Exact {
				whole, _ := mustInto(t, "a=60,b=40", cfg, pipetest.Text("in.csv", text+strings.Join(added, "")))
				if !slices.Equal(parts, whole) {
					t.Error("other parts than those of all rows at once")
				}
			}
		}
	}
}

// TestExtendClasses fills each class of exact parts up to its share, and gives nothing to a part that
// has too much.
func TestExtendClasses(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 500)
	row := func(i, level int) string { return fmt.Sprintf("%s,%d\n", lines[i], level) }
	old := []string{header, header, header}
	var added []string
	for i := range 500 {
		switch {
		case i < 60: // level 0: 40, 20, 0 rows
			old[i/40] += row(i, 0)
		case i < 100: // level 1: all in b
			old[1] += row(i, 1)
		case i == 100: // c would be empty
			old[2] += row(i, 2)
		default:
			added = append(added, row(i, i%2))
		}
	}
	cfg := Config{Exact: true, Stratify: []string{"level"}}
	parts, _ := extended(t, "a=50,b=10,c=40", cfg, old, added)
	var got [3][3]int
	for i, part := range parts {
		for _, row := range rowsOf(t, part, header) {
			got[row[82]-'0'][i]++
		}
	}
	// 259 rows of level 0 are 130, 26, 104. Of 240 rows of level 1 b has 40 in place of 24, so a and c
	// share 200 rows as 120 to 96.
	if want := [3][3]int{{130, 26, 103}, {111, 40, 89}, {0, 0, 1}}; got != want && got != [3][3]int{{129, 26, 104}, {111, 40, 89}, {0, 0, 1}} {
		t.Errorf("%v", got)
	}
}

// TestExtendTorn leaves out rows that belong to two parts, and refuses parts that are no division.
func TestExtendTorn(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 9)
	old := []string{header + lines[0] + ",x\n", header + lines[1] + ",y\n"}
	added := []string{lines[0] + ",y\n", lines[2] + ",x\n", lines[2] + ",y\n", lines[3] + ",z\n"}
	for _, exact := range []bool{false, true} {
		cfg := Config{By: "level", Exact: exact}
		_, summary := extended(t, "a=50,b=50", cfg, old, added)
		if summary.Torn != 3 || summary.LeftOut != 3 || sum(summary.Rows) != 3 {
			t.Errorf("%+v", summary)
		}
		_, summary = extended(t, "a=50,b=50", cfg, old, []string{lines[2] + ",x\n", lines[1] + ",q\n", lines[4] + ",q\n"})
		if !slices.Equal(summary.Rows, []int64{2, 3}) {
			t.Errorf("%+v", summary)
		}
		for _, by := range []string{"", "level"} {
			cfg := Config{By: by, Exact: exact, Extend: true}
			for second, what := range map[string]string{lines[0] + ",z\n": "equal or isomorphic puzzles", lines[1] + ",x\n": "the same value of level"} {
				_, _, err := into(t.Context(), t, "a=50,b=50", cfg, pipetest.Text("a.csv", old[0]), pipetest.Text("b.csv", header+second), pipetest.Text("new.csv", header+lines[5]+",7\n"))
				want := "the parts a and b of the earlier split both have rows that must be in one part: " + what
				if by == "" && strings.HasPrefix(what, "the same") {
					want = ""
				}
				if fmt.Sprint(err) == "<nil>" != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
					t.Errorf("by %q: %v, want %s", by, err, want)
				}
			}
		}
	}
	// An old row stays, also if it leaks, and a new row goes to it even if its point says otherwise.
	cfg := Config{Against: []pipeline.Input{pipetest.Text("x", lines[0]+"\n"+lines[4])}}
	_, summary := extended(t, "a=1,b=99", cfg, old, []string{lines[5] + ",1\n"})
	if sum(summary.Leaks) != 0 || summary.Rows[0] < 1 {
		t.Errorf("%+v", summary)
	}
	missing := pipeline.Files([]string{"missing.csv"}, corpus.Options{})[0]
	_, _, err := into(t.Context(), t, "a", Config{Extend: true}, missing, pipetest.Text("new.csv", old[0]))
	if err == nil || !strings.Contains(err.Error(), "missing.csv") {
		t.Errorf("%v", err)
	}
	if _, _, err := into(t.Context(), t, "a,b=50", Config{Extend: true}, missing); err == nil || !strings.Contains(err.Error(), "an input for each part") {
		t.Errorf("%v", err)
	}
}

// TestContract wants the nodes of each component, and no others, to have one point.
func TestContract(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	for nodes := 4; nodes < 60; nodes += 11 {
		for shape := range 3 {
			p := &plan{dir: t.TempDir()}
			edges, root := p.sorter(), make([]int, nodes)
			for i := range root {
				root[i] = i
			}
			for i := range nodes - 1 {
				a, b := i, i+1 // a path
				switch shape {
				case 1: // a path to and fro between small and great numbers
					a, b = (i+1)/2, nodes-1-i/2
				case 2:
					a, b = random.IntN(nodes), random.IntN(nodes)
				}
				if a == b {
					continue
				}
				if err := addEdge(edges, uint64(a), uint64(b)); err != nil {
					t.Fatal(err)
				}
				for j, from, to := 0, root[a], root[b]; j < nodes; j++ {
					if root[j] == from {
						root[j] = to
					}
				}
			}
			points, err := p.contract(t.Context(), edges)
			if err != nil {
				t.Fatal(err)
			}
			of, lookup := map[uint64]int{}, spill.NewLookup(points)
			alone := 0
			for i := range nodes {
				point, found, err := lookup.Find([2]uint64{uint64(i)})
				if err != nil {
					t.Fatal(err)
				}
				if !found {
					alone++
					continue
				}
				if r, known := of[point]; known && r != root[i] {
					t.Errorf("shape %d, %d nodes: two components have one point", shape, nodes)
				}
				of[point] = root[i]
			}
			distinct := map[int]bool{}
			for _, r := range root {
				distinct[r] = true
			}
			if len(of)+alone != len(distinct) {
				t.Errorf("shape %d, %d nodes: %d points, want %d", shape, nodes, len(of)+alone, len(distinct))
			}
			_ = points.Close()
		}
	}
}

// TestContractPoints joins many values to pairs. Their points must be as even as the points of single values: the least
// of two values is not. They must stay the same in later versions, as the parts do.
func TestContractPoints(t *testing.T) {
	t.Parallel()
	const pairs = 2000
	random := rand.New(rand.NewPCG(7, 8))
	p := &plan{dir: t.TempDir()}
	edges := p.sorter()
	values := make([]uint64, pairs)
	for i := range values {
		values[i] = random.Uint64()
		if err := addEdge(edges, values[i], random.Uint64()); err != nil {
			t.Fatal(err)
		}
	}
	points, err := p.contract(t.Context(), edges)
	if err != nil {
		t.Fatal(err)
	}
	lookup, low, sum := spill.NewLookup(points), 0, uint64(0)
	for _, value := range values {
		point, found, err := lookup.Find([2]uint64{value})
		if !found || err != nil {
			t.Fatal(found, err)
		}
		sum ^= point
		if point < 1<<63 {
			low++
		}
	}
	_ = points.Close()
	if low < pairs*45/100 || low > pairs*55/100 || sum != 0x7f7a575c502ce51b {
		t.Errorf("%d of %d points are in the lower half; all together %#x", low, pairs, sum)
	}
}
