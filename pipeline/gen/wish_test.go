package gen

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/where"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestWishes checks every puzzle that is made with wishes against the solver and the rater, and that
// the puzzles do not depend on the workers, or on how many are made together.
func TestWishes(t *testing.T) {
	t.Parallel()
	s, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	rater, err := solver.NewRater(geometry.Of(9))
	if err != nil {
		t.Fatal(err)
	}
	count := uint64(90)
	if testing.Short() {
		count = 18
	}
	for name, tt := range map[string]struct {
		cfg  Config
		good func(i int, cells []uint8, explained *explain.Rating, rating int) bool
	}{
		"tier": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"hard", "medium"}}}},
			func(_ int, _ []uint8, r *explain.Rating, _ int) bool {
				return r.Tier() == explain.Hard || r.Tier() == explain.Medium
			},
		},
		"tiers in turn": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"expert", "easy"}, InTurn: true}}},
			func(i int, _ []uint8, r *explain.Rating, _ int) bool {
				return r.Tier() == []explain.Tier{explain.Expert, explain.Easy}[i%2]
			},
		},
		"an expression": {
			Config{Config: pipeline.Config{Where: expression(`rating > 9 and tier != "beyond"`)}},
			func(_ int, _ []uint8, r *explain.Rating, rating int) bool {
				return rating > 9 && r.Tier() != explain.Beyond
			},
		},
		"techniques": {
			Config{Wishes: []Wish{{Column: "technique", Values: []string{"X-Wing", "Locked Candidates"}}}},
			func(_ int, _ []uint8, r *explain.Rating, _ int) bool {
				return slices.Contains([]string{"X-Wing", "Pointing", "Claiming"}, r.Hardest.String())
			},
		},
		"techniques in turn": {
			Config{Wishes: []Wish{{Column: "technique", Values: []string{"Forcing Chain", "UR", "Hidden Single"}, InTurn: true}}, Scale: explain.SE121},
			func(i int, _ []uint8, r *explain.Rating, _ int) bool {
				return r.Hardest.String() == []string{"Forcing Chain", "Unique Rectangle", "Hidden Single"}[i%3]
			},
		},
		"steps": {
			Config{Wishes: []Wish{{Column: "techniques", Values: []string{"Naked Triple", "Naked Pair"}}, {Column: "er", From: 4.5, To: 6}}},
			func(_ int, _ []uint8, r *explain.Rating, _ int) bool {
				steps := 0
				for _, name := range []string{"Naked Triplet", "Naked Pair"} {
					steps += int(r.Counts[explain.TechniquesNamed(name)[0]])
				}
				return steps > 0 && r.ER >= 45 && r.ER <= 60
			},
		},
		"only": {
			Config{Wishes: []Wish{
				{Column: "techniques", Values: []string{"naked pairs", "XY-Wing"}, Only: true},
				{Column: "techniques", Values: []string{"naked-pair", "y-wing"}},
			}},
			func(_ int, _ []uint8, r *explain.Rating, _ int) bool {
				for t, n := range r.Counts {
					name := explain.Technique(t).String()
					if least, _ := explain.Technique(t).Ratings(explain.Sukaku); n > 0 && least >= 30 && name != "Naked Pair" && name != "XY-Wing" {
						return false
					}
				}
				return r.ER == 30 || r.ER == 42
			},
		},
		"patterns and tiers in turn": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"medium", "easy"}, InTurn: true}}, Options: generate.Options{Patterns: patterns()[:2], PatternRun: 2}},
			func(i int, cells []uint8, r *explain.Rating, _ int) bool {
				for cell, clue := range patterns()[i/2%2] {
					if clue != (cells[cell] > 0) {
						return false
					}
				}
				return r.Tier() == []explain.Tier{explain.Medium, explain.Easy}[i%2]
			},
		},
		"rating and clues": {
			Config{Wishes: []Wish{{Column: "rating", From: 12, To: 25}}, Options: generate.Options{Clues: 25, MaxClues: 27, Symmetry: generate.Rotational}},
			func(_ int, cells []uint8, _ *explain.Rating, rating int) bool {
				n := 0
				for i, clue := range cells {
					if clue > 0 {
						n++
					}
					if (clue > 0) != (cells[80-i] > 0) {
						return false
					}
				}
				return rating >= 12 && rating <= 25 && n >= 25 && n <= 27
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := tt.cfg
			cfg.Options.Order, cfg.Options.Seed, cfg.Count, cfg.Jobs = 9, 3, count, 1
			want, _ := made(t, cfg)
			explainer := explain.New(explain.Options{Scale: cfg.Scale})
			for i, line := range strings.Fields(want) {
				cells := pipetest.Cells(t, bulk.Form{Kind: bulk.Line, Order: 9}, line)
				rating := make([]solver.Rating, 1)
				rater.Rate(rating, cells)
				explained := explainer.Rate(cells)
				result := s.Solve(slices.Clone(cells))
				if !result.Unique() || !tt.good(i, cells, &explained, int(rating[0])) {
					t.Errorf("puzzle %d: rating %d, %+v: %s", i, rating[0], result, line)
				}
			}
			cfg.Jobs = 3
			if got, _ := made(t, cfg); got != want {
				t.Error("3 workers made other puzzles")
			}
			cfg.Count = 41 * count / 90
			head, _ := made(t, cfg)
			cfg.First, cfg.Count = cfg.Count, count
			tail, _ := made(t, cfg)
			if head+tail != want {
				t.Error("two shares made other puzzles")
			}
		})
	}
}

