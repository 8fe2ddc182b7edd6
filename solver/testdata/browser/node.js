// Calls solve as a page does, where there is none: node node.js WASM_EXEC WASM PUZZLE...
"use strict";
const [runtime, wasm, ...puzzles] = process.argv.slice(2);
const { readFileSync } = require("fs");
require(runtime);
const go = new Go();
WebAssembly.instantiate(readFileSync(wasm), go.importObject).then(({ instance }) => {
	go.run(instance);
	for (const puzzle of puzzles) console.log(solve(puzzle));
	process.exit(0);
});
