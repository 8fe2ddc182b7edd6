// The page: a grid to fill, and files to run. Workers have the engine, so the page never waits. The
// function showSteps comes from steps.js.

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const $$ = (/** @type {string} */ selector) => /** @type {any[]} */ ([...document.querySelectorAll(selector)]);
const blank = ".", sizeOf = (/** @type {string} */ text) => Math.sqrt(text.length);
const digitsOf = (/** @type {number} */ order) => [...(order < 16 ? "123456789ABC" : "ABCDEFGHIJKLMNOPQRSTUVWXY")].slice(0, order);
const number = new Intl.NumberFormat("en");

// ---- the engine

/** The compiled program, from the gzip data in the page. */
const program = (async () => {
  const text = atob($("program").textContent.trim());
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
})();
const workerAddress = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));

/** An Engine is a worker that is made when it is first needed. */
class Engine {
  /** @type {Worker | undefined} */ worker;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void, report?: (progress: any) => void}>} */ waiting = new Map();
  calls = 0;

  /** Calls a command of the worker.
   * @param {string} name @param {any[]} args @param {(progress: any) => void} [report] */
  async call(name, args, report) {
    if (!this.worker) {
      this.worker = new Worker(workerAddress);
      this.worker.onmessage = ({ data }) => this.answered(data);
      this.worker.onerror = (event) => this.stop(event.message);
      this.send("load", [await program]).catch((error) => this.stop(error.message));
    }
    return this.send(name, args, report);
  }

  /** @param {string} name @param {any[]} args @param {(progress: any) => void} [report] @returns {Promise<any>} */
  send(name, args, report) {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, report });
      this.worker?.postMessage({ id, name, args });
    });
  }

  /** @param {any} data */
  answered({ id, value, error, progress }) {
    const call = this.waiting.get(id);
    if (progress) {
      call?.report?.(progress);
      return;
    }
    this.waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(value);
  }

  /** Ends the worker and all its calls. */
  stop(why = "stopped") {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}

const engine = new Engine(), batchEngine = new Engine();

// ---- the grid

/** What the grid shows. Notes are sets of digits. Tall boxes have more rows than columns. Candidates are the puzzle if it was given so, or "". */
let state = { given: blank.repeat(81), cells: blank.repeat(81), notes: Array.from({ length: 81 }, () => ""), tall: false, candidates: "" };
/** @type {string[]} */ let past = [];
/** @type {string[]} */ let puzzles = [];
let shownPuzzle = 0, at = 0;

const order = () => sizeOf(state.cells);
/** The rows and columns of a box. @returns {[number, number]} */
const boxSize = () => {
  const n = order(), least = Math.floor(Math.sqrt(n));
  return state.tall ? [n / least, least] : [least, n / least];
};
/** The grid's size and boxes as the engine takes them. */
const shape = () => ({ size: order(), box: boxSize().join("x") });
const place = (/** @type {number} */ cell) => ({ row: Math.floor(cell / order()), column: cell % order() });
const boxOf = (/** @type {number} */ cell) => {
  const { row, column } = place(cell), [rows, columns] = boxSize();
  return Math.floor(row / rows) * rows + Math.floor(column / columns);
};
const sameHouse = (/** @type {number} */ a, /** @type {number} */ b) =>
  place(a).row === place(b).row || place(a).column === place(b).column || boxOf(a) === boxOf(b);
const nameOf = (/** @type {number} */ cell) => `r${place(cell).row + 1}c${place(cell).column + 1}`;
const replaceAt = (/** @type {string} */ text, /** @type {number} */ i, /** @type {string} */ char) => text.slice(0, i) + char + text.slice(i + 1);

/** Returns the digits that no cell in the houses of a cell has. @param {number} cell */
const candidates = (cell) =>
  digitsOf(order()).filter((digit) => ![...state.cells].some((other, i) => other === digit && i !== cell && sameHouse(i, cell))).join("");

/** Returns the cells whose digit another cell in a house has. */
function clashes() {
  const found = new Set();
  [...state.cells].forEach((digit, a) => {
    if (digit === blank) return;
    for (let b = a + 1; b < state.cells.length; b++) if (state.cells[b] === digit && sameHouse(a, b)) found.add(a).add(b);
  });
  return found;
}

