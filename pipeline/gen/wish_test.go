package gen

import (
	"context"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// TestWishes checks every puzzle that is made with wishes against the solver and the rater, and that
// the puzzles do not depend on the workers, or on how many are made together.
func TestWishes(t *testing.T) {
	t.Parallel()
	s, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	rater, err := solver.NewRater(9)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		cfg  Config
		good func(i int, cells []uint8, tier solver.Tier, rating int) bool
	}{
		"tier": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"closure"}}}},
			func(_ int, _ []uint8, tier solver.Tier, _ int) bool { return tier == solver.TierClosure },
		},
		"tiers in turn": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"search", "singles"}, InTurn: true}}},
			func(i int, _ []uint8, tier solver.Tier, _ int) bool {
				return tier == []solver.Tier{solver.TierSearch, solver.TierSingles}[i%2]
			},
		},
		"rating and clues": {
			Config{Wishes: []Wish{{Column: "rating", From: 12, To: 25}}, Options: generate.Options{Clues: 25, MaxClues: 27, Symmetry: generate.Rotational}},
			func(_ int, cells []uint8, _ solver.Tier, rating int) bool {
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
			cfg.Options.Order, cfg.Options.Seed, cfg.Count, cfg.Jobs = 9, 3, 90, 1
			want, _ := made(t, cfg)
			for i, line := range strings.Fields(want) {
				cells := cellsOf(t, line)
				rating := make([]solver.Rating, 1)
				rater.Rate(rating, cells)
				result := s.Solve(append([]uint8(nil), cells...))
				if !result.Unique() || !tt.good(i, cells, solver.TierOf(cells, result), int(rating[0])) {
					t.Errorf("puzzle %d: rating %d, %+v: %s", i, rating[0], result, line)
				}
			}
			cfg.Jobs = 3
			if got, _ := made(t, cfg); got != want {
				t.Error("3 workers made other puzzles")
			}
			cfg.Count = 41
			head, _ := made(t, cfg)
			cfg.First, cfg.Count = 41, 90
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
		"a tier in turn": {
			Config{Wishes: []Wish{{Column: "tier", Values: []string{"singles", "search"}, InTurn: true}}, Options: generate.Options{Easy: true, MaxTries: 900}},
			"record 2: no such puzzle found in 900 tries with at most 0 guesses, tier search; their tier: closure, singles",
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
		`unknown column "colour" (known: `:    {Column: "colour", Values: []string{"red"}},
		`tier: unknown value "hard" (known: `: {Column: "tier", Values: []string{"hard"}},
		"rating: no value is wanted":          {Column: "rating", From: 2, To: 1},
		"clues: no value is wanted":           {Column: "clues", InTurn: true},
		`unknown column "isomorph_of" (known: puzzle, clues, file, solution, status, `: {Column: "isomorph_of", Values: []string{"1"}},
	} {
		cfg := Config{Options: generate.Options{Order: 9}, Wishes: []Wish{wish}}
		if err := cfg.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
