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
		{
			"identifiers.json a/all__inputs.npy a/all__labels.npy a/dataset.json b/all__inputs.npy b/all__labels.npy b/dataset.json",
			"a/all__inputs.npy+a/all__labels.npy b/all__inputs.npy+b/all__labels.npy",
		},
		{"dataset.json all__labels.npy", "dataset.json all__labels.npy"},
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

func TestDatasetInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ names, want string }{
		{"d/identifiers.json d/a/all__inputs.npy d/a/all__labels.npy d/a/all__group_indices.npy d/a/dataset.json", "d/a/all__inputs.npy"},
		{"./all__inputs.npy all__labels.npy ../identifiers.json ./dataset.json", "./all__inputs.npy"},
		{"a/x__inputs.npy a/y__labels.npy b/x__labels.npy b/dataset.json identifiers.json/a", "a/x__inputs.npy a/y__labels.npy b/x__labels.npy b/dataset.json identifiers.json/a"},
		{"inputs.npy labels.npy dataset.json", "inputs.npy labels.npy dataset.json"},
	} {
		if got := strings.Join(bulk.DatasetInputs(strings.Fields(tt.names)), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.names, got, tt.want)
		}
	}
}
