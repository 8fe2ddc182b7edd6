package formats

var npyGrammar = grammar{name: "npy", orders: both}