/** Makes the cells of a grid of the current size. */
function build() {
  const n = order(), board = $("sudoku"), [rows, columns] = boxSize();
  board.style.setProperty("--order", String(n));
  board.style.setProperty("--rows", String(rows));
  board.style.setProperty("--columns", String(columns));
  board.dataset.box = shape().box;
  board.replaceChildren(...Array.from({ length: n }, (_, row) => {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    for (let column = 0; column < n; column++) {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.classList.toggle("right", column % columns === columns - 1 && column < n - 1);
      cell.classList.toggle("below", row % rows === rows - 1 && row < n - 1);
      cell.classList.toggle("end", column === n - 1);
      cell.classList.toggle("bottom", row === n - 1);
      line.append(cell);
    }
    return line;
  }));
  const keys = [...digitsOf(n), "⌫"].map((digit) => {
    const button = document.createElement("button");
    button.textContent = digit;
    button.setAttribute("aria-label", digit === "⌫" ? "clear the cell" : `digit ${digit}`);
    button.onclick = () => press(digit === "⌫" ? blank : digit);
    return button;
  });
  $("pad").replaceChildren(...keys);
}

/** Shows the state, and keeps it for the next visit. */
function render() {
  if ($("sudoku").dataset.box !== shape().box) build();
  $("tall").checked = state.tall;
  $("boxes").hidden = boxSize()[0] === boxSize()[1];
  at = Math.min(at, state.cells.length - 1);
  const shown = state.candidates || state.given;
  if (puzzles[shownPuzzle] !== shown) shownPuzzle = Math.max(0, puzzles.indexOf(shown));
  keep();
  const cells = $$("#sudoku [role=gridcell]"), wrong = clashes(), digit = state.cells[at];
  cells.forEach((cell, i) => {
    const given = state.given[i] !== blank, value = state.cells[i], notes = state.notes[i];
    cell.classList.toggle("given", given);
    cell.classList.toggle("clash", wrong.has(i));
    cell.classList.toggle("seen", i !== at && sameHouse(i, at));
    cell.classList.toggle("same", digit !== blank && value === digit && i !== at);
    cell.setAttribute("tabindex", i === at ? "0" : "-1");
    cell.setAttribute("aria-selected", String(i === at));
    if (given) cell.setAttribute("aria-readonly", "true");
    else cell.removeAttribute("aria-readonly");
    const label = value !== blank ? `${value}${given ? ", given" : ""}${wrong.has(i) ? ", clashes" : ""}` : notes ? `notes ${[...notes].join(" ")}` : "blank";
    cell.setAttribute("aria-label", `row ${place(i).row + 1} column ${place(i).column + 1}, ${label}`);
    if (value === blank && notes) {
      const box = document.createElement("div");
      box.className = "notes";
      box.append(...digitsOf(order()).map((d) => Object.assign(document.createElement("span"), { textContent: notes.includes(d) ? `${d} ` : "" })));
      cell.replaceChildren(box);
    } else {
      cell.textContent = value === blank ? "" : value;
    }
  });
  $("undo").disabled = past.length === 0;
  $("choose").hidden = puzzles.length < 2;
  $("which").textContent = `puzzle ${shownPuzzle + 1} of ${puzzles.length}`;
}

/** Moves to a cell. @param {number} cell */
function focusOn(cell) {
  at = Math.max(0, Math.min(cell, state.cells.length - 1));
  render();
  $$("#sudoku [role=gridcell]")[at].focus();
}

/** Changes the state so that it can be undone. @param {(next: typeof state) => void} change */
function edit(change) {
  const before = JSON.stringify(state);
  change(state);
  if (JSON.stringify(state) !== before) past = [...past.slice(-200), before];
  $("steps-view").hidden = $("why").hidden = true;
  render();
}

/** Keeps the work in the browser, or in the address if the browser stores nothing for this page. */
function keep() {
  try {
    localStorage.setItem("sudokubatch", JSON.stringify({ state, past, puzzles }));
    if (location.hash) location.replace("#"); // older than what is stored
  } catch {
    location.replace(`#${encodeURIComponent(JSON.stringify({ state, past: [], puzzles: [] }))}`);
  }
}

