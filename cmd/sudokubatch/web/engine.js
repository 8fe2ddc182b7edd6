// The engine for browsers and Node.js: solves, checks, rates, explains and makes Sudoku puzzles, one
// at a time or as a stream. The functions wait for the WebAssembly program, which load starts.
// This file is the npm package's index.js. The page has it in its worker, as a script that is no module.
import "./wasm_exec.js";

/** @typedef {import("./index.d.ts")} API */

/** The compiled program. @type {WebAssembly.Module | undefined} */
let program;
/** The functions of the program that runs; undefined before it starts and after it ended. @type {Promise<any> | undefined} */
let engine;
/** Ends a stream each, if the program ends. @type {Set<(found: any) => void>} */
const runs = new Set();

/** Fails with the message and the position of an error that Go returned. The cause is what a source or a function threw. */
class PuzzleError extends Error {
  /** @param {{message: string, line?: number, column?: number, record?: number, cause?: any}} fault */
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
export async function load(source) {
  await started(source);
}

/** Returns the functions of the program, and starts it if it does not run. @param {any} [source] */
function started(source) {
  engine ??= start(source).catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}

/** @param {any} source */
async function start(source) {
  program ??= await compiled(await source);
  const global = /** @type {any} */ (globalThis), go = new global.Go(), resume = go._resume.bind(go);
  const end = () => {
    go._resume = () => {}; // promises that wait for the program call this
    for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
    go._scheduledTimeouts.clear();
    engine = undefined;
    for (const done of [...runs]) done({ error: ended });
  };
  go._resume = () => {
    try {
      resume();
    } catch {
      end();
    }
  };
  go.exit = end;
  go.run(await WebAssembly.instantiate(program, go.importObject)).catch(end); // until it waits for calls
  const functions = global.sudokubatchEngine;
  delete global.sudokubatchEngine;
  if (!functions) throw new PuzzleError(ended);
  return functions;
}

/** Why calls fail after the program ended. */
const ended = { message: "the engine ended, perhaps for lack of memory; the next call starts it again" };

/** Returns the program from its source. @param {any} source @returns {Promise<WebAssembly.Module>} */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  const found = source === undefined || typeof source === "string" || source instanceof URL;
  return WebAssembly.compile(found ? await bytesOf(source) : source);
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
  const found = (await started())[name](...args) ?? { error: ended };
  if (found.error) throw new PuzzleError(found.error);
  return found;
}

const isList = (/** @type {any} */ value) => Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);

/**
 * Returns a puzzle as the program takes it: text, or the cells of a list of numbers with 0 or null for a blank, or of rows.
 * @param {any} puzzle
 * @param {string} name what messages call it
 * @returns {string | Uint8Array}
 */
function cellsOf(puzzle, name = "the puzzle") {
  if (typeof puzzle === "string") return puzzle;
  if (!isList(puzzle)) throw new TypeError(`${name} is ${kindOf(puzzle)}, want text or a list of numbers`);
  if (puzzle.length > 1000) throw new PuzzleError({ message: `${puzzle.length} cells are too many` });
  const rows = Array.from(puzzle), nested = isList(rows[0]), short = rows.findIndex((row) => nested && row?.length !== rows.length);
  if (short >= 0) throw new PuzzleError({ message: `row ${short + 1} of ${rows.length} is ${isList(rows[short]) ? `a list of ${rows[short].length}` : kindOf(rows[short])}` });
  const cells = nested ? rows.flatMap((row) => Array.from(row)) : rows, most = Math.sqrt(cells.length);
  const wrong = cells.findIndex((cell) => cell !== null && !(/^(number|string|bigint)$/.test(typeof cell) && /^\d+$/.test(`${cell}`) && Number(cell) <= most));
  if (wrong >= 0 && most % 1 === 0) throw new PuzzleError({ message: `cell ${wrong} is ${wordsOf(cells[wrong])}, want 0 to ${most}, or null` });
  return Uint8Array.from(cells, Number);
}

/** Returns a puzzle as text: at once if digits are digits there, too. @param {any} puzzle @param {string} [name] */
async function textOf(puzzle, name) {
  const cells = cellsOf(puzzle, name);
  if (typeof cells === "string") return cells;
  return cells.length > 0 && cells.length <= 81 ? cells.join("").replaceAll("0", ".") : (await call("format", cells)).line;
}

