// Steps through the solution of a puzzle, for the page of explain and the page of package web. It
// draws the grid before each step, with what the step sees, removes and places. showSteps takes the
// data: puzzle is a string of digits, row by row, 0 = blank; box has the rows and columns of a box; state, if there is one, has the digits at which the
// steps begin, and gone the candidates that it lacks; end is shown after the last step; a step has
//   text    a sentence
//   place   [cell, digit], or null
//   remove  [[cell, digit], …]
//   use     [[cell, digit], …]: candidates of the pattern
//   cells   cells of the pattern
//   houses  houses of the pattern: boxes, then rows, then columns, each numbered from 0
//   links   [[from, to, weak], …]: arrows of a chain; from and to are groups: [[cell, digit], …]
const size = 64, edge = 26;
let rows = 3, columns = 3, side = 9; // of a box, and of the grid
const row = (cell) => Math.floor(cell / side), column = (cell) => cell % side;
const box = (cell) => Math.floor(row(cell) / rows) * rows + Math.floor(column(cell) / columns);
const range = (n) => [...Array(n).keys()];
const sees = (a, b) => row(a) === row(b) || column(a) === column(b) || box(a) === box(b);
const left = (cell) => edge + column(cell) * size, top_ = (cell) => edge + row(cell) * size;
const markAt = (cell, digit) => [left(cell) + 13 + ((digit - 1) % 3) * 19, top_(cell) + 12 + Math.floor((digit - 1) / 3) * 19 + (side < 7 ? 9 : 0)];

// stateBefore returns the digits and candidates (a set of digits a cell) before a step.
function stateBefore({ puzzle, state = puzzle, gone: before = [], steps }, n) {
  const digits = [...state].map(Number);
  const gone = new Set(before.map(([cell, digit]) => cell * 10 + digit));
  for (const step of steps.slice(0, n)) {
    for (const [cell, digit] of step.remove) gone.add(cell * 10 + digit);
    if (step.place) digits[step.place[0]] = step.place[1];
  }
  const marks = digits.map((digit, cell) => {
    const free = new Set();
    if (digit) return free;
    for (let d = 1; d <= side; d++) {
      if (!gone.has(cell * 10 + d) && !digits.some((other, at) => other === d && sees(at, cell))) free.add(d);
    }
    return free;
  });
  return { digits, marks };
}

const nameOf = (cell) => `r${row(cell) + 1}c${column(cell) + 1}`;

// whyOf returns why a single is one: the cells of its house, the digits that exclude others, and a sentence. For other
// steps there are none.
function whyOf(data, n) {
  const step = data.steps[n];
  if (!step?.place || step.cells.length || step.links.length) return { house: [], by: [], words: "" };
  const { digits } = stateBefore(data, n), [at, digit] = step.place, cells = [...digits.keys()], number = step.houses[0];
  const house = number === undefined ? [] : cells.filter((cell) => [box, row, column][Math.floor(number / side)](cell) === number % side);
  if (!house.length) { // a naked single: what it sees
    const by = range(side).map((d) => cells.find((cell) => digits[cell] === d + 1 && sees(cell, at))).filter((cell) => cell !== undefined);
    return { house, by, words: `${nameOf(at)} sees ${by.map((cell) => `${digits[cell]} in ${nameOf(cell)}`).join(", ")}.` };
  }
  let others = house.filter((cell) => cell !== at && !digits[cell]);
  if (!others.length) return { house, by: [], words: "It is the last blank of its house." };
  const by = [];
  for (;;) { // the digits that exclude most cells first
    const hits = cells.map((cell) => (digits[cell] === digit ? others.filter((other) => sees(cell, other)) : []));
    const best = hits.reduce((most, hit, cell) => (hit.length > hits[most].length ? cell : most), 0);
    if (!hits[best].length) break;
    by.push(best);
    others = others.filter((other) => !hits[best].includes(other));
  }
  by.sort((a, b) => a - b);
  const seen = by.length ? `The other cells see ${digit} in ${by.map(nameOf).join(", ")}.` : "", marked = others.length ? ` Steps before took ${digit} from ${others.map(nameOf).join(", ")}.` : "";
  return { house, by, words: `${seen}${marked}`.trim() };
}

