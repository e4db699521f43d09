// A million lines, kept as bytes and answered piece by piece.
//
// The text stays as bytes, in blocks of whole lines; of each puzzle only its line, its status and how
// hard it is are kept beside it. A block is a request, and several are under way at once.

import { askText, read } from "../api.js";
import { CLASSIC } from "../board/board.js";
import { isItem, isOther, otherIn } from "./items.js";
import { transport } from "../transport.js";

export const STATUSES = ["unique", "several", "none", "invalid", "limit-reached"];
export const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];

const BLOCK = 256 * 1024; // what is drawn meanwhile stays fluid
const RATED = { "rules=explainer": 1000, "measures=depth&measures=B": 500, "rules=hodoku": 100 }; // puzzles of a request that rates them: half a second
const KEPT = { ers: "_ers", depths: "_depths", lengths: "_lengths", levels: "_levels", places: "_techniques" };
const SOLVED = 500; // puzzles of a request that solves them
const NEWLINE = 10;
const BLANKS = ".0*_";

export class Rows {
  constructor(file, geometry) {
    this.file = file;
    this._query = `geometry=${encodeURIComponent(geometry)}`;
    this.geometry = geometry;
    this.n = 0;
    this.isWhole = false;
    this.isRated = false;
    this.counts = Object.fromEntries([...STATUSES, ...LEVELS].map((name) => [name, 0]));
    this._blocks = [];
    this._lines = new Uint32Array(1024);
    this._statuses = new Uint8Array(1024);
    this._ers = new Float32Array(1024); // 0 where it is not known
    this._depths = new Uint8Array(1024); // as above; else one more than it is
    this._lengths = new Uint8Array(1024); // of braids; 0 where the depth is not 1
    this._levels = new Uint8Array(1024); // 0 where it is not known; else the place in LEVELS, from 1
    this._techniques = new Uint8Array(1024); // as above; else the place in the names, from 1
    this.techniques = []; // the slugs of those that are the hardest of some puzzle
    this.hasRatings = false;
    this.nChanges = 0; // of what is known of rows
    this._reasons = new Map();
    this._others = new Set(); // rows whose puzzle is a text that says its board and constraints
    this._nRatable = 0;
    this._decoder = new TextDecoder();
  }

  /** Answer all lines; `onProgress` hears the share that is done. */
  async answer(signal, onProgress) {
    const asked = (block) => askText(`${this._query}&solutions=false`, block.bytes, signal);
    await inLanes(this._cut(), asked, async (block, coming) => onProgress(await this._take(block, coming)));
    this.isWhole = true;
  }

  /** Whether some of its puzzles have ratings, which those of other boards, or with constraints, have not. */
  get isRatable() {
    return this.geometry === CLASSIC.geometry && this._nRatable > 0;
  }

  /** Rate the puzzles with one solution: first all by what is quick. */
  async rate(signal, onProgress) {
    const rows = this.rowsWith("unique").filter((row) => !this.isOther(row));
    let done = 0;
    const n = rows.length * Object.keys(RATED).length;
    for (const [wanted, size] of Object.entries(RATED)) {
      const asked = (part) => askText(`${this._query}&solutions=false&${wanted}`, this._puzzles(part), signal);
      await inLanes(parts(rows, size), asked, async (part, coming) => {
        this._takeRatings(part, await coming);
        done += part.length;
        onProgress(done / n);
      });
    }
    this.isRated = true;
  }

  /** The ratings of all rows, as they are kept and come back. */
  get ratings() {
    const parts = Object.entries(KEPT).map(([name, column]) => [name, this[column].slice(0, this.n)]);
    return { isWhole: this.isRated, techniques: this.techniques, ...Object.fromEntries(parts) };
  }

  set ratings({ isWhole, techniques, ...parts }) {
    const names = Object.keys(KEPT).filter((name) => parts[name]); // earlier versions kept no depths
    if (names.some((name) => parts[name].length !== this.n)) return; // of other rows
    for (const name of names) this[KEPT[name]].set(parts[name]);
    this.techniques = techniques;
    this.isRated = isWhole && names.length === Object.keys(KEPT).length;
    for (const level of this._levels.subarray(0, this.n)) if (level) this.counts[LEVELS[level - 1]]++;
    this.hasRatings = this._ers.some(Boolean);
    this.nChanges++;
  }

  /** Return the whole text with each puzzle answered, as parts of a file. */
  async result(signal, onProgress) {
    const texts = [];
    for (const [number, block] of this._blocks.entries()) {
      texts.push(await askText(`${this._query}&style=line`, block.bytes, signal));
      onProgress((number + 1) / this._blocks.length);
    }
    return texts;
  }