/** Brings the work of the last visit back, and reports whether there is any. */
function restore() {
  try {
    let text = decodeURIComponent(location.hash.slice(1));
    try {
      text ||= localStorage.getItem("sudokubatch") ?? "";
    } catch { /* there is no storage */ }
    const kept = JSON.parse(text), { given, cells, notes } = kept.state;
    if (![given, cells].every((grid) => sizeOf(grid) % 1 === 0 && [...grid].every((cell) => cell === blank || digitsOf(sizeOf(grid)).includes(cell))) || given.length !== cells.length || notes.length !== cells.length) return false;
    ({ state, past, puzzles } = kept);
    $("text-in").value = /[^.]/.test(given) ? given : "";
    return /[^.]/.test(cells + notes.join(""));
  } catch {
    return false;
  }
}

/** Enters a digit, or clears the cell. @param {string} digit */
function press(digit) {
  if (state.given[at] !== blank) {
    say(`${nameOf(at)} is given. Clear or Reset first.`);
    return;
  }
  edit((next) => {
    const old = next.cells[at];
    if ($("notes").checked && digit !== blank) {
      if (old !== blank) return;
      const notes = next.notes[at];
      next.notes[at] = notes.includes(digit) ? notes.replace(digit, "") : notes + digit;
      return;
    }
    next.cells = replaceAt(next.cells, at, old === digit ? blank : digit);
    if (digit === blank) next.notes[at] = "";
    else next.notes = next.notes.map((notes, i) => (sameHouse(i, at) ? notes.replace(digit, "") : notes));
  });
  const equal = [...state.cells].flatMap((other, i) => (other === state.cells[at] && other !== blank && i !== at && sameHouse(i, at) ? [nameOf(i)] : []));
  say(equal.length ? `${nameOf(at)} clashes with ${equal.join(", ")}.` : "");
}

/** Shows a puzzle. @param {string} puzzle @param {boolean} [typing] the text box has it already @param {string[]} [marks] the candidates of its cells */
function setPuzzle(puzzle, typing, marks = []) {
  at = 0;
  if (!typing) $("text-in").value = puzzle;
  if (puzzle.length === 729) return setCandidates(puzzle);
  edit((next) => Object.assign(next, { given: puzzle, cells: puzzle, notes: [...puzzle].map((digit, i) => (digit === blank ? marks[i] ?? "" : "")), tall: next.tall && puzzle.length === next.cells.length, candidates: "" }));
}

/** Shows a puzzle that is given as candidates: a lone one is a digit, unless another cell in its houses has it, too. @param {string} puzzle */
const setCandidates = (puzzle) => edit((next) => {
  const notes = (puzzle.match(/.{9}/g) ?? []).map((cell) => cell.replaceAll(blank, ""));
  next.cells = blank.repeat(81); // before sameHouse, which needs the size
  const given = notes.map((digits, i) => (digits.length === 1 && !notes.some((other, k) => k !== i && other.includes(digits) && sameHouse(i, k)) ? digits : blank)).join("");
  Object.assign(next, { given, cells: given, notes: notes.map((digits, i) => (given[i] === blank ? digits : "")), tall: false, candidates: puzzle });
});

/** Says what happened. @param {string} text */
const say = (text) => ($("result").textContent = text);

/** The digits to work on: the given ones, or all if none are given. */
const clues = () => (/[^.]/.test(state.given) ? state.given : state.cells);
/** The puzzle to work on. */
const puzzle = () => state.candidates || clues();

/** What an error is in plain words. @param {any} error */
const faultOf = ({ message, reason, line }) => `${line > 1 ? `line ${line}: ` : ""}${reason ?? message}`;

/** Runs a command of the engine for the grid. After a second the page says what it does, and for how long. @param {string} name @param {string} doing @param {any} argument @param {(found: any) => void} then @param {any[]} more */
async function ask(name, doing, argument, then, ...more) {
  const began = Date.now();
  let tries = 0;
  $("stop").textContent = "Stop";
  $("stop").hidden = false;
  say("Working …");
  const clock = setInterval(() => {
    if ($("result").textContent === "Working …") say(`${doing} …`);
    $("stop").textContent = `Stop (${Math.round((Date.now() - began) / 1000)} s${tries ? `, ${number.format(tries)} tries` : ""})`;
  }, 1000);
  try {
    const found = await engine.call(name, [argument, ...more], (progress) => ({ tries } = progress));
    then(found);
  } catch (error) {
    say(/** @type {any} */ (error).message === "stopped" ? `Stopped: ${doing}.` : `${faultOf(error)}.`);
  } finally {
    clearInterval(clock);
    $("stop").hidden = true;
  }
}

