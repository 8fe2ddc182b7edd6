// Programs without the DOM library and without the types of Node.js compile, too.
declare global {
  interface Blob {}
  interface ReadableStream<R = any> {}
  interface AbortSignal {}
  interface URL {}
  namespace WebAssembly { interface Module {} }
}

type Cells = ArrayLike<number | null>;
/** Text with one puzzle in any form (a line, a grid, JSON, candidates), or a list with a number for each cell, row by row, 0 or null for a blank, or a list of rows. */
export type Puzzle = string | Cells | ArrayLike<Cells>;

/** `unique` means exactly one solution; with a limit of 1 it is `solved`, because nothing proves that. `gave_up` means that a search took too long. */
export type Status = "unique" | "solved" | "multiple" | "no_solution" | "contradiction" | "gave_up";

/** The number of digits in a house. */
export type Size = 4 | 6 | 8 | 9 | 12 | 16 | 25;

export interface Shape {
  /** Size of a puzzle that is text, if it is not 9 or 16. The length of a list tells it. */
  size?: Size;
  /** Rows and columns of a box, such as `3x2`. Default: 2x3 for 6×6, 2x4 for 8×8, 3x4 for 12×12. Others are an error. */
  box?: string;
}

export interface Solution {
  /** The puzzle in one line, with `.` for a blank, or 729 characters for candidates. Digits of 12×12 are 1 to 9 and A to C, of larger ones letters from A. */
  puzzle: string;
  /** Digits in a house. */
  order: Size;
  clues: number;
  status: Status;
  /** The first solution, or null if none was found. */
  solution: string | null;
  /** Number of solutions found, at most the limit. */
  solutions: number;
  /** Whether there are no other solutions. */
  complete: boolean;
  /** Guesses of the search, the same on every machine. */
  guesses: number;
  /** Two equal clues in one house (cells from 0), for a contradiction. */
  clash: [number, number] | null;
}

export interface Check extends Solution {
  /** Whether no clue can be dropped; null unless the puzzle has one solution. */
  minimal: boolean | null;
  /** Cells of the clues that can be dropped, or candidates that can be put back, each alone. */
  redundant: number[] | Candidate[];
  /** What is wrong with the given solution, or null. */
  wrong: string | null;
}

/** Values are null if the puzzle does not have exactly one solution. All but `rating`, `tier`, `rated`, `technique` and `stepCount` are for 9×9. */
export interface Rating extends Solution {
  /** Difficulty from 1 to 110, the same for all isomorphs. */
  rating: number | null;
  /** Rating of the hardest step, as Sudoku Explainer defines it; a lower bound if `rated` is false. */
  er: number | null;
  /** Highest rating up to the first digit; null if no step places one. */
  ep: number | null;
  /** Rating of the first step; null if there is none. */
  ed: number | null;
  tier: Tier | "" | null;
  /** The hardest technique; of 4×4 and 6×6 only from `explain`. */
  technique: string | null;
  /** Number of steps; of 4×4 and 6×6 only from `explain`, null for other sizes than 9×9. */
  stepCount: number | null;
  /** Whether the known techniques solve the puzzle. */
  rated: boolean;
}

/** A cell, from 0, row by row, and a digit, from 1. */
export type Candidate = [cell: number, digit: number];

export interface Step {
  technique: string;
  /** The name that players use for the technique, with `technique` if that is another name. */
  name: string;
  /** Null in 4×4 and 6×6. */
  rating: number | null;
  /** The step in one sentence. */
  text: string;
  /** The same with the first 8 links of a chain that has more than 12. */
  short: string;
  /** The digit that the step places. */
  place: Candidate | null;
  /** Candidates that the step removes. */
  remove: Candidate[];
  /** Candidates that the step uses. */
  use: Candidate[];
  /** Cells of the pattern. */
  cells: number[];
  /** Houses of the pattern: in 9×9, 0 to 8 are boxes, 9 to 17 rows, 18 to 26 columns; smaller puzzles have fewer of each kind. */
  houses: number[];
  /** Links of chains: from, to (each a group of candidates), and 1 for a weak link. */
  links: [from: Candidate[], to: Candidate[], weak: 0 | 1][];
}

