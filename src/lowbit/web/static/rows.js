// A million lines, kept as bytes and answered piece by piece.
//
// The text stays as bytes, in blocks of whole lines; of each puzzle only its line and its status are
// kept beside it. A block is a request, and up to LANES of them are under way at once.

import { askText, read } from "./api.js";

export const STATUSES = ["unique", "several", "none", "invalid", "limit-reached"];

const BLOCK = 256 * 1024; // what is drawn meanwhile stays fluid
const LANES = 2;
const NEWLINE = 10;

export class Rows {
  constructor(file, geometry) {
    this.file = file;
    this._query = `geometry=${encodeURIComponent(geometry)}`;
    this.geometry = geometry;
    this.n = 0;
    this.isWhole = false;
    this.counts = Object.fromEntries(STATUSES.map((status) => [status, 0]));
    this._blocks = [];
    this._lines = new Uint32Array(1024);
    this._statuses = new Uint8Array(1024);
    this._reasons = new Map();
    this._decoder = new TextDecoder();
  }

  /** Answer all lines; `onProgress` hears the share that is done. */
  async answer(signal, onProgress) {
    const waiting = [];
    for await (const block of this._cut()) {
      const coming = askText(`${this._query}&solutions=false`, block.bytes, signal);
      coming.catch(() => {}); // the first one that fails ends them all
      waiting.push([block, coming]);
      if (waiting.length === LANES) onProgress(await this._take(...waiting.shift()));
    }
    for (const [block, coming] of waiting) onProgress(await this._take(block, coming));
    this.isWhole = true;
  }

  /** Return the whole text with each puzzle answered, as a file. */
  async result(signal, onProgress) {
    const parts = [];
    for (const [number, block] of this._blocks.entries()) {
      parts.push(await askText(`${this._query}&style=line`, block.bytes, signal));
      onProgress((number + 1) / this._blocks.length);
    }
    return new Blob(parts, { type: "text/plain" });
  }

  /** Return the number of the row's line, from 1. */
  line(row) {
    return this._lines[row];
  }

  status(row) {
    return STATUSES[this._statuses[row]];
  }

  reason(row) {
    return this._reasons.get(row) ?? "";
  }

  /** Return the text of the row's line. */
  text(row) {
    const line = this._lines[row];
    const block = this._blocks[this._blockOf(line)];
    const from = block.starts[line - block.first];
    const to = block.starts[line - block.first + 1] ?? block.bytes.length;
    return this._decoder.decode(block.bytes.subarray(from, to)).trim();
  }

  /** Return the rows with a status, or null for all. */
  rowsWith(status) {
    if (status === null) return null;
    const wanted = STATUSES.indexOf(status);
    const found = new Uint32Array(this.counts[status]);
    for (let row = 0, at = 0; row < this.n; row++) if (this._statuses[row] === wanted) found[at++] = row;
    return found;
  }

  async *_cut() {
    let [at, first] = [0, 1];
    while (at < this.file.size) {
      let bytes = new Uint8Array(await this.file.slice(at, at + BLOCK).arrayBuffer());
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (end && at + bytes.length < this.file.size) bytes = bytes.subarray(0, end);
      const block = { first, bytes, starts: lineStarts(bytes), end: at + bytes.length };
      this._blocks.push(block);
      yield block;
      at += bytes.length;
      first += block.starts.length;
    }
  }

  async _take(block, coming) {
    for (const line of (await coming).split("\n")) {
      if (line) this._add(block.first - 1, read(line));
    }
    return block.end / this.file.size;
  }

  _add(before, { line, status, reason }) {
    if (this.n === this._lines.length) this._grow();
    this._lines[this.n] = before + line;
    this._statuses[this.n] = STATUSES.indexOf(status);
    if (reason) this._reasons.set(this.n, reason);
    this.counts[status]++;
    this.n++;
  }

  _grow() {
    for (const name of ["_lines", "_statuses"]) {
      const old = this[name];
      this[name] = new old.constructor(2 * old.length);
      this[name].set(old);
    }
  }

  _blockOf(line) {
    let [low, high] = [0, this._blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this._blocks[middle].first <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function lineStarts(bytes) {
  const starts = [0];
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}