  /** Return the lines of rows with each puzzle answered, as parts of a file. */
  async written(rows, signal, onProgress) {
    const texts = [];
    const asked = (part) => askText(`${this._query}&style=line`, Array.from(part, (row) => `${this.text(row)}\n`).join(""), signal);
    await inLanes(parts(rows, SOLVED), asked, async (_part, coming) => {
      texts.push(await coming);
      onProgress((SOLVED * texts.length) / rows.length);
    });
    return texts;
  }

  /**
   * Solve rows, some at a time. `take` gets those, a function that returns the solution of each, "" where there is
   * not exactly one, and the share that is done.
   */
  async solve(rows, signal, take) {
    let done = 0;
    const solvable = (part) => part.filter((row) => this.status(row) === "unique");
    const asked = async (part) => (solvable(part).length ? askText(`${this._query}&style=line`, this._puzzles(solvable(part)), signal) : "");
    await inLanes(parts(rows, SOLVED), asked, async (part, coming) => {
      const lines = (await coming).split("\n");
      const solutions = new Map(Array.from(solvable(part), (row, at) => [row, lines[at]]));
      done += part.length;
      take(part, (row) => solutions.get(row) ?? "", done / rows.length);
    });
  }

  /** Return the number of the row's line, from 1. */
  line(row) {
    return this._lines[row];
  }

  status(row) {
    return STATUSES[this._statuses[row]];
  }

  /** Return Sudoku Explainer's rating; 0 where it is not known. */
  er(row) {
    return this._ers[row];
  }

  /** Return how deep trial and error has to go; null where it is not known. */
  depth(row) {
    return this._depths[row] ? this._depths[row] - 1 : null;
  }

  /** Return B, the length of braids that solves it, 0 where the depth is; null where that is above 1 or not known. */
  length(row) {
    return this._depths[row] && this.depth(row) <= 1 ? this._lengths[row] : null;
  }

  /** Return HoDoKu's level, as its place in LEVELS, from 1; 0 where it is not known. */
  level(row) {
    return this._levels[row];
  }

  /** Return the slug of the hardest technique of HoDoKu's way; "" where it is not known. */
  technique(row) {
    return this.techniques[this._techniques[row] - 1] ?? "";
  }

  /** Return the number of givens. */
  givens(row) {
    const puzzle = this.puzzle(row);
    let n = 0;
    for (let at = 0; at < puzzle.length; at++) n += !BLANKS.includes(puzzle[at]);
    return n;
  }

  /** Whether its puzzle is a text that says its board and constraints. */
  isOther(row) {
    return this._others.has(row);
  }

  reason(row) {
    return this._reasons.get(row) ?? "";
  }

  /** Return what is seen to be wrong with a bad row, as a string's key and values; null where it takes the server. */
  flaw(row) {
    if (!this._reasons.has(row) || this.geometry !== CLASSIC.geometry) return null;
    const puzzle = this.puzzle(row);
    if (isOther(puzzle)) return null;
    if (puzzle.length !== CLASSIC.nCells) return { key: "wrongLength", n: puzzle.length, all: CLASSIC.nCells };
    const at = [...puzzle].findIndex((character) => CLASSIC.digit(character) === undefined);
    return at < 0 ? null : { key: "badCharacter", column: at + 1, character: puzzle[at] };
  }

  /** Return the text of the row's line, or of all that have an item of its puzzle. */
  text(row) {
    const first = this._lines[row];
    const block = this._blocks[this._blockOf(first)];
    let text = this._textIn(block, first);
    if (!this.isOther(row) || !isItem(text)) return text;
    for (let line = first + 1; this._rowOf(line) === null && isItem(this._textIn(block, line)); line++) text += this._textIn(block, line);
    return text;
  }

  /** Return the text of a line of a block; it is empty behind its end. */
  _textIn({ first, starts, bytes }, line) {
    const from = starts[line - first] ?? bytes.length;
    const to = starts[line - first + 1] ?? bytes.length;
    return this._decoder.decode(bytes.subarray(from, to)).trim();
  }

  /** Return the puzzle of the row, without what stands behind it. */
  puzzle(row) {
    const text = this.text(row);
    return this.isOther(row) ? otherIn(text) : text.split(/[\s,;#]/)[0];
  }

  /** Return the rows whose line has a text in it, whatever its case. */
  rowsWithText(text) {
    const wanted = bytesAsText(new TextEncoder().encode(text)).toLowerCase();
    const found = [];
    for (const block of this._blocks) {
      const all = bytesAsText(block.bytes).toLowerCase();
      for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at)) {
        const line = lastUpTo(block.starts, at);
        const row = this._rowOf(block.first + line);
        if (row !== null) found.push(row);
        at = block.starts[line + 1] ?? all.length;
      }
    }
    return Uint32Array.from(found);
  }

