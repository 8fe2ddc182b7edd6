// The worker of the page: calls functions of engine.js for the page, and runs files through them.

/** How often the page hears of a run, in milliseconds. */
const reportEvery = 100;

/** What the page may call. @type {Record<string, (id: number, ...args: any) => any>} */
const commands = {
  load: (_, program) => load(program).then(() => null),
  parse: (_, text) => parseAny(text),
  open: (_, file) => open(file),
  solve: (_, puzzle, options) => solve(puzzle, options),
  check: (_, puzzle, options) => check(puzzle, options),
  rate: (_, puzzle, options) => rate(puzzle, options),
  explain: (_, puzzle, player) => explain(puzzle, player),
  hint: (_, puzzle, state, player) => hint(puzzle, state, player),
  generate: (id, options) => generate({ ...options, onProgress: ({ tries }) => postMessage({ id, progress: { tries } }) }),
  choices: () => choices(),
  batch: runFile,
};

addEventListener("message", async ({ data: { id, name, args } }) => {
  try {
    postMessage({ id, value: await commands[name](id, ...args) });
  } catch (error) {
    const { message, reason, line } = /** @type {any} */ (error);
    postMessage({ id, error: { message, reason, line } });
  }
});

/** The first bytes of files that the page cannot read, and what they are. */
const foreign = { "28b52ffd": "zstd", fd377a58: "xz", "504b0304": "zip", "425a68": "bzip2", "50415231": "Parquet", fffe: "UTF-16", feff: "UTF-16" };

/**
 * Returns the text of a file as a stream, and reports how much of the file was taken.
 * @param {File} file
 * @param {(bytes: number) => void} report
 * @returns {Promise<ReadableStream>}
 */
async function textOfFile(file, report) {
  const head = [...new Uint8Array(await file.slice(0, 4).arrayBuffer())].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const [magic, name] of Object.entries(foreign)) {
    if (head.startsWith(magic)) throw new Error(`${file.name} is ${name}, which this page does not read, but the command sudokubatch does`);
  }
  const source = file.stream().pipeThrough(new TransformStream({
    transform(chunk, to) {
      report(chunk.length);
      to.enqueue(chunk);
    },
  }));
  return head.startsWith("1f8b") ? source.pipeThrough(new DecompressionStream("gzip")) : source;
}

/** Reads puzzles of the usual sizes, or else of any. @param {string | Uint8Array} text */
async function parseAny(text) {
  const found = await parse(text);
  if (found.puzzles.length) return found;
  const other = await parse(text, { size: (await choices()).sizes });
  return other.puzzles.length ? other : found;
}

/** The most text that goes into the grid. */
const mostOpened = 1 << 20;

/** Returns the puzzles of a file with its text, or "" if it is no text; null if there is too much. @param {File} file */
async function open(file) {
  const parts = [];
  let size = 0;
  for await (const piece of pieces(await textOfFile(file, () => {}))) {
    parts.push(piece);
    if ((size += piece.length) > mostOpened) return null;
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { ...(await parseAny(bytes)), text: bytes.includes(0) ? "" : new TextDecoder().decode(bytes) };
}

/**
 * Runs a verb over a file, or makes puzzles if there is no file. The output goes to the file of a
 * handle, or else into the returned blob.
 * @param {number} id
 * @param {{verb: string, file?: File, options: any, handle?: FileSystemFileHandle}} job
 */
async function runFile(id, { verb, file, options, handle }) {
  let taken = 0, reported = 0;
  /** @type {ReadableStream | undefined} */
  let source;
  if (file) source = await textOfFile(file, (bytes) => (taken += bytes));
  const onProgress = (/** @type {{records: number}} */ { records }) => {
    const now = performance.now();
    if (now - reported < reportEvery) return;
    reported = now;
    postMessage({ id, progress: { records, taken } });
  };
  const { output, summary } = stream(verb, source, { ...options, live: false, name: file?.name, onProgress });
  const sink = handle ? await handle.createWritable() : undefined;
  /** @type {(Uint8Array | Blob)[]} */
  const parts = [];
  try {
    for await (const piece of pieces(output)) {
      if (sink) await sink.write(piece);
      else if (parts.push(piece) === 256) parts.splice(0, 256, new Blob(parts)); // which a browser may keep on disk
    }
    const found = await summary;
    await sink?.close();
    return { summary: found, blob: sink ? undefined : new Blob(parts) };
  } catch (error) {
    await sink?.abort();
    throw error;
  }
}
