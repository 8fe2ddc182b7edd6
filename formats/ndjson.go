package formats

var ndjsonGrammar = grammar{name: "ndjson", orders: both}