  /** Return the rows with a status. */
  rowsWith(status) {
    const wanted = STATUSES.indexOf(status);
    const found = new Uint32Array(this.counts[status]);
    for (let row = 0, at = 0; row < this.n; row++) if (this._statuses[row] === wanted) found[at++] = row;
    return found;
  }

  _puzzles(rows) {
    return Array.from(rows, (row) => `${this.puzzle(row)}\n`).join("");
  }

  _takeRatings(rows, answer) {
    for (const text of answer.split("\n")) {
      if (!text) continue;
      const { line, er, depth, B: length, level, hardest } = read(text);
      const row = rows[line - 1];
      if (er !== undefined) this._ers[row] = er;
      if (depth !== undefined) [this._depths[row], this._lengths[row]] = [depth + 1, length ?? 0];
      if (level === undefined || this._levels[row]) continue;
      this._levels[row] = LEVELS.indexOf(level) + 1;
      this.counts[level]++;
      if (!this.techniques.includes(hardest)) this.techniques.push(hardest);
      this._techniques[row] = this.techniques.indexOf(hardest) + 1;
    }
    this.hasRatings = true;
    this.nChanges++;
  }

  /** Return the row of a line, or null where it holds no puzzle. */
  _rowOf(line) {
    const row = lastUpTo(this._lines.subarray(0, this.n), line);
    return this._lines[row] === line && row < this.n ? row : null;
  }

  async *_cut() {
    let [at, first] = [0, 1];
    while (at < this.file.size) {
      let bytes = new Uint8Array(await this.file.slice(at, at + BLOCK).arrayBuffer());
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (end && at + bytes.length < this.file.size) bytes = bytes.subarray(0, this._endBeforeItems(bytes, end));
      const block = { first, bytes, starts: lineStarts(bytes), end: at + bytes.length };
      this._blocks.push(block);
      yield block;
      at += bytes.length;
      first += block.starts.length;
    }
  }

  /** Return the end of the lines before the last items, whose puzzle may go on below. */
  _endBeforeItems(bytes, end) {
    for (let to = end; to > 0; ) {
      const from = to > 1 ? bytes.lastIndexOf(NEWLINE, to - 2) + 1 : 0;
      if (!isItem(this._decoder.decode(bytes.subarray(from, to)))) return to;
      to = from;
    }
    return end; // of one puzzle that is longer than a block
  }

  async _take(block, coming) {
    for (const line of (await coming).split("\n")) {
      if (line) this._add(block.first - 1, read(line));
    }
    this.nChanges++;
    return block.end / this.file.size;
  }

  _add(before, { line, status, reason, is_variant: isOther }) {
    if (this.n === this._lines.length) this._grow();
    this._lines[this.n] = before + line;
    this._statuses[this.n] = STATUSES.indexOf(status);
    if (reason) this._reasons.set(this.n, reason);
    if (isOther) this._others.add(this.n);
    else if (status === "unique") this._nRatable++;
    this.counts[status]++;
    this.n++;
  }

  _grow() {
    for (const name of ["_lines", "_statuses", ...Object.values(KEPT)]) {
      const old = this[name];
      this[name] = new old.constructor(2 * old.length);
      this[name].set(old);
    }
  }

  _blockOf(line) {
    return lastUpTo(this._blocks, line, (block) => block.first);
  }
}

/** Return the place of the last value that is no more than another, in values that ascend; 0 if none is. */
function lastUpTo(values, most, valueOf = (value) => value) {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (valueOf(values[middle]) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Return bytes as a text with a character for each. */
function bytesAsText(bytes) {
  return new TextDecoder("latin1").decode(bytes);
}

function* parts(rows, size) {
  for (let at = 0; at < rows.length; at += size) yield rows.subarray(at, at + size);
}

/** Ask for each item, a few at once, and take the answers in order. */
async function inLanes(items, ask, take) {
  const waiting = [];
  for await (const item of items) {
    const coming = ask(item);
    coming.catch(() => {}); // the first one that fails ends them all
    waiting.push([item, coming]);
    if (waiting.length === transport.lanes) await take(...waiting.shift());
  }
  for (const [item, coming] of waiting) await take(item, coming);
}

function lineStarts(bytes) {
  const starts = [0];
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}