// TestWishNotMet wants a run to fail at a wish that no puzzle meets, at the first such puzzle, after
// the tries that it may take, with the figures.
func TestWishNotMet(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		cfg  Config
		want string
	}{
		"a rating": {
			Config{Wishes: []Wish{{Column: "rating", From: 105, To: 110}}, Options: generate.Options{MaxTries: 1000}},
			"record 1: no such puzzle found in 1,000 tries with rating 105 to 110; their rating: ",
		},
		"a technique": {
			Config{Wishes: []Wish{{Column: "technique", Values: []string{"Naked Quad"}}, {Column: "er", From: 1, To: 5}}, Options: generate.Options{MaxTries: 900, Clues: 50}},
			"record 1: no such puzzle found in 900 tries with 50 clues, technique Naked Quad, er 1 to 5; their technique: Hidden Single; their er: 1.2 to ",
		},
		"a step": {
			Config{Wishes: []Wish{{Column: "techniques", Values: []string{"APE", "Jellyfish"}}, {Column: "er", From: 1, To: 5.2}}, Options: generate.Options{MaxTries: 300}},
			"record 1: no such puzzle found in 300 tries with a step APE or Jellyfish, er 1 to 5.2; their er: 1.2 to ",
		},
		"a tier in turn": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"easy", "beyond"}, InTurn: true}}, Options: generate.Options{Clues: 40, Easy: true, MaxTries: 900}},
			"record 2: no such puzzle found in 900 tries with 40 clues, at most 0 guesses, tier beyond; their tier: easy",
		},
		"an expression": {
			Config{Config: pipeline.Config{Where: expression("clues > 40 and er > 1")}, Options: generate.Options{MaxTries: 300}},
			"record 1: no such puzzle found in 300 tries with clues > 40 and er > 1",
		},
		"a pattern": {
			Config{Options: generate.Options{Patterns: patterns()[2:], MaxTries: 500}},
			"record 1: no such puzzle found in 500 tries with pattern 1",
		},
		"clues": {
			Config{Options: generate.Options{Clues: 17, MaxClues: 18, ClueTurns: true, Symmetry: generate.Full, MaxTries: 800}},
			"record 1: no such puzzle found in 800 tries with 17 clues, symmetry full",
		},
	} {
		for _, jobs := range []int{1, 4} {
			tt.cfg.Options.Order, tt.cfg.Count, tt.cfg.Jobs = 9, 1000, jobs
			var lines int
			tt.cfg.Output = writerFunc(func(p []byte) (int, error) { lines += strings.Count(string(p), "\n"); return len(p), nil })
			_, err := Run(t.Context(), tt.cfg)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %v, want %s", name, err, tt.want)
			}
		}
	}
}

