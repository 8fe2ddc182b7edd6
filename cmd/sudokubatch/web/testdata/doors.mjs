// Calls the package, leaves its runs early, throws values of every kind into them, and ends the engine. It runs
// in Node.js, in a page and in a worker.
import * as api from "@PACKAGE@";

const { solve, check, rate, explain, hint, parse, rows, stream, generate, lines } = api;
const AsyncFunction = (async () => {}).constructor;

// ---- calls

// What calls may use: the puzzles of a text as columns of label have their values, and the output of a stream whatever
// the pieces of its source.
const tools = {
  easy: "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
  // A puzzle of clues as a list with null for a blank.
  listOf(puzzle) {
    const digits = puzzle.length < 256 ? ".123456789ABC" : ".ABCDEFGHIJKLMNOPQRSTUVWXY";
    return [...puzzle].map((c) => digits.indexOf(c) || null);
  },
  async singles(text, options) {
    const all = [];
    for (const puzzle of (await parse(text, { size: options.size })).puzzles) {
      const first = await solve(puzzle, options), side = first.order;
      if (JSON.stringify(first) !== JSON.stringify(await solve(puzzle, options))) throw new Error("equal calls, other JSON");
      // The puzzle as a list and as rows, unless it has candidates.
      const clues = puzzle.length === side * side, cells = clues ? tools.listOf(puzzle) : puzzle;
      const grid = clues ? Array.from({ length: side }, (_, i) => cells.slice(i * side, i * side + side)) : puzzle;
      const shape = { box: options.box }, checked = await check(grid, { ...shape, solution: clues ? first.solution ?? undefined : undefined });
      const name = (cell, digit) => `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}${digit ? `=${digit}` : ""}`;
      const { order, clash, tier, technique, ...row } = { ...first, ...Object.fromEntries(Object.entries(await rate(cells, shape)).filter(([key]) => ["rating", "er", "ep", "ed", "tier", "technique"].includes(key))) };
      all.push({ ...row, tier: tier || null, ...(side === 9 && { technique }), minimal: checked.minimal, redundant: checked.redundant.map((one) => name(...[one].flat())).join(" ") || null });
      if (checked.wrong) throw new Error(checked.wrong);
    }
    return all;
  },
  async listed(verb, text, options) {
    const found = [];
    for await (const row of rows(verb, text, options)) found.push(row);
    return found;
  },
  async streamed(verb, text, options) {
    async function* pieces() {
      for (let i = 0; i < text.length; i += 1000) yield text.slice(i, i + 1000);
    }
    const all = new Set();
    for (const source of [text, new TextEncoder().encode(text), new Blob([text]), new Blob([text]).stream(), pieces()]) {
      const { output, summary } = stream(verb, source, options), read = new Response(output).text();
      await Promise.all([summary, read.catch(() => {})]); // the summary has the reason
      all.add(await read);
    }
    return all.size === 1 ? [...all][0] : "other pieces, other answers";
  },
};

// callAll returns the value of each call, or the message of its error.
export async function callAll(calls) {
  const found = [];
  for (const [code, text] of calls) {
    const call = new AsyncFunction(...Object.keys(api), ...Object.keys(tools), "text", `return ${code}`);
    found.push(await call(...Object.values(api), ...Object.values(tools), text).then((value) => ({ value }), ({ message }) => ({ message })));
  }
  return found;
}

// ---- leaving early
const easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const never = new Promise(() => {});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const within20s = async (call) => {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve("hangs"), 20000)));
  const outcome = await Promise.race([call.catch((error) => `fails: ${error?.message}`), late]);
  clearTimeout(timer);
  return outcome;
};

// The program that runs: its memory, and whether its clock fails.
let memory, broken = false;
const Go = globalThis.Go;
globalThis.Go = class extends Go {
  constructor() {
    super();
    const clock = this.importObject.gojs["runtime.nanotime1"];
    this.importObject.gojs["runtime.nanotime1"] = (sp) => {
      if (broken) throw new Error("the clock is broken");
      clock(sp);
    };
  }
  run(instance) {
    memory = instance.exports.mem;
    return super.run(instance);
  }
};

// Values that may be thrown.
const values = {
  text: "why", undefined, null: null, number: 7, bigint: 7n, symbol: Symbol("why"), list: ["why"], function: () => {}, bare: Object.create(null), error: new Error("why"),
  "message that is no text": { message: 5 }, "message that throws": { get message() { throw new Error("no"); } }, "text that throws": { toString() { throw "no"; } },
};

// Sources. Each notes whether it was closed.
let closed;
async function* endless() {
  try {
    for (;;) yield `${easy}\n`;
  } finally {
    closed = true;
  }
}
async function* silent() {
  yield `${easy}\n`;
  await never;
}
async function* failing(value) {
  yield `${easy}\n`;
  throw value;
}
const silentStream = () => new ReadableStream({ pull: () => never, cancel: () => void (closed = true) });
const failingStream = (value) => new ReadableStream({ pull: (to) => to.error(value) });
const unclosable = () => ({ [Symbol.iterator]: () => ({ next: () => ({ value: `${easy}\n` }), return() { throw "no"; } }) });

