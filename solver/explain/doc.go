// Package explain rates 9×9 puzzles as people know it: by the techniques that
// solve them, with the ratings of Sudoku Explainer.
//
// The rules, their order and the ratings follow SukakuExplainer at its commit
// 362854e with default settings, one thread, as
//
//	serate --threads=1 --format="%g %r %p %d"
//
// prints them. This dialect has more techniques than Sudoku Explainer 1.2.1:
// chains of strong links, and WXYZ-wings and larger ones. Options.Scale chooses
// the techniques, and the order, of Sudoku Explainer 1.2.1.
//
// A puzzle is solved step by step. Each step is the first that is found, with
// the techniques tried from easy to hard. ER is the rating of the hardest step,
// EP the highest rating up to the first step that places a digit, and ED the
// rating of the first step.
//
// Where several steps are equally hard, their order decides, and the order
// depends on rows, columns and digits. So isomorphs of a puzzle may differ in
// rating. Most do not, and few easy ones do.
//
// The hardest puzzles need forcing chains within forcing chains, for seconds or
// minutes. Options.MaxWork limits them. Techniques that assume one solution are tried only after the puzzle
// was solved by other means, so a puzzle with several solutions has no rating.
//
// Puzzles of 4×4 and 6×6 have steps and hints in the same order. They lie in a frame
// of 9×9, and have no ratings.
//
// A rating depends on the puzzle alone: not on the processor, on the number of
// workers, or on what was rated before.
package explain