// TestTries wants the first puzzle of each class to be given up sooner, unless the tries are set.
func TestTries(t *testing.T) {
	t.Parallel()
	turns := []Wish{{Column: "tier", Values: []string{"easy", "hard"}, InTurn: true}}
	for _, tt := range []struct {
		cfg  Config
		want []int
	}{
		{Config{Wishes: turns}, []int{100_000, 100_000, 1_000_000}},
		{Config{Config: pipeline.Config{Where: expression("clues > 40")}}, []int{100_000, 1_000_000, 1_000_000}},
		{Config{Wishes: turns, Options: generate.Options{MaxTries: 7}}, []int{7, 7, 7}},
		{Config{Options: generate.Options{Symmetry: generate.Full}}, []int{1_000_000, 1_000_000, 1_000_000}},
	} {
		tt.cfg.Options.Order = 9
		c, _, err := newChooser(&tt.cfg)
		if err != nil {
			t.Fatal(err)
		}
		for number, want := range tt.want {
			if got := c.triesFor(uint64(number)); got != want {
				t.Errorf("puzzle %d: %d tries, want %d", number, got, want)
			}
		}
	}
}

// patterns returns two patterns that many puzzles have, and one that hardly any has.
func patterns() (all [][]bool) {
	for _, picture := range []string{
		"x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x",
		"....xx..x...x.x....xx.xx.x.x.xx...xxx.xx.xx.xxx...xx.x.x.xx.xx....x.x...x..xx....",
		"xxx......" + "xxx......" + "xxx......" + "...xx.x.." + "........." + "....x.xx." + "...x..x.x" + "........." + "...x...xx",
	} {
		var pattern []bool
		for _, r := range picture {
			pattern = append(pattern, r == 'x')
		}
		all = append(all, pattern)
	}
	return all
}

func expression(text string) pipeline.Filter {
	e, err := where.Parse(text)
	if err != nil {
		panic(err)
	}
	return e
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestWishStops cancels a run that will never meet its wish.
func TestWishStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var progress pipeline.Progress
	cfg := Config{Options: generate.Options{Order: 9}, Wishes: []Wish{{Column: "rating", From: 110, To: 110}}, Count: 9}
	cfg.Jobs, cfg.Progress = 2, &progress
	cfg.Output = writerFunc(func(p []byte) (int, error) { return len(p), nil })
	go func() {
		for progress.Tried.Load() < 500 {
		}
		cancel()
	}()
	if _, err := Run(ctx, cfg); err == nil || ctx.Err() == nil {
		t.Errorf("the run ended with %v", err)
	}
}

