// Leaves runs of the package early, throws values of every kind into them, and ends the engine. Each case
// says how it ended, and whether the engine works afterwards. It runs in Node.js, in a page and in a worker.
import { solve, parse, rows, stream, generate, lines } from "@PACKAGE@";

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

const cases = {
  "break": () => breaking(rows("solve", endless())),
  "break of lines": () => breaking(rows("label", lines(Array(5000).fill(easy)), { add: ["status"] })),
  "break of generate": () => breaking(rows("generate", undefined, { count: 1e9 })),
  "break of a source that cannot be closed": () => breaking(rows("solve", unclosable())),
  "cancel": () => leaving(stream("solve", endless())),
  "cancel with text": () => leaving(stream("solve", endless()), "why"),
  "cancel with null": () => leaving(stream("generate", undefined, { count: 1e9 }), null),
  "cancel of a silent stream": async () => {
    const { output, summary } = stream("solve", silentStream());
    setTimeout(() => output.cancel("why"), 10);
    return summary.catch((error) => error);
  },
  "abort with text": () => aborting(["why"], endless()),
  "abort": async () => (await aborting([], endless())).startsWith("error "),
  "abort with null": () => aborting([null], endless()),
  "abort of a silent source": () => aborting(["why"], silent(), 50),
  "abort of a silent stream": () => aborting(["why"], silentStream(), 50),
  "abort of empty texts": () => aborting(["why"], { [Symbol.iterator]: () => ({ next: () => ({ value: "" }) }) }, 10),
  "abort before": () => aborted("why"),
  "abort after": async () => {
    const stop = new AbortController(), made = stream("solve", easy, { signal: stop.signal });
    const ended = await ends(made);
    stop.abort("why");
    return ended;
  },
  "other size": () => failed(breaking(rows("solve", "1234", { size: 7 }))),
  "row of another type": () => failed(breaking(rows("solve", [easy, 5]))),
  "row of null": () => failed(breaking(rows("solve", [null]))),
  "row of a list": () => failed(breaking(rows("solve", [[1, 2]]))),
  "row of 16 bits": () => failed(breaking(rows("solve", [new Uint16Array(81)]))),
  "generate by a bad condition": () => failed(generate({ where: "clues >" })),
  "generate a bad tier": () => failed(generate({ tier: ["nice"] })),
  "generate too many clues": () => failed(generate({ clues: 99 })),
  "generate by a function that throws": () => failed(generate({ onProgress() { throw new Error("why"); } })),
  "a list that is too long": () => failed(solve({ length: 1e9 })),
  "out of memory": async () => {
    await solve(easy);
    const open = stream("solve", silent());
    memory.grow(65536 - memory.buffer.byteLength / 65536);
    return [await failed(parse(new Uint8Array(1 << 26))), await ends(open)];
  },
  "broken": async () => {
    await solve(easy);
    const open = stream("solve", silent());
    await pause(50);
    broken = true;
    const found = [await ends(stream("solve", easy)), await ends(open)];
    broken = false;
    return found;
  },
};
for (const [name, value] of Object.entries(values)) {
  cases[`a source throws: ${name}`] = () => ends(stream("solve", failing(value)));
  cases[`a stream fails: ${name}`] = () => ends(stream("solve", failingStream(value)));
  cases[`onProgress throws: ${name}`] = () => ends(stream("solve", endless(), { onProgress() { throw value; } }));
}

export async function leaveAll() {
  const found = {};
  for (const [name, run] of Object.entries(cases)) {
    closed = undefined;
    const outcome = await within20s(run()), alive = await within20s(solve(easy).then(({ status }) => status));
    found[name] = [outcome, alive === "unique" ? (closed ? "closed" : "") : `then ${alive}`];
  }
  return found;
}
