// The game: what is on the page now, with its history.
//
// Listeners hear of every change. The position alone has a history, which has no end.

import { CLASSIC } from "../board/board.js";
import { blank } from "../board/position.js";

const NOTHING_SHOWN = () => ({ pointed: new Set(), preview: null, picture: null });

export class Game {
  constructor() {
    this.position = blank(CLASSIC);
    this.selection = new Set([0]);
    this.cursor = 0;
    this.mode = "given"; // an empty board waits for a puzzle
    this.brush = 0; // the digit that a cell gets when it is pointed at; 0 for none
    this.elapsed = 0;
    this.checkpoints = [];
    this.hasCandidates = false;
    this.hasNotes = false; // whether the top left corners of cells are taken by totals of cages and the like
    this.hasRoom = false; // whether there is room around the board for clues
    this.weights = null;
    this.truth = null; // the verdict whose candidates are shown in place of the houses'
    this.counts = null; // in how many solutions each of these is: a list of numbers for each cell
    this.typist = null; // is given keys before the board, and returns whether it took one
    this.pointed = new Set();
    this.preview = null;
    this.picture = null;
    this._past = [];
    this._future = [];
    this._listeners = [];
    this._step = null;
    this._query = null;
  }

  get board() {
    return this.position.board;
  }

  /** The position that is shown: a preview, where an answer leads through some, or the player's. */
  get shown() {
    return this.preview ?? this.position;
  }

  /** The position that an undo would bring back; null where there is none. */
  get before() {
    return this._past.at(-1) ?? null;
  }

  get canUndo() {
    return this._past.length > 0;
  }

  get canRedo() {
    return this._future.length > 0;
  }

  /** Whether what was asked is still shown, or on its way. */
  get isAsking() {
    return this._query !== null;
  }

  onChange(listener) {
    this._listeners.push(listener);
  }

  /** Take up a query in place of the one before. */
  begin(query) {
    this._query?.abort();
    this._query = query;
    this.set(NOTHING_SHOWN());
  }

  /** Leave what was asked, with what it shows. */
  dismiss() {
    this._query?.end();
    this._query = null;
    this.set(NOTHING_SHOWN());
  }

  /**
   * Go on to a position. Changes of one `step`, one behind the other, are undone together. What was
   * asked is over, unless the position is the answer to this `query`.
   */
  go(position, step = null, query = null) {
    if (position === this.position) return;
    if (step === null || step !== this._step) this._past.push(this.position);
    this._step = step;
    this._future = [];
    this._show(position, query);
  }

  undo() {
    if (!this.canUndo) return;
    this._future.push(this.position);
    this._step = null;
    this._show(this._past.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this._past.push(this.position);
    this._step = null;
    this._show(this._future.pop());
  }

  /** Begin with a position, which is no step to undo, and what else is set. */
  restore(position, values) {
    this._show(position);
    this.set(values);
  }

  /** Set some of: selection, cursor, mode, brush, hasCandidates, hasNotes, hasRoom, weights, truth, counts, pointed, preview, picture, elapsed, checkpoints. */
  set(values) {
    Object.assign(this, values);
    this._notify();
  }

  _show(position, query = null) {
    const isNew = position.board !== this.board;
    this.position = position;
    Object.assign(this, NOTHING_SHOWN());
    if (isNew) [this.cursor, this.selection, this.weights] = [0, new Set([0]), null];
    if (isNew) this.truth = this.counts = null;
    if (query !== this._query) {
      this._query?.end();
      this._query = null;
    }
    this._notify();
  }

  _notify() {
    this._listeners.forEach((listener) => listener(this));
  }
}