/** What a player has of a puzzle. */
export interface Player extends Shape {
  /** The clues and the player's entries. */
  state?: Puzzle;
  /** The player's candidates for the cells of a puzzle up to 9×9, such as "127" ("" where there are none), or text with them: a character for each digit of each cell (729 in 9×9), or a drawn grid. */
  marks?: string[] | string;
}

export interface Judged {
  /** Cells from 0 whose digit is wrong, or whose marks lack the right digit. */
  wrong: number[];
  /** The state without what is wrong, with 0 for a blank; missing if the puzzle does not have one solution. */
  state?: string;
  /** Candidates that the player's right marks exclude. */
  gone?: Candidate[];
}

export interface Hint extends Solution, Judged {
  /** What is wrong, and the next step without that, in words; "solved" if nothing is left. Empty if the puzzle does not have one solution. */
  text: string;
  /** What is wrong in words, such as "r4c6=3". */
  mistakes: string;
  /** The easiest next step; null if the grid is solved or has another size than 4×4, 6×6 and 9×9, or if no technique goes on. */
  step: Step | null;
  /** Candidates of the cells after the step, such as "127"; null if there is no step. */
  candidates: string[] | null;
}

/** ER, EP, ED, tier and steps begin at the player's state. */
export interface Explanation extends Rating, Judged {
  /** The steps; empty if the size is not 4×4, 6×6 or 9×9, or if there is not exactly one solution. */
  steps: Step[];
}

export interface Fault {
  message: string;
  /** What is wrong, without the place. */
  reason?: string;
  record?: number;
  line?: number;
  column?: number;
}

export interface Parsed {
  /** The first 1,000 puzzles, in one line each; candidates in 729 characters. */
  puzzles: string[];
  /** Records that cannot be read. */
  faults: Fault[];
  /** Whether the text has more records. */
  more: boolean;
  /** The candidates of each cell, such as "127", if the text draws one grid smaller than 9×9 with pencil marks. The lone ones are the clues of the puzzle. */
  marks?: string[];
}

/** `check` adds the columns status, clues, guesses, solution, solutions and complete, `hint` the next step of a player's state. */
export type Verb = "solve" | "check" | "label" | "hint" | "convert" | "generate";
export type Form = "line" | "hiho" | "letters16" | "grid" | "csv" | "tsv" | "ndjson" | "json" | "opensudoku" | "npy" | "candidates";

/** Options have the meaning of the command's flags. */
export interface StreamOptions extends Shape {
  /** Form of the source. Default: detected. */
  from?: Form;
  /** Form of the output. Default: the form of the source; for rows a table. */
  to?: "line" | "hiho" | "letters16" | "grid" | "csv" | "tsv" | "ndjson" | "json" | "opensudoku" | "candidates";
  /** Column of the puzzle, by name or number. */
  column?: string;
  /** Column of the solution, by name or number. */
  solutionColumn?: string;
  /** Column of the player's state, for `hint`. Default: state. */
  stateColumn?: string;
  /** Take records that match, such as `clues >= 24 and tier == "hard"`. */
  where?: string;
  /** Columns to add; see `columns`. `label` needs it. For `hint` a choice of its columns. */
  add?: string[] | string;
  /** Replace columns that are there already; otherwise they are an error. */
  replace?: boolean;
  /** `mark` answers malformed records (default), `skip` leaves them out, `stop` ends the run. */
  onBad?: "mark" | "skip" | "stop";
  /** Number of solutions to look for. Default: 2, which proves uniqueness. */
  limit?: number;
  /** Name of the source in messages. */
  name?: string;
  /** Answer puzzles as they come instead of in large batches. Default: true, except for blobs and files. Rows wait until 64 KiB have shown their columns. */
  live?: boolean;
  /** Ends the run: the output and the summary fail with the signal's reason. */
  signal?: AbortSignal;
  /** Called after each batch, and now and then while puzzles are made. */
  onProgress?: (progress: { records: number; bytesIn: number; tries: number }) => void;
}