// kindOf returns what a cell is in a step: the class of its colour, or "".
const kindOf = (step, cell) => step.place && step.place[0] === cell ? "hit" : step.remove.some(([c]) => c === cell) ? "out" : step.cells.includes(cell) ? "seen" : "";

// mini returns a small picture of the cells of a step, those of a chain included.
function mini(step) {
  const whole = { ...step, cells: [...step.cells, ...step.use.map(([cell]) => cell)] };
  const cells = range(side * side).map((cell) => [cell, kindOf(whole, cell)]).filter(([, kind]) => kind);
  return `<svg class="mini" aria-hidden="true" viewBox="-.1 -.1 ${side + 0.2} ${side + 0.2}">${cells.map(([cell, kind]) => `<path class="${kind}" d="M${column(cell)} ${row(cell)}h1v1h-1z"/>`).join("")}<path class="rules" d="M0 0h${side}v${side}h-${side}z${range(rows).map((i) => `M${i * columns} 0v${side}`).join("")}${range(columns).map((i) => `M0 ${i * rows}h${side}`).join("")}"/></svg>`;
}

let drawn = 0; // names the arrows of each grid: a hidden grid's cannot be used by another

// draw returns the grid before a step as SVG. After the last step it has no pattern.
function draw(data, n, withMarks) {
  const { puzzle, steps } = data;
  const step = steps[n] || { remove: [], use: [], cells: [], links: [], place: null };
  const { digits, marks } = stateBefore(data, n), whole = side * size + edge + 4;
  drawn++;
  const has = (list, cell, digit) => list.some(([c, d]) => c === cell && d === digit);
  const out = [], { house, by } = whyOf(data, n);
  for (let cell = 0; cell < digits.length; cell++) {
    const fill = kindOf(step, cell) || (by.includes(cell) ? "seen" : house.includes(cell) ? "house" : "");
    if (fill) out.push(`<path class="${fill}" d="M${left(cell)} ${top_(cell)}h${size}v${size}h-${size}z"/>`);
  }
  // A group of one digit in a box is one node: a band through its candidates. Of others each candidate has an arrow.
  const isNode = (group) => group.every(([cell, digit]) => digit === group[0][1] && box(cell) === box(group[0][0]));
  const links = step.links.flatMap(([from, to, weak]) => (isNode(from) ? [from] : from.map((one) => [one])).map((group) => [group, to, weak]));
  const bands = links.flatMap(([from, to]) => [from, to]).filter((group) => group.length > 1).map((group) => `M${group.map((one) => markAt(...one).join(" ")).join("L")}`);
  for (const d of new Set(bands)) out.push(`<path class="group" d="${d}"/>`);
  for (let i = 0; i <= side; i++) {
    const at = edge + i * size, kind = (n) => (i % n ? "thin" : "thick");
    out.push(`<line class="${kind(columns)}" x1="${at}" x2="${at}" y1="${edge}" y2="${edge + side * size}"/><line class="${kind(rows)}" x1="${edge}" x2="${edge + side * size}" y1="${at}" y2="${at}"/>`);
    if (i < side) out.push(`<text class="name" x="${at + size / 2}" y="${edge - 9}">c${i + 1}</text><text class="name" x="${edge / 2 - 1}" y="${at + size / 2 + 5}">r${i + 1}</text>`);
  }
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell]) {
      out.push(`<text class="${puzzle[cell] === "0" ? "found" : "given"}" x="${left(cell) + size / 2}" y="${top_(cell) + size / 2 + 14}">${digits[cell]}</text>`);
      continue;
    }
    for (const digit of marks[cell]) {
      const placed = step.place && step.place[0] === cell && step.place[1] === digit;
      const kind = placed ? " place" : has(step.remove, cell, digit) ? " gone" : has(step.use, cell, digit) ? " use" : "";
      if (!withMarks && !kind) continue;
      const [x, y] = markAt(cell, digit);
      out.push(`<text class="mark${kind}" x="${x}" y="${y + 5}">${digit}</text>`);
    }
  }
  for (const [from, to, weak] of links) {
    const ends = from.flatMap((a) => to.map((b) => [...markAt(...a), ...markAt(...b)]));
    const span = ([x1, y1, x2, y2]) => Math.hypot(x2 - x1, y2 - y1);
    const [x1, y1, x2, y2] = ends.reduce((best, pair) => (span(pair) < span(best) ? pair : best));
    const length = span([x1, y1, x2, y2]) || 1, gap = Math.min(10, length / 3);
    const dx = (x2 - x1) / length, dy = (y2 - y1) / length, bend = Math.min(18, length / 6);
    const [mx, my] = [(x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend];
    out.push(`<path class="link${weak ? " weak" : ""}" marker-end="url(#arrow${drawn})" d="M${x1 + dx * gap} ${y1 + dy * gap} Q${mx} ${my} ${x2 - dx * gap} ${y2 - dy * gap}"/>`);
  }
  const label = `Grid before step ${n + 1}`;
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${whole} ${whole}"><defs><marker id="arrow${drawn}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>${out.join("")}</svg>`;
}

const $ = (id) => document.getElementById(id);
let data = { puzzle: "", steps: [], end: "" }, buttons = [], at = 0;
const captionOf = (n) => `${n + 1}. ${buttons[n].querySelector(".what").textContent}${buttons[n].querySelector(".rating").textContent.replace(/.+/, " ($&)")}`;

function show(n) {
  const { steps, end } = data;
  at = Math.max(0, Math.min(n, steps.length));
  $("grid").innerHTML = draw(data, at, $("marks").checked);
  $("text").textContent = at < steps.length ? [captionOf(at), whyOf(data, at).words].filter(Boolean).join(". ") : end;
  $("first").disabled = $("back").disabled = at === 0;
  $("last").disabled = $("next").disabled = at === steps.length;
  buttons.forEach((button, i) => (i === at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
  const list = $("steps"), button = buttons[at];
  if (button) list.scrollTop = button.offsetTop - list.offsetTop - (list.clientHeight - button.offsetHeight) / 2;
}

// showSteps shows a step of new data, from 0. The list of steps is in the page.
function showSteps(newData, n) {
  data = newData;
  [rows, columns] = data.box;
  side = rows * columns;
  buttons = [...document.querySelectorAll("[data-step]")];
  buttons.forEach((button, i) => {
    button.onclick = () => show(i);
    button.insertAdjacentHTML("beforeend", mini(data.steps[i]));
  });
  show(n);
}

$("first").onclick = () => show(0);
$("back").onclick = () => show(at - 1);
$("next").onclick = () => show(at + 1);
$("last").onclick = () => show(data.steps.length);
$("marks").onchange = () => show(at);
$("print").onclick = () => print();
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !buttons.length) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, [role=grid], [role=tab]")) return;
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (move) {
    event.preventDefault();
    show(at + move);
  }
});
// Paper shows every step that is not a single, with its grid.
addEventListener("beforeprint", () => {
  const { steps } = data;
  const kept = [...steps.keys()].filter((i) => i === 0 || !steps[i].place || steps[i].links.length);
  $("prints").innerHTML = kept.map((i) => `<figure>${draw(data, i, true)}<figcaption></figcaption></figure>`).join("");
  [...$("prints").querySelectorAll("figcaption")].forEach((caption, k) => (caption.textContent = captionOf(kept[k])));
});
