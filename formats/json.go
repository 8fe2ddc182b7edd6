package formats

var jsonGrammar = grammar{name: "json", orders: both}