/** The wishes of the command's gen, under the same names. Puzzle i depends only on the options, the seed and i. */
export interface GenerateOptions extends Shape {
  /** Number of puzzles. Default: 1. */
  count?: number;
  /** A whole number. Default: 1. */
  seed?: number | bigint;
  /** Give up a puzzle after so many tries. */
  tries?: number;
  /** Another name of size. Default: 9. */
  order?: Size;
  /** Exact number of clues, the least and the greatest, or with maxClues the least. Default: minimal puzzles. */
  clues?: number | [least: number, greatest: number];
  maxClues?: number;
  symmetry?: "rotational" | "quarter" | "mirror" | "mirrors" | "diagonal" | "diagonals" | "full";
  tier?: Tier | Tier[];
  /** The least and the greatest rating of Sudoku Explainer, for example `[3, 4.5]`. */
  er?: number | [least: number, greatest: number];
  /** The hardest technique is one of these, such as `X-Wing`. */
  technique?: string | string[];
  /** A step is of one of these techniques. */
  contains?: string | string[];
  /** All steps are of these techniques, or of techniques whose ratings begin lower. */
  only?: string | string[];
  /** Pictures of the clues: x is a clue, a dot is none. A line is a row, or all cells. Several take turns. */
  pattern?: string | string[];
  /** So many puzzles of each tier, technique or number of clues, in turn: `tier=10`. Not with count. */
  per?: string;
  where?: string;
  /** Write `puzzle,solution`. */
  solutions?: boolean;
  add?: string[] | string;
  signal?: AbortSignal;
  onProgress?: (progress: { records: number; bytesIn: number; tries: number }) => void;
}

export type Tier = "easy" | "medium" | "hard" | "expert" | "extreme" | "beyond";

export interface Summary {
  /** Form of the source. */
  form: string;
  records: number;
  solved: number;
  multiple: number;
  noSolution: number;
  contradiction: number;
  gaveUp: number;
  malformed: number;
  /** Records that `where` left out. */
  unmatched: number;
  guesses: number;
  /** Whether the file as a whole has a fault, such as a wrong count. */
  faultyFile: boolean;
  /** The first 20 malformed records. */
  faults: Fault[];
  /** What the output leaves out, and other remarks. */
  messages: string[];
  bytesOut: number;
  seconds: number;
}

export type Source = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** An error of the engine, with the position in the text if there is one. If a source or `onProgress` threw a value that is no `Error`, the cause is that value; an `Error` arrives as it is. */
export interface PuzzleError extends Error, Fault { cause?: unknown }

type Program = ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Starts the engine from a wasm file, its address, its bytes or a compiled module. Other functions call it without one. */
export function load(source?: string | URL | Program | Promise<Program>): Promise<void>;
export function parse(text: string | Uint8Array, options?: { size?: Size | Size[] }): Promise<Parsed>;
export function solve(puzzle: Puzzle, options?: { limit?: number } & Shape): Promise<Solution>;
export function check(puzzle: Puzzle, options?: { solution?: Puzzle } & Shape): Promise<Check>;
export function rate(puzzle: Puzzle, options?: Shape): Promise<Rating>;
/** Rates a puzzle and lists the steps of its solution. Hard puzzles take seconds. */
export function explain(puzzle: Puzzle, options?: Player): Promise<Explanation>;
/** Names what is wrong in a player's state, and finds the next step. Without a state it begins at the clues. */
export function hint(puzzle: Puzzle, state?: Puzzle, options?: { marks?: string[] | string } & Shape): Promise<Hint>;
/** Makes puzzles with one solution, one line each. */
export function generate(options?: GenerateOptions): Promise<string[]>;
type Column = { name: string; doc: string; cost: string };
/** Lists the columns of `add`. */
export function columns(): Promise<Column[]>;
/** Lists what options may be: columns, sizes, boxes that are not square, tiers and symmetries. */
export function choices(): Promise<{ columns: Column[]; sizes: Size[]; boxes: string[]; tiers: Tier[]; symmetries: string[] }>;
/** Runs a verb over a source of any length. Who cancels the output ends the run and closes the source. Await the summary: it says whether the run failed, and what was left out. */
export function stream(verb: Verb, source: Source | undefined, options?: StreamOptions & GenerateOptions): { output: ReadableStream<Uint8Array>; summary: Promise<Summary> };
/** Runs a verb over a source and yields an object for each record; returns the summary. A `break` ends the run and closes the source. */
export function rows(verb: Verb, source: Source | undefined, options?: StreamOptions & GenerateOptions): AsyncGenerator<Record<string, any>, Summary>;
/** Makes a source of puzzles, one line each. Other sizes than 9 and 16 need the option `size`, also for lists. */
export function lines(puzzles: Iterable<Puzzle> | AsyncIterable<Puzzle>): AsyncGenerator<string>;