// TestWishCheck wants impossible wishes to be refused before anything is made.
func TestWishCheck(t *testing.T) {
	t.Parallel()
	for want, wish := range map[string]Wish{
		`unknown column "colour" (known: `:       {Column: "colour", Values: []string{"red"}},
		`tier: unknown value "hardest" (known: `: {Column: "tier", Values: []string{"hardest"}},
		"rating: no value is wanted":             {Column: "rating", From: 2, To: 1},
		"clues: no value is wanted":              {Column: "clues", InTurn: true},
		`unknown column "isomorph_of" (known: `:  {Column: "isomorph_of", Values: []string{"1"}},
		`technique: the scale sukaku has no "YWng" (near: XY-Wing; the help of label lists all names)`: {Column: "technique", Values: []string{"X-Wing", "YWng"}},
		`techniques: the scale sukaku has no "gave up" (the help of label lists all names)`:            {Column: "techniques", Values: []string{"gave up"}},
	} {
		cfg := Config{Options: generate.Options{Order: 9}, Wishes: []Wish{wish}}
		if err := cfg.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestWishesClash wants wishes that exclude each other to be refused with their ratings, and no others.
func TestWishesClash(t *testing.T) {
	t.Parallel()
	tier := func(names ...string) Wish { return Wish{Column: "tier", Values: names} }
	hardest := func(names ...string) Wish { return Wish{Column: "technique", Values: names} }
	contains := func(names ...string) Wish { return Wish{Column: "techniques", Values: names} }
	only := func(names ...string) Wish { return Wish{Column: "techniques", Values: names, Only: true} }
	er := func(from, to float64) Wish { return Wish{Column: "er", From: from, To: to} }
	turns := tier("easy", "hard")
	turns.InTurn = true
	for _, tt := range []struct {
		wishes []Wish
		want   string
	}{
		{[]Wish{tier("medium", "easy"), hardest("APE")}, "no puzzle has tier medium or easy (er 1.0 to 2.8) and technique APE (er 6.2)"},
		{[]Wish{tier("medium", "expert"), hardest("APE")}, ""},
		{[]Wish{er(6.3, 7), hardest("APE", "VWXYZ-Wing")}, ""},
		{[]Wish{er(6.5, 7), hardest("APE", "VWXYZ-Wing")}, "no puzzle has er 6.5 to 7 and technique APE or VWXYZ-Wing (er 6.2 to 6.4)"},
		{[]Wish{tier("hard"), contains("Jellyfish", "X-Wing")}, ""},
		{[]Wish{tier("hard"), contains("Jellyfish")}, "no puzzle has tier hard (er 3.0 to 4.4) and a step Jellyfish (er 5.2 or more)"},
		{[]Wish{only("X-Wing"), contains("Hidden Pair")}, "no puzzle has only steps X-Wing or simpler (er 1.0 to 3.2) and a step Hidden Pair (er 3.4 or more)"},
		{[]Wish{only("Naked Pair", "XY-Wing"), contains("X-Wing")}, "and a step X-Wing (er 3.2 or more)"},
		{[]Wish{only("Forcing Chain"), contains("X-Cycle")}, "no puzzle has only steps Forcing Chain or simpler (er 1.0 or more) and a step X-Cycle (er 6.5 or more)"},
		{[]Wish{only("AIC"), contains("X-Cycle")}, ""},
		{[]Wish{er(6.5, 6.5), contains("UVWXYZ-Wing", "X-Cycle")}, ""},
		{[]Wish{only("Naked Pair", "XY-Wing"), hardest("X-Wing")}, "and technique X-Wing (er 3.2)"},
		{[]Wish{only("Naked Pair", "XY-Wing"), hardest("Naked Pair"), contains("Pointing")}, ""},
		{[]Wish{turns, hardest("X-Wing")}, "no puzzle has tier easy (er 1.0 to 1.5) and technique X-Wing (er 3.2)"},
		{[]Wish{tier("easy", "expert"), hardest("X-Wing", "Hidden Single"), er(2, 9)}, "no puzzle has tier easy or expert (er 1.0 to 6.5) and technique X-Wing or Hidden Single (er 1.0 to 3.2) and er 2 to 9"},
		{[]Wish{er(0, 0.9)}, "no puzzle has er 0 to 0.9 (1.0, 1.2, 1.5 and so on up to 11.9 in all puzzles known)"},
		{[]Wish{er(1.3, 1.4)}, "no puzzle has er 1.3 to 1.4 (1.0, 1.2, 1.5 and so on up to 11.9 in all puzzles known)"},
		{[]Wish{er(1.6, 1.8)}, ""},
		{[]Wish{er(1.8, 1.9), hardest("Direct Pointing")}, "and technique Direct Pointing (er 1.7)"},
		{[]Wish{er(11.95, math.Inf(1)), tier("beyond")}, "no puzzle has er 11.95 or more (1.0, 1.2, 1.5 and so on up to 11.9 in all puzzles known) and tier beyond (er 7.6 or more)"},
		{[]Wish{er(11.9, 12)}, ""},
		{[]Wish{er(10, math.Inf(1)), tier("beyond")}, ""},
	} {
		cfg := Config{Options: generate.Options{Order: 9}, Wishes: tt.wishes}
		if err := cfg.Check(); (err == nil) != (tt.want == "") || err != nil && !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.wishes, err, tt.want)
		}
	}
}
