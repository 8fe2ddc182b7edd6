// The engine for browsers and Node.js: solves, checks, rates, explains and makes Sudoku puzzles, one
// at a time or as a stream. The functions wait for the WebAssembly program, which load starts.
// This file is the npm package's index.js. The page has it in its worker, as a script that is no module.
import "./wasm_exec.js";

/** @typedef {import("./index.d.ts")} API */

/** The functions of the Go program. @type {any} */
let engine;
/** @type {Promise<any> | undefined} */
let loading;

/** Fails with the message and the position of an error that Go returned. */
class PuzzleError extends Error {
  /** @param {{message: string, line?: number, column?: number, record?: number}} fault */
  constructor({ message, ...place }) {
    super(message);
    this.name = "PuzzleError";
    Object.assign(this, place);
  }
}

/**
 * Starts the program. Other functions call it without a source, which takes sudokubatch.wasm from the
 * folder of this file. A page with files elsewhere calls it first.
 * @type {API["load"]}
 */
export function load(source) {
  loading ??= start(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @param {any} source */
async function start(source) {
  const go = new /** @type {any} */ (globalThis).Go();
  let program = source instanceof Promise ? await source : source;
  if (program === undefined || typeof program === "string" || program instanceof URL) program = await bytesOf(program);
  const instance = program instanceof WebAssembly.Module
    ? await WebAssembly.instantiate(program, go.importObject)
    : (await WebAssembly.instantiate(program, go.importObject)).instance;
  go.run(instance); // until it waits for calls
  const global = /** @type {any} */ (globalThis);
  engine = global.sudokubatchEngine;
  delete global.sudokubatchEngine;
}

/** Returns the address of the program: in the folder of this file, or of the page if a bundler made a script that is no module. */
function programAddress() {
  try {
    return new URL("./sudokubatch.wasm", import.meta.url);
  } catch {
    return new URL("sudokubatch.wasm", /** @type {any} */ (globalThis).location.href);
  }
}

/**
 * Returns the bytes of the program.
 * @param {string | URL | undefined} address
 */
async function bytesOf(address = programAddress()) {
  // Node.js does not fetch files. An import of its module would keep bundlers from making scripts for browsers.
  const files = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:fs");
  if (files && new URL(address).protocol === "file:") return files.promises.readFile(new URL(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}: copy sudokubatch.wasm there, or call load with its address`);
  return answer.arrayBuffer();
}

/**
 * Calls a function of the program.
 * @param {string} name
 * @param {...any} args
 */
async function call(name, ...args) {
  await load();
  const found = engine[name](...args);
  if (found.error) throw new PuzzleError(found.error);
  return found;
}

/**
 * Returns a puzzle as text. A list has as many numbers as a size has cells, 0 for a blank.
 * @param {string | ArrayLike<number>} puzzle
 */
function textOf(puzzle) {
  if (typeof puzzle === "string") return puzzle;
  if (typeof puzzle?.length !== "number") throw new TypeError(`the puzzle is ${kindOf(puzzle)}, want text or a list of numbers`);
  const cells = Array.from(puzzle), order = Math.sqrt(cells.length);
  if (![4, 6, 8, 9, 12, 16, 25].includes(order)) throw new PuzzleError({ message: `${cells.length} cells, want 16, 36, 64, 81, 144, 256 or 625` });
  const digits = order < 16 ? ".123456789ABC" : ".ABCDEFGHIJKLMNOPQRSTUVWXY";
  return cells.map((cell, i) => {
    const digit = cell > order ? undefined : digits[cell];
    if (digit === undefined) throw new PuzzleError({ message: `cell ${i} is ${cell}, want 0 to ${order}` });
    return digit;
  }).join("");
}

/** The options for the size and the boxes of one puzzle. */
const shape = ["size", "box"];

/** Returns a puzzle with its size and boxes as the program takes them. @param {string | ArrayLike<number>} puzzle @param {any} options */
const shaped = (puzzle, { size, box }) => [textOf(puzzle), typeof puzzle === "string" ? size : Math.sqrt(puzzle.length), box];

/** Returns the kind of a value in words. @param {any} value */
const kindOf = (value) => (value == null ? `${value}` : Array.isArray(value) ? "a list" : typeof value === "string" ? "text" : `a value of type ${typeof value}`);

/** What an option takes: a whole number from the least one, or a value of a kind. @type {Record<string, number | string>} */
const taken = {
  limit: 1, count: 0, clues: 0, maxClues: 0, seed: 0, order: 4, size: 4,
  box: "text", from: "text", to: "text", column: "text", solutionColumn: "text", where: "text", onBad: "text", name: "text", symmetry: "text",
  add: "a list", tier: "a list", er: "a list", marks: "a list",
};
const streamed = [...Object.keys(taken).filter((name) => name !== "marks"), "replace", "solutions", "live", "signal", "onProgress"];

/**
 * Returns options after a check of their names and values.
 * @param {any} options
 * @param {string[]} names
 */
function checked(options, names) {
  if (typeof options !== "object" || options === null) throw new TypeError(`the options are ${kindOf(options)}, want an object`);
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name)) throw new TypeError(`unknown option ${name}: choose ${names.join(", ")}`);
    const want = taken[name];
    if (value === undefined || want === undefined) continue;
    if (typeof want === "string" && kindOf(value) !== want) throw new TypeError(`${name} is ${kindOf(value)}, want ${want}`);
    if (typeof want === "number" && (!Number.isSafeInteger(value) || value < want)) throw new RangeError(`${name}: ${JSON.stringify(value)}: want a whole number from ${want}`);
  }
  return options;
}

/** @type {API["parse"]} */
export const parse = async (text, options = {}) => {
  if (typeof text !== "string" && !(text instanceof Uint8Array)) throw new TypeError(`the text is ${kindOf(text)}, want text or bytes`);
  return call("list", text, checked(options, ["size"]).size);
};

/** @type {API["solve"]} */
export const solve = async (puzzle, options = {}) => call("solve", ...shaped(puzzle, checked(options, ["limit", ...shape])), options.limit ?? 2);

/** @type {API["check"]} */
export const check = async (puzzle, options = {}) => {
  const { solution } = checked(options, ["solution", ...shape]);
  return call("check", ...shaped(puzzle, options), solution === undefined ? null : textOf(solution));
};

/** Returns a player's state and marks as the program takes them. @param {any} options */
function playerOf(options) {
  const { state, marks } = checked(options, ["state", "marks", ...shape]);
  if (marks && marks.length !== 81) throw new PuzzleError({ message: `marks for ${marks.length} cells, want 81` });
  return [state === undefined ? null : textOf(state),
    marks ? marks.map((/** @type {string} */ cell) => "123456789".replace(/./g, (digit) => (cell.includes(digit) ? digit : "."))).join("") : null];
}

/** @type {API["rate"]} */
export const rate = async (puzzle, options = {}) => call("explain", ...shaped(puzzle, checked(options, shape)), null, null, false);

/** @type {API["explain"]} */
export const explain = async (puzzle, options = {}) => call("explain", ...shaped(puzzle, options), ...playerOf(options), true);

/** @type {API["hint"]} */
export const hint = async (puzzle, state, options = {}) => {
  textOf(state);
  const { text = "", mistakes = "", step = null, candidates = null, ...found } = await call("hint", ...shaped(puzzle, options), ...playerOf({ ...options, state }));
  return { ...found, text, mistakes, step, candidates: candidates?.match(/.{9}/g).map((/** @type {string} */ cell) => cell.replaceAll(".", "")) ?? null };
};

/** @type {API["columns"]} */
export const columns = async () => (await call("columns")).columns;

/** @type {API["generate"]} */
export async function generate(options = {}) {
  const made = stream("generate", undefined, { count: 1, ...checked(options, streamed) });
  const text = await new Response(made.output).text();
  return text.split("\n").filter(Boolean);
}

/** @type {API["stream"]} */
export function stream(verb, source, options = {}) {
  const { signal, onProgress, ...rest } = checked(options, streamed);
  const take = reader(source);
  let bytesIn = 0;
  const read = async () => {
    signal?.throwIfAborted();
    const chunk = await take();
    bytesIn += chunk?.length ?? 0;
    return chunk;
  };
  /** @type {(summary: any) => void} */ let settle;
  /** @type {(error: any) => void} */ let fail;
  /** @type {Promise<any>} */
  const summary = new Promise((resolve, reject) => ([settle, fail] = [resolve, reject]));
  summary.catch(() => {}); // the output fails, too
  const { readable, writable } = new TransformStream(undefined, undefined, { highWaterMark: 4 });
  const writer = writable.getWriter();
  let rested = Date.now();
  const write = async (/** @type {Uint8Array} */ chunk, /** @type {number} */ records) => {
    signal?.throwIfAborted();
    await writer.ready;
    await writer.write(chunk);
    onProgress?.({ records, bytesIn });
    if (Date.now() - rested < 50) return;
    await new Promise((resolve) => setTimeout(resolve)); // lets timers and messages through
    rested = Date.now();
  };
  const done = (/** @type {any} */ found) => {
    const { error, ...rest } = found;
    if (!error) {
      writer.close().then(() => settle(rest), fail);
      return;
    }
    const problem = signal?.aborted ? signal.reason : new PuzzleError(error);
    fail(problem);
    writer.abort(problem).catch(() => {});
    take.cancel?.();
  };
  const defaults = { verb, name: "input", limit: 2, seed: 1, live: !isBlob(source), from: lists.has(/** @type {any} */ (source)) ? "line" : undefined };
  call("run", { ...defaults, ...rest }, read, write, done).catch((error) => done({ error }));
  return { output: readable, summary };
}

/** @type {API["rows"]} */
export async function* rows(verb, source, options = {}) {
  const { output, summary } = stream(verb, source, { ...options, to: "ndjson" });
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of pieces(output)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line);
  }
  return summary;
}

/** The sources that lines made, whose form need not be detected. */
const lists = new WeakSet();

/** @type {API["lines"]} */
export function lines(puzzles) {
  const list = joined(puzzles);
  lists.add(list);
  return list;
}

/**
 * Yields puzzles as lines: many at a time, but each at once if the next one may be long in coming.
 * @param {any} puzzles
 */
async function* joined(puzzles) {
  const atOnce = puzzles[Symbol.asyncIterator] ? 0 : 1 << 16;
  let text = "";
  for await (const puzzle of puzzles) {
    const line = textOf(puzzle);
    if (/[\r\n]/.test(line)) throw new PuzzleError({ message: "a puzzle has several lines: parse it first" });
    text += `${line}\n`;
    if (text.length > atOnce) {
      yield text;
      text = "";
    }
  }
  yield text;
}

const isBlob = (/** @type {any} */ source) => typeof Blob !== "undefined" && source instanceof Blob;

/**
 * Yields the pieces of a stream; not every browser can iterate over streams.
 * @param {ReadableStream} from
 */
async function* pieces(from) {
  const reader = from.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Returns a function that returns the next bytes of a source, or null.
 * @param {any} source
 * @returns {(() => Promise<Uint8Array | null>) & { cancel?: () => void }}
 */
function reader(source) {
  if (source === undefined) return async () => null;
  if (typeof source === "string") source = [source];
  else if (source instanceof Uint8Array) source = [source];
  else if (isBlob(source)) source = source.stream();
  const items = source?.[Symbol.asyncIterator] ?? source?.[Symbol.iterator];
  if (!items && !(source instanceof ReadableStream)) throw new TypeError(`the source is ${kindOf(source)}, want text, bytes, a blob, a stream or an iterable of text or bytes`);
  const iterator = source instanceof ReadableStream ? pieces(source) : items.call(source);
  const encoder = new TextEncoder();
  const take = async () => {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return null;
      const bytes = typeof value === "string" ? encoder.encode(value) : value;
      if (bytes.length > 0) return bytes;
    }
  };
  return Object.assign(take, { cancel: () => iterator.return?.()?.catch?.(() => {}) });
}