/** Says in words why a puzzle has no single solution. @param {any} found */
function statusText(found) {
  switch (found.status) {
    case "unique": return "The puzzle has one solution.";
    case "multiple": return "The puzzle has more than one solution.";
    case "no_solution": return "The puzzle has no solution.";
    case "contradiction": return `The puzzle has no solution: ${nameOf(found.clash[0])} and ${nameOf(found.clash[1])} are equal.`;
  }
  return `The search gave up after ${number.format(found.guesses)} guesses.`;
}

const solveGrid = () => ask("solve", "Looking for the solution", puzzle(), (found) => {
  if (!found.solution) return say(statusText(found));
  edit((next) => {
    if (!/[^.]/.test(next.given)) next.given = next.cells;
    next.cells = found.solution;
  });
  say(`${statusText(found)}${found.status === "multiple" ? " The grid shows the first." : ""}`);
}, shape());

const checkGrid = () => ask("check", "Looking for clues that can be dropped", puzzle(), (found) => {
  const text = [statusText(found)];
  if (found.status === "unique") {
    text.push(`${found.clues} clues. ${found.minimal ? "The puzzle is minimal: no clue can be dropped." : `Not minimal: each of these clues can be dropped alone: ${found.redundant.map((/** @type {any} */ one) => (one.length ? `${nameOf(one[0])}=${one[1]}` : nameOf(one))).join(", ")}.`}`);
    const wrong = [...state.cells].flatMap((digit, i) => (digit !== blank && digit !== found.solution[i] ? [nameOf(i)] : []));
    const filled = [...state.cells].filter((digit, i) => digit !== state.given[i]).length;
    if (wrong.length) text.push(`Wrong: ${wrong.join(", ")}.`);
    else if (filled) text.push(state.cells.includes(blank) ? "All digits so far are right." : "The grid is solved.");
  }
  say(text.join(" "));
}, shape());

/** @param {any} found */
function ratingText(found) {
  if (found.status !== "unique") return `${statusText(found)} Only puzzles with one solution have a rating.`;
  const tier = found.tier ? `${found.tier[0].toUpperCase()}${found.tier.slice(1)}: ` : "", rating = found.rating ? ` Rating ${found.rating} of 110.` : "";
  const steps = found.stepCount === null ? "" : ` ${found.stepCount} steps${found.technique ? `; the hardest is ${found.technique}` : ""}.`;
  if (found.er === null) return `${tier}${rating.trim()}${[4, 6].includes(found.order) ? steps : " Steps are for 4×4, 6×6 and 9×9."}`;
  const scores = [[found.rated ? "ER" : "ER at least", found.er], ["EP", found.ep], ["ED", found.ed]].filter(([, score]) => score !== null)
    .map(([name, score]) => `${name} ${score.toFixed(1)}`);
  return `${tier}${scores.join(", ")}.${steps}${rating}`;
}

/** The notes are the player's candidates if every blank has some. */
const marks = () => (order() <= 9 && [...state.cells].every((digit, i) => digit !== blank || state.notes[i]) ? state.notes : undefined);

/** What is wrong, in words. @param {string} mistakes */
const wrongText = (mistakes) => (mistakes ? `Wrong: ${mistakes}. ` : "");

/** Shows steps from the player's state. @param {any} found @param {any[]} steps @param {string} lead @param {string} end */
function showList(found, steps, lead, end) {
  $("steps").replaceChildren(...steps.map((step, i) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.dataset.step = String(i);
    [["number", i + 1], ["rating", step.rating?.toFixed(1) ?? ""], ["what", step.short]].forEach(([name, text]) => {
      button.append(Object.assign(document.createElement("span"), { className: name, textContent: text }));
    });
    item.append(button);
    if (step.text !== step.short) {
      const links = document.createElement("details");
      links.append(Object.assign(document.createElement("summary"), { textContent: "all links" }), step.text);
      item.append(links);
    }
    return item;
  }));
  $("steps-lead").textContent = lead;
  $("steps-view").hidden = false;
  showSteps({ puzzle: found.puzzle.replaceAll(blank, "0"), box: boxSize(), state: found.state, gone: found.gone, steps, end }, 0);
  $("steps-view").scrollIntoView({ block: "nearest" });
}

