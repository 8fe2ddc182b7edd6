package formats

import (
	"slices"
	"strings"
	"testing"
)

func TestChooseArrays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ names, want string }{
		{"puzzles.npy solutions.npy", "puzzles.npy"},
		{"solutions.npy quizzes.npy", "quizzes.npy"},
		{"X.npy y.npy", "X.npy"},
		{"x_train.npy y_train.npy x_test.npy y_test.npy", "x_train.npy x_test.npy"},
		{"train_puzzles.npy train_solutions.npy", "train_puzzles.npy"},
		{"train/inputs.npy train/labels.npy test/inputs.npy", "train/inputs.npy test/inputs.npy"},
		{"all__inputs.npy all__labels.npy all__puzzle_identifiers.npy all__puzzle_indices.npy all__group_indices.npy", "all__inputs.npy"},
		{"puzzles.npy x.npy", "puzzles.npy"},
		{"starting_cells.npy solution_cells.npy", "starting_cells.npy"},
		{"puzzle_solutions.npy puzzle.npy", "puzzle.npy"},
		{"data.npy", "data.npy"},
		{"data.npy labels.npy", "data.npy"},
		{"solutions.npy", "solutions.npy"},
		{"arr_0.npy", "arr_0.npy"},
		{"arr_0.npy arr_1.npy", "arr_0.npy"},
		{"a.npy b.npy", ""},
		{"", ""},
		{"a.txt b.npy", "a.txt b.npy"},
		{"puzzles.csv", "puzzles.csv"},
		{".npy", ".npy"},
	} {
		names := strings.Fields(tt.names)
		if got := ChooseArrays(names); !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s: %q, want %s", tt.names, got, tt.want)
		}
	}
}
