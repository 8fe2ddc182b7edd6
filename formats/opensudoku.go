package formats

var openSudokuGrammar = grammar{name: "opensudoku", orders: []int{9}}