/** The player's grid, unless it is solved: then steps begin at the clues. */
const played = () => (state.cells.includes(blank) ? { state: state.cells, marks: marks(), ...shape() } : shape());

const explainGrid = () => ask("explain", "Looking for the steps", state.candidates && state.cells === state.given ? puzzle() : clues(), (found) => {
  const text = `${found.state && found.state !== found.puzzle.replaceAll(blank, "0") ? "From your grid: " : ""}${ratingText(found)}`;
  const lead = found.wrong.length ? `Wrong: ${found.wrong.map(nameOf).join(", ")}. ${text}` : text;
  say(lead);
  if (found.steps?.length) showList(found, found.steps, lead, found.rated ? "The puzzle is solved." : "No technique goes on from here.");
}, state.candidates && state.cells === state.given ? {} : played());

const hintGrid = () => ask("hint", "Looking for the next step", clues(), (found) => {
  const { step } = found;
  if (!step) return say(found.status === "unique" ? `${found.text[0].toUpperCase()}${found.text.slice(1)}.` : statusText(found));
  const cells = step.cells.length ? step.cells : step.links.length ? [step.use[0][0]] : [step.place[0]];
  say(`${wrongText(found.mistakes)}Next: ${step.name}, look at ${[...new Set(cells)].map(nameOf).join(", ")}.`);
  $("why").hidden = false;
  $("why").onclick = () => {
    showList(found, [step], `${wrongText(found.mistakes)}${step.text}.`, "The grid after this step.");
    say(`${wrongText(found.mistakes)}${step.short}.`);
  };
}, state.cells, { marks: marks(), ...shape() });

/** Makes a puzzle. The seed that was chosen, or drawn, makes it again. */
function make() {
  const size = Number($("make-order").value), seed = $("make-seed").value || String(Math.floor(Math.random() * 1e6)), tier = $("make-tier").value, symmetry = $("make-symmetry").value;
  return ask("generate", `Making puzzles of ${size}×${size} until one is ${[tier || "found", symmetry && `symmetric (${symmetry})`].filter(Boolean).join(" and ")}`, {
    seed, size, box: order() === size ? shape().box : undefined, clues: size === 25 ? 400 : undefined, symmetry: symmetry || undefined, tier: tier || undefined,
  }, ([made]) => {
    puzzles = [made];
    shownPuzzle = 0;
    setPuzzle(made);
    say(`A new puzzle with ${[...made].filter((digit) => digit !== blank).length} clues, made with seed ${seed}. It has one solution${size < 25 ? " and is minimal" : ""}.`);
  });
}

/** Reads puzzles from text. @param {string} text */
const read = async (text) => text.trim() && show(() => engine.call("parse", [text]));

/** Shows the puzzles that were found. The text box has their text already, unless it is none. @param {() => Promise<any>} find */
async function show(find) {
  try {
    const found = await find();
    if (!found) return;
    const [fault] = found.faults;
    if (!found.puzzles.length) return say(fault ? `Not read: ${faultOf(fault)}.` : "There is no puzzle in the text.");
    puzzles = found.puzzles;
    shownPuzzle = 0;
    setPuzzle(puzzles[0], found.text !== "", found.marks);
    say(`${number.format(puzzles.length)}${found.more ? " or more" : ""} ${puzzles.length === 1 ? "puzzle" : "puzzles"} read.${fault ? ` ${number.format(found.faults.length)} not read, first: ${faultOf(fault)}.` : ""}${found.more ? " Use the tab File for all of them." : ""}`);
  } catch (error) {
    say(`Not read: ${faultOf(/** @type {any} */ (error))}.`);
  }
}

/** The most text that goes into the text box; more would stop the page for a while. */
const mostText = 1 << 20;

/** Takes a file: small ones into the grid, others into the tab File. @param {File} file */
const take = (file) => show(async () => {
  const found = $("panel-file").hidden && file.size <= mostText ? await engine.call("open", [file]) : null;
  if (found) {
    $("text-in").value = found.text;
    return found;
  }
  const list = new DataTransfer();
  list.items.add(file);
  $("file").files = list.files;
  select("file");
});

/** Shows a puzzle of the list. @param {number} step */
function turn(step) {
  shownPuzzle = (shownPuzzle + step + puzzles.length) % puzzles.length;
  setPuzzle(puzzles[shownPuzzle], true);
}

