package gen

import (
	"context"
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
			Config{Wishes: []Wish{{Column: "technique", Values: []string{"Naked Single"}}, {Column: "er", From: 1, To: 2.2}}, Options: generate.Options{MaxTries: 900}},
			"record 1: no such puzzle found in 900 tries with technique Naked Single, er 1 to 2.2; their technique: Direct Hidden Pair, Direct Pointing, Hidden Single, ",
		},
		"a step": {
			Config{Wishes: []Wish{{Column: "techniques", Values: []string{"APE", "Jellyfish"}}, {Column: "er", From: 1, To: 2}}, Options: generate.Options{MaxTries: 300}},
			"record 1: no such puzzle found in 300 tries with a step APE or Jellyfish, er 1 to 2; their er: 1.2 to 2, ",
		},
		"a tier in turn": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"easy", "beyond"}, InTurn: true}}, Options: generate.Options{Clues: 40, Easy: true, MaxTries: 900}},
			"record 2: no such puzzle found in 900 tries with 40 clues, at most 0 guesses, tier beyond; their tier: easy",
		},
		"an expression": {
			Config{Config: pipeline.Config{Where: expression("clues > 40 and er > 1")}, Options: generate.Options{MaxTries: 300}},
			"record 1: no such puzzle found in 300 tries with clues > 40 and er > 1",
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
		`unknown column "colour" (known: `:                                        {Column: "colour", Values: []string{"red"}},
		`tier: unknown value "hardest" (known: `:                                  {Column: "tier", Values: []string{"hardest"}},
		"rating: no value is wanted":                                              {Column: "rating", From: 2, To: 1},
		"clues: no value is wanted":                                               {Column: "clues", InTurn: true},
		`unknown column "isomorph_of" (known: `:                                   {Column: "isomorph_of", Values: []string{"1"}},
		`technique: the scale sukaku has no "XWing" (it has: Hidden Single, `:     {Column: "technique", Values: []string{"X-Wing", "XWing"}},
		`techniques: the scale sukaku has no "multiple" (it has: Hidden Single, `: {Column: "techniques", Values: []string{"multiple"}},
	} {
		cfg := Config{Options: generate.Options{Order: 9}, Wishes: []Wish{wish}}
		if err := cfg.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
