package bulk_test

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

func TestChooseArrays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ names, want string }{ // a plus joins the arrays that are read as one
		{"puzzles.npy solutions.npy", "puzzles.npy+solutions.npy"},
		{"solutions.npy quizzes.npy", "quizzes.npy+solutions.npy"},
		{"X.npy y.npy", "X.npy+y.npy"},
		{"x_train.npy y_train.npy x_test.npy y_test.npy", "x_train.npy+y_train.npy x_test.npy+y_test.npy"},
		{"trainX.npy trainY.npy testX.npy testY.npy", "trainX.npy+trainY.npy testX.npy+testY.npy"},
		{"train_puzzles.npy train_solutions.npy", "train_puzzles.npy+train_solutions.npy"},
		{"train/inputs.npy train/labels.npy test/inputs.npy", "train/inputs.npy+train/labels.npy test/inputs.npy"},
		{
			"all__inputs.npy all__labels.npy all__puzzle_identifiers.npy all__puzzle_indices.npy all__group_indices.npy",
			"all__inputs.npy+all__labels.npy+all__puzzle_identifiers.npy+all__puzzle_indices.npy+all__group_indices.npy",
		},
		{"puzzles.npy x.npy", "puzzles.npy+x.npy"},
		{"starting_cells.npy solution_cells.npy", "starting_cells.npy+solution_cells.npy"},
		{"puzzle_solutions.npy puzzle.npy", "puzzle.npy+puzzle_solutions.npy"},
		{"data.npy", "data.npy"},
		{"data.npy labels.npy", "data.npy+labels.npy"},
		{"solutions.npy", "solutions.npy"},
		{"arr_0.npy", "arr_0.npy"},
		{"arr_0.npy arr_1.npy", "arr_0.npy+arr_1.npy"},
		{"a.npy b.npy", ""},
		{"", ""},
		{"a.txt b.npy", "a.txt b.npy"},
		{"puzzles.csv", "puzzles.csv"},
		{".npy", ".npy"},
	} {
		var got []string
		for _, group := range bulk.ChooseArrays(strings.Fields(tt.names)) {
			got = append(got, strings.Join(group, "+"))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.names, got, tt.want)
		}
	}
}