/** Shows a panel. @param {string} name */
function select(name) {
  for (const tab of $$("[role=tab]")) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? "0" : "-1");
    $(tab.getAttribute("aria-controls") ?? "").hidden = !chosen;
  }
}

$("sudoku").addEventListener("click", (/** @type {any} */ event) => {
  const cell = event.target.closest("[role=gridcell]");
  if (cell) focusOn($$("#sudoku [role=gridcell]").indexOf(cell));
});
$("sudoku").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const n = order(), { row, column } = place(at), key = event.key;
  if (event.ctrlKey && key === "Home") focusOn(0);
  else if (event.ctrlKey && key === "End") focusOn(n * n - 1);
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (key === "ArrowUp" && row > 0) focusOn(at - n);
  else if (key === "ArrowDown" && row < n - 1) focusOn(at + n);
  else if (key === "ArrowLeft" && column > 0) focusOn(at - 1);
  else if (key === "ArrowRight" && column < n - 1) focusOn(at + 1);
  else if (key === "Home") focusOn(at - column);
  else if (key === "End") focusOn(at - column + n - 1);
  else if (digitsOf(n).includes(key.toUpperCase())) press(key.toUpperCase());
  else if (["Backspace", "Delete", "0", ".", " "].includes(key)) press(blank);
  else if (key.toLowerCase() === "n" && n < 16) $("notes").click();
  else if (!key.startsWith("Arrow")) return;
  event.preventDefault();
});

function undo() {
  const last = past.pop();
  if (!last) return;
  state = JSON.parse(last);
  $("steps-view").hidden = $("why").hidden = true;
  render();
  say("Undone.");
}

/** Copies the grid as one line. */
async function copy() {
  try {
    await navigator.clipboard.writeText(state.cells);
  } catch {
    $("text-in").value = state.cells;
    $("text-in").select();
    if (!document.execCommand("copy")) return say("The browser does not let the page copy. Copy the text in the box.");
  }
  say("Copied the grid as one line.");
}

/** Whether text goes into the element, and not into the grid. @param {EventTarget | null} target */
const takesText = (target) => target instanceof Element && target.closest("textarea, input:not([type=checkbox], [type=radio], [type=file])") !== null;

$("undo").onclick = undo;
$("tall").onchange = () => edit((next) => (next.tall = $("tall").checked));
$("solve").onclick = solveGrid;
$("check").onclick = checkGrid;
$("rate").onclick = () => ask("rate", "Rating the puzzle", puzzle(), (found) => say(ratingText(found)), shape());
$("explain").onclick = explainGrid;
$("hint").onclick = hintGrid;
$("make").onclick = make;
$("stop").onclick = () => engine.stop();
$("fill").onclick = () => edit((next) => (next.notes = [...next.cells].map((digit, i) => (digit === blank ? candidates(i) : ""))));
for (const [id, puzzleOf] of /** @type {const} */ ([["reset", () => state.given], ["clear", () => blank.repeat(order() ** 2)]])) {
  $(id).onclick = () => {
    setPuzzle(puzzleOf(), true);
    say("Undo brings the digits back.");
  };
}
$("copy").onclick = copy;
let gridAlone = false;
$("print-grid").onclick = () => {
  gridAlone = true;
  print();
  gridAlone = false;
};
$("earlier").onclick = () => turn(-1);
$("later").onclick = () => turn(1);
$("text-in").oninput = (/** @type {any} */ event) => read(event.target.value);
addEventListener("beforeprint", () => document.body.classList.toggle("printing-steps", !gridAlone && !$("steps-view").hidden));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || takesText(event.target) || $("panel-puzzle").hidden) return;
  event.preventDefault();
  undo();
});
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if ($("panel-puzzle").hidden || (takesText(event.target) && text.length <= mostText)) return;
  if (text.length > mostText) {
    event.preventDefault();
    return take(new File([text], "pasted.txt"));
  }
  $("text-in").value = text;
  read(text);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const files = event.dataTransfer?.files ?? [];
  if (files.length > 1) say("Drop one file at a time.");
  else if (files.length) take(files[0]);
});
for (const tab of $$("[role=tab]")) {
  const name = tab.id.replace("tab-", "");
  tab.addEventListener("click", () => select(name));
  tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const other = name === "file" ? "puzzle" : "file";
    select(other);
    $(`tab-${other}`).focus();
  });
}