// How the summary and the output of a stream ended.
const ends = async ({ output, summary }) => {
  const read = async () => {
    for (const from = output.getReader(); !(await from.read()).done;);
  };
  const [first, second] = await Promise.allSettled([summary, read()]);
  if (first.reason !== second.reason) return "the output and the summary have different reasons";
  if (first.status === "fulfilled") return "no error";
  return first.reason instanceof Error ? `error ${first.reason.message}` : first.reason;
};
const leaving = async ({ output, summary }, reason) => {
  const from = output.getReader();
  await from.read();
  await from.cancel(reason);
  return summary.then(() => "no error", (error) => (error instanceof Error ? `error ${error.message}` : error));
};
const breaking = async (made) => {
  for await (const row of made) return row.status ?? row.puzzle.length;
};
// Aborts after a time, or else once the source was read: a generator that was not begun has nothing to close.
const aborting = async (reason, source, after) => {
  const stop = new AbortController(), abort = () => stop.abort(...reason);
  if (after) setTimeout(abort, after);
  return ends(stream("solve", source, { signal: stop.signal, onProgress: () => after || setTimeout(abort) }));
};
const aborted = (reason) => {
  const stop = new AbortController();
  stop.abort(reason);
  return ends(stream("solve", endless(), { signal: stop.signal }));
};
const failed = (call) => call.then(() => "no error", (error) => `error ${error.message}`);

const ended = "error the engine ended, perhaps for lack of memory; the next call starts it again";
const cancelled = "error the output was cancelled";

// By name: what to do, how it ends, and whether the source is closed.
const cases = {
  "break": [() => breaking(rows("solve", endless())), "unique", true],
  "break of lines": [() => breaking(rows("label", lines(Array(5000).fill(easy)), { add: ["status"] })), "unique"],
  "break of generate": [() => breaking(rows("generate", undefined, { count: 1e9 })), 81],
  "break of a source that cannot be closed": [() => breaking(rows("solve", unclosable())), "unique"],
  "cancel": [() => leaving(stream("solve", endless())), cancelled, true],
  "cancel with text": [() => leaving(stream("solve", endless()), "why"), "why", true],
  "cancel with null": [() => leaving(stream("generate", undefined, { count: 1e9 }), null), cancelled],
  "cancel of a silent stream": [async () => {
    const { output, summary } = stream("solve", silentStream());
    setTimeout(() => output.cancel("why"), 10);
    return summary.catch((error) => error);
  }, "why", true],
  "abort with text": [() => aborting(["why"], endless()), "why", true],
  "abort": [async () => (await aborting([], endless())).startsWith("error "), true, true],
  "abort with null": [() => aborting([null], endless()), null, true],
  "abort of a silent source": [() => aborting(["why"], silent(), 50), "why"],
  "abort of a silent stream": [() => aborting(["why"], silentStream(), 50), "why", true],
  "abort of empty texts": [() => aborting(["why"], { [Symbol.iterator]: () => ({ next: () => ({ value: "" }) }) }, 10), "why"],
  "abort before": [() => aborted("why"), "why"],
  "abort after": [async () => {
    const stop = new AbortController(), made = stream("solve", easy, { signal: stop.signal });
    const ending = await ends(made);
    stop.abort("why");
    return ending;
  }, "no error"],
  "abort of tries": [async () => {
    const stop = new AbortController(), tried = [];
    const made = stream("generate", undefined, { size: 4, tier: "hard", signal: stop.signal, onProgress: ({ tries }) => tried.push(tries) && tries && stop.abort("why") });
    return (await ends(made)) === "why" && tried.at(-1) > 0;
  }, true],
  "row of another type": [() => failed(breaking(rows("solve", [easy, 5]))), "error the source has a value of type number, want text or bytes"],
  "row of null": [() => failed(breaking(rows("solve", [null]))), "error the source has null, want text or bytes"],
  "row of a list": [() => failed(breaking(rows("solve", [[1, 2]]))), "error the source has a list, want text or bytes"],
  "row of 16 bits": [() => failed(breaking(rows("solve", [new Uint16Array(81)]))), "error the source has a value of type object, want text or bytes"],
  "generate by a function that throws": [() => failed(generate({ onProgress() { throw new Error("why"); } })), "error why"],
  "answers before the end": [async () => {
    let asked;
    const answered = new Promise((resolve) => (asked = resolve));
    async function* slow() { yield easy; await answered; }
    const answer = await stream("solve", lines(slow()), { to: "line" }).output.getReader().read();
    asked();
    return answer.value.length;
  }, 82],
  "out of memory": [async () => {
    await solve(easy);
    const open = stream("solve", silent());
    memory.grow(65536 - memory.buffer.byteLength / 65536);
    return [await failed(parse(new Uint8Array(1 << 26))), await ends(open)].join();
  }, [ended, ended].join()],
  "broken": [async () => {
    await solve(easy);
    const open = stream("solve", silent());
    await pause(50);
    broken = true;
    const found = [await ends(stream("solve", easy)), await ends(open)].join();
    broken = false;
    return found;
  }, [ended, ended].join()],
};
const nothing = "something that is no text was thrown";
for (const [name, value] of Object.entries(values)) {
  const words = { number: "7", bigint: "7", symbol: "Symbol(why)", undefined: "undefined", null: "null", function: "() => {}", bare: nothing, "message that is no text": "[object Object]", "message that throws": nothing, "text that throws": nothing }[name] ?? "why";
  cases[`a source throws: ${name}`] = [() => ends(stream("solve", failing(value))), `error ${words}`];
  cases[`a stream fails: ${name}`] = [() => ends(stream("solve", failingStream(value))), `error ${words}`];
  cases[`onProgress throws: ${name}`] = [() => ends(stream("solve", endless(), { onProgress() { throw value; } })), `error ${words}`, true];
}

// leaveAll returns what is wrong with the ends of the cases.
export async function leaveAll() {
  const wrong = [];
  for (const [name, [run, want, closes = false]] of Object.entries(cases)) {
    closed = false;
    const outcome = await within20s(run()), alive = await within20s(solve(easy).then(({ status }) => status));
    if (outcome !== want || closed !== closes || alive !== "unique") wrong.push(`${name}: ${outcome}, closed ${closed}, then ${alive}; want ${want}, ${closes}`);
  }
  return wrong;
}
