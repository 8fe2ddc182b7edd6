// Runs a program: node wasip1.js WASM ARG..., with all files.
"use strict";
const { readFileSync } = require("fs");
const { WASI } = require("wasi");
const wasi = new WASI({
	version: "preview1",
	args: process.argv.slice(2),
	env: { ...process.env, PWD: process.cwd() },
	preopens: { "/": "/" },
});
WebAssembly.instantiate(readFileSync(process.argv[2]), wasi.getImportObject())
	.then(({ instance }) => process.exit(wasi.start(instance)));