// ---- files

/** The verbs of the tab File: what the engine runs, and the columns that are ticked. */
const verbs = {
  solve: { verb: "solve", add: ["solution", "status", "guesses"], text: "Writes each puzzle with its solution. A list gets a line for each record, a table gets columns." },
  check: { verb: "label", add: ["clues", "status", "minimal"], text: "Writes a table that says for each puzzle whether it has one solution, and whether a clue can be dropped." },
  rate: { verb: "label", add: ["status", "tier", "er", "technique", "rating"], text: "Writes a table with the difficulty of each puzzle. Takes from microseconds to seconds a puzzle." },
  convert: { verb: "convert", add: [], text: "Writes the records in another form. Malformed records are left out." },
  generate: { verb: "generate", add: [], text: "Makes minimal puzzles with one solution. The same settings make the same puzzles everywhere." },
};
const chosenVerb = () => /** @type {keyof typeof verbs} */ (new FormData($("batch")).get("verb"));

/** Shows what a verb needs. */
function showVerb() {
  const name = chosenVerb();
  $("verb-text").textContent = verbs[name].text;
  for (const part of $$(".for-file")) part.hidden = name === "generate";
  for (const part of $$(".for-generate")) part.hidden = name !== "generate";
  $("columns-box").hidden = name === "convert";
  for (const box of $$("#columns input")) box.checked = /** @type {string[]} */ (verbs[name].add).includes(box.value);
}

/** Lists what the engine offers. */
async function listChoices() {
  const { columns: all, sizes, boxes, tiers, symmetries } = await engine.call("choices", []);
  const fill = (/** @type {string} */ ids, /** @type {any[]} */ values, words = String) => ids.split(" ").forEach((id) => $(id).append(...values.map((value) => new Option(words(value), String(value)))));
  fill("make-order size", sizes, (size) => `${size}×${size}`);
  fill("box", boxes);
  fill("make-tier batch-tier", tiers);
  fill("make-symmetry batch-symmetry", symmetries);
  $("make-order").value = "9";
  $("columns").replaceChildren(...all.map((/** @type {any} */ column) => {
    const label = document.createElement("label"), box = Object.assign(document.createElement("input"), { type: "checkbox", value: column.name });
    label.append(box, column.name, Object.assign(document.createElement("span"), { textContent: column.doc }));
    return label;
  }));
  showVerb();
}

const extensions = { line: "txt", grid: "txt", csv: "csv", tsv: "tsv", ndjson: "jsonl", json: "json" };

/** Returns the options of the form for the engine, and the name of the output. @param {File | undefined} file */
function settings(file) {
  const name = chosenVerb(), { verb, add: usual } = verbs[name];
  const ticked = $$("#columns input:checked").map((box) => box.value);
  /** @type {any} */
  const options = { to: $("to").value || undefined, size: Number($("size").value) || undefined, box: $("box").value || undefined };
  if (name === "generate") {
    Object.assign(options, { count: Number($("count").value), seed: Number($("seed").value), solutions: $("solutions").checked, symmetry: $("batch-symmetry").value || undefined, clues: options.size === 25 ? 400 : undefined });
    if ($("batch-tier").value) options.tier = [$("batch-tier").value];
    if (ticked.length) options.to ??= "csv";
  } else {
    options.where = $("where").value.trim() || undefined;
  }
  // Rows are written as a table: then solve adds its own columns unless others are ticked.
  if (name !== "convert" && !(name === "solve" && String(ticked) === String(usual))) options.add = ticked.length ? ticked : undefined;
  if (name === "convert") options.onBad = "skip";
  if (name === "solve" && options.add && !options.to) options.to = "csv";
  const base = file ? file.name.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "") : "puzzles";
  const own = file?.name.replace(/\.gz$/i, "").match(/\.(?!npy$|xml$|opensudoku$)([^.]+)$/i)?.[1]; // the engine writes text alone
  const ending = extensions[/** @type {keyof typeof extensions} */ (options.to)] ?? (verb === "label" && (!own || own === "txt") ? "csv" : own ?? "txt");
  return { verb, options, output: `${base}-${name === "generate" ? options.seed : name}.${ending}` };
}

