package formats

var gridGrammar = grammar{name: "grid", orders: both}