/** Returns the kind of a value in words. @param {any} value */
function kindOf(value) {
  if (value == null) return `${value}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  return typeof value === "function" ? "a function" : `a value of type ${typeof value}`;
}

/** Returns a value in words. @param {any} value */
const wordsOf = (value) => (typeof value === "string" ? JSON.stringify(value) : typeof value === "number" ? `${value}` : kindOf(value));

/**
 * Returns the options that have a value as the program takes them: a name and its texts each. The program knows the names.
 * @param {any} options
 */
function given(options) {
  if (typeof options !== "object" || options === null) throw new TypeError(`the options are ${kindOf(options)}, want an object`);
  return Object.entries(options).filter(([, value]) => value !== undefined).map(([name, value]) => {
    const values = isList(value) ? Array.from(value) : [value], wrong = values.find((one) => !/^(number|string|bigint|boolean)$/.test(typeof one));
    if (wrong !== undefined || values.includes(undefined)) throw new TypeError(`${name} is ${isList(value) ? `a list with ${kindOf(wrong)}` : kindOf(value)}, want text, a number or a list of these`);
    return [name, ...values.map(String)];
  });
}

/** Calls a function of the program for a puzzle. @param {string} name @param {any} puzzle @param {any} options */
async function ask(name, puzzle, options) {
  const cells = cellsOf(puzzle), all = options && { ...options };
  for (const grid of ["state", "solution"]) if (all?.[grid] !== undefined) all[grid] = await textOf(all[grid], grid);
  return call(name, cells, given(all));
}

/** @type {API["parse"]} */
export const parse = async (text, options = {}) => {
  if (typeof text !== "string" && !(text instanceof Uint8Array)) throw new TypeError(`the text is ${kindOf(text)}, want text or bytes`);
  return call("list", text, given(options));
};

/** @type {API["solve"]} */
export const solve = async (puzzle, options = {}) => ask("solve", puzzle, options);

/** @type {API["check"]} */
export const check = async (puzzle, options = {}) => ask("check", puzzle, options);

/** @type {API["rate"]} */
export const rate = async (puzzle, options = {}) => ask("rate", puzzle, options);

/** @type {API["explain"]} */
export const explain = async (puzzle, options = {}) => ask("explain", puzzle, options);

/** @type {API["hint"]} */
export const hint = async (puzzle, state, options = {}) => ask("hint", puzzle, options && { ...options, state });

/** @type {API["choices"]} */
export const choices = async () => call("choices");

/** @type {API["columns"]} */
export const columns = async () => (await choices()).columns;

/** @type {API["generate"]} */
export async function generate(options = {}) {
  const { output } = stream("generate", undefined, options);
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces(output)) text += decoder.decode(piece, { stream: true });
  return text.split("\n").filter(Boolean);
}

let rested = Date.now();

/** Lets timers and messages through, at times. */
async function rest() {
  if (Date.now() - rested < 50) return;
  await new Promise((resolve) => setTimeout(resolve));
  rested = Date.now();
}

/** Returns functions that wait for promises until the caller leaves, and then fail with the caller's reason. */
function untilLeft() {
  /** @type {{reason: any} | undefined} */ let left;
  /** @type {Set<(reason: any) => void>} */
  const waits = new Set();
  return {
    left: () => left,
    leave(/** @type {any} */ reason) {
      left ??= { reason };
      for (const fail of waits) fail(left.reason);
    },
    /** @template T @param {() => Promise<T>} begin @returns {Promise<T>} */
    wait: (begin) => new Promise((resolve, reject) => {
      if (left) throw left.reason;
      waits.add(reject);
      begin().then(resolve, reject).then(() => waits.delete(reject));
    }),
  };
}

/** @type {API["stream"]} */
export function stream(verb, source, options = {}) {
  const { signal, onProgress, clues, maxClues, order, ...others } = options ?? given(options);
  if (signal !== undefined && typeof signal?.addEventListener !== "function") throw new TypeError(`signal is ${kindOf(signal)}, want a signal`);
  if (onProgress !== undefined && typeof onProgress !== "function") throw new TypeError(`onProgress is ${kindOf(onProgress)}, want a function`);
  if (order !== undefined && others.size !== undefined) throw new PuzzleError({ message: "order is another name of size: give one of them" });
  const { take, cancel } = reader(source), { left, leave, wait } = untilLeft();
  let bytesIn = 0;
  const read = async () => {
    const chunk = await wait(take);
    bytesIn += chunk?.length ?? 0;
    return chunk;
  };
  /** @type {(summary: any) => void} */ let settle;
  /** @type {(error: any) => void} */ let fail;
  /** @type {Promise<any>} */
  const summary = new Promise((resolve, reject) => ([settle, fail] = [resolve, reject]));
  summary.catch(() => {}); // the output fails, too
  /** @type {any} */ let sink;
  let wanted = () => {};
  const output = new ReadableStream({
    start: (controller) => (sink = controller),
    pull: () => wanted(),
    cancel: (reason) => leave(reason ?? new PuzzleError({ message: "the output was cancelled" })),
  }, { highWaterMark: 4 });
  const write = async (/** @type {Uint8Array} */ chunk, /** @type {number} */ records) => {
    await wait(rest);
    sink.enqueue(chunk);
    onProgress?.({ records, bytesIn, tries: 0 });
    if (sink.desiredSize <= 0) await wait(() => new Promise((resolve) => (wanted = () => resolve(undefined))));
  };
  const idle = async (/** @type {number} */ records, /** @type {number} */ tries) => {
    onProgress?.({ records, bytesIn, tries });
    await wait(() => new Promise((resolve) => setTimeout(resolve)));
  };
  const abort = () => leave(signal.reason);
  const done = async (/** @type {any} */ { error, ...found }) => {
    if (!runs.delete(done)) return;
    signal?.removeEventListener("abort", abort);
    cancel();
    const gone = left();
    if (!error && !gone) {
      sink.close();
      settle(found);
      return;
    }
    const problem = gone ? gone.reason : error.cause instanceof Error ? error.cause : new PuzzleError(error);
    fail(problem);
    sink.error(problem);
  };
  runs.add(done);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  const all = { live: !isBlob(source), from: lists.has(/** @type {any} */ (source)) ? "line" : undefined, clues: maxClues === undefined ? clues : [clues, maxClues].flat(), ...others, size: others.size ?? order };
  call("run", verb, given(all), read, write, idle, done).catch((error) => done({ error }));
  return { output, summary };
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
  let text = "", first = true;
  for await (const puzzle of puzzles) {
    let line = await textOf(puzzle);
    if (/[\r\n]/.test(line)) throw new PuzzleError({ message: "a puzzle has several lines: parse it first" });
    // A list may have blank lines, comments, an end and a heading, which are no records. Here they are malformed.
    const heading = first && !/^\d*[.0]|[A-Za-z]{16}/.test(line) && line.replace(/[^\d.*?_-]/g, "").length < 16;
    if (heading || /^\s*($|[#%`\x1a]|\/\/|end\s*$)/.test(line)) line = "?";
    first = false;
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