/** From this size on, in bytes, the output goes to a file that the user names, if the browser can. */
const toDisk = 64 << 20;

let batch = { began: 0, total: 0, name: "" };

/** Starts a run. @param {Event} event */
async function start(event) {
  event.preventDefault();
  const file = chosenVerb() === "generate" ? undefined : $("file").files[0];
  if (!file && chosenVerb() !== "generate") return finish("Choose a file first.");
  const { verb, options, output } = settings(file);
  const size = file?.size ?? options.count * ((options.size ?? 9) ** 2 + 1);
  /** @type {FileSystemFileHandle | undefined} */ let handle;
  if (size >= toDisk && "showSaveFilePicker" in window) {
    try {
      handle = await /** @type {any} */ (window).showSaveFilePicker({ suggestedName: output });
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return finish("No file chosen for the output.");
    }
  }
  URL.revokeObjectURL($("download").href);
  $("download").hidden = true;
  $("cancel").hidden = false;
  $("start").disabled = true;
  $("batch-notes").replaceChildren();
  $("batch-result").textContent = "Running …";
  $("progress").value = 0;
  $("progress").hidden = false;
  batch = { began: performance.now(), total: file ? file.size : options.count, name: output };
  try {
    const { summary, blob } = await batchEngine.call("batch", [{ verb, file, options, handle }], showProgress);
    showProgress({ records: summary.records, taken: batch.total }, false);
    if (blob) {
      $("download").href = URL.createObjectURL(blob);
      $("download").download = output;
      $("download").textContent = `Download ${output} (${bytesText(blob.size)})`;
      $("download").hidden = false;
    }
    showSummary(summary, blob ? "" : ` Written to ${handle?.name}.`);
  } catch (error) {
    finish(`Failed: ${/** @type {any} */ (error).message}. There is no output.`);
  }
}

const bytesText = (/** @type {number} */ n) => (n < 1e6 ? `${number.format(Math.ceil(n / 1e3))} kB` : `${(n / 1e6).toFixed(1)} MB`);

/** Shows how far a run is. @param {{records: number, taken: number}} progress */
function showProgress({ records, taken }, running = true) {
  const seconds = (performance.now() - batch.began) / 1000;
  const done = (taken || records) / Math.max(1, batch.total);
  if (done < 1 || !running) $("progress").value = Math.min(1, done);
  else $("progress").removeAttribute("value"); // all is read, but not all is done
  $("rates").textContent = `${number.format(records)} puzzles in ${seconds.toFixed(1)} s, ${number.format(Math.round(records / Math.max(seconds, 0.001)))} puzzles/s`;
}

/** Ends a run with a message. @param {string} text */
function finish(text) {
  $("batch-result").textContent = text;
  $("cancel").hidden = true;
  $("start").disabled = false;
}

/** Says what a run found. @param {any} found @param {string} written */
function showSummary(found, written) {
  const counts = [["solved", "solved"], ["multiple", "with several solutions"], ["noSolution", "without a solution"], ["contradiction", "contradictory"], ["gaveUp", "given up"], ["malformed", "malformed"], ["unmatched", "left out by the condition"]];
  const words = { convert: "written", generate: "made" }[/** @type {string} */ (chosenVerb())] ?? "with one solution";
  const parts = counts.filter(([name]) => found[name]).map(([name, text]) => `${number.format(found[name])} ${name === "solved" ? words : text}`);
  finish(`Done${found.form ? `, read as ${found.form}` : ""}: ${parts.join(", ") || "no records"}.${written}`);
  const notes = [...found.messages, ...found.faults.map((/** @type {any} */ fault) => fault.message)];
  if (!notes.length) return;
  const list = document.createElement("ul");
  list.append(...notes.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  const more = found.malformed - found.faults.length;
  $("batch-notes").replaceChildren(list);
  if (more > 0) $("batch-notes").append(`${number.format(more)} more malformed records are not listed.`);
}

$("batch").addEventListener("submit", start);
$("batch").addEventListener("change", (/** @type {any} */ event) => event.target.name === "verb" && showVerb());
$("cancel").onclick = () => batchEngine.stop("cancelled");

// ---- begin

const restored = restore();
render();
showVerb();
listChoices().then(() => say(restored ? "The grid is as you left it." : "Type or paste a puzzle, drop a file, or make one."), (error) => say(`The engine does not run here: ${error.message}`));