/** The most bytes that the program gets at once. */
const mostTaken = 1 << 20;

/**
 * Returns a function that returns the next bytes of a source, or null, and one that closes the source.
 * @param {any} source
 * @returns {{take: () => Promise<Uint8Array | null>, cancel: () => Promise<void>}}
 */
function reader(source) {
  if (source === undefined || typeof source === "string" || source instanceof Uint8Array) source = source === undefined ? [] : [source];
  else if (isBlob(source)) source = source.stream();
  const iterator = iteratorOf(source), encoder = new TextEncoder();
  let bytes = new Uint8Array(), over = false;
  return {
    async take() {
      while (bytes.length === 0) {
        await rest();
        if (over) return null;
        const { value, done } = await iterator.next();
        if (done) return null;
        if (typeof value !== "string" && !(value instanceof Uint8Array)) throw new TypeError(`the source has ${kindOf(value)}, want text or bytes`);
        bytes = typeof value === "string" ? encoder.encode(value) : value;
      }
      const first = bytes.subarray(0, mostTaken);
      bytes = bytes.subarray(mostTaken);
      return first;
    },
    async cancel() {
      over = true;
      try {
        await iterator.return?.();
      } catch {} // the run is over
    },
  };
}

/** Returns an iterator over the pieces of a source. Its return closes a stream even while a piece is awaited. @param {any} source @returns {any} */
function iteratorOf(source) {
  if (source instanceof ReadableStream) {
    const from = source.getReader();
    return { next: () => from.read(), return: () => from.cancel() };
  }
  const items = source?.[Symbol.asyncIterator] ?? source?.[Symbol.iterator];
  if (!items) throw new TypeError(`the source is ${kindOf(source)}, want text, bytes, a blob, a stream or an iterable of text or bytes`);
  return items.call(source);
}
