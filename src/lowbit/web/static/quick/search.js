// The search of the classic board by its kernel alone, for answers before Python is there.

import { Kernel } from "./kernel.js";

export const N_CELLS = 81;

const PADDING = 192; // bytes behind a text, which the kernel may look at
const SWEEPS = 1 << 13; // some milliseconds
const MOST = 2n ** 62n;
const ROOM = 4096; // puzzles
const LISTED = 256; // solutions
const ZERO = 48; // the character

/** How each puzzle of a text comes out, and the first solution that was found of each. */
export class Search {
  /** Make room for so many puzzles at once. */
  constructor(module, plan, most = ROOM) {
    this.most = most;
    this._plan = plan;
    this._kernel = laidOut(module, plan, most, { "puzzles.cells": N_CELLS * most + PADDING });
    this._kernel.array("puzzles.starts").forEach((_, number, starts) => (starts[number] = BigInt(N_CELLS * number)));
  }

  /**
   * Search the first `n` puzzles of a text, which has one after the other, for so many solutions of each, and
   * yield now and then; in the end the answers are there. `nodes` bounds the search of each.
   */
  *run(text, n, { limit = 2, nodes = MOST } = {}) {
    this._kernel.array("puzzles.cells").set(text);
    begin(this._kernel, this._plan, n, limit, nodes);
    while (this._kernel.enter() !== this._plan.states.DONE) yield;
  }

  /** Search to the end. */
  runWhole(text, n, options) {
    for (const _ of this.run(text, n, options));
  }

  /** Return how a puzzle came out, in a word. */
  status(number) {
    return this._plan.statuses[this._kernel.array("answers.status")[number]];
  }

  nSolutions(number) {
    return Number(this._kernel.array("answers.n_solutions")[number]);
  }

  /** Return the solutions of the first puzzles, one after the other. */
  solutions(n) {
    return textOf(this._kernel.array("answers.solutions"), n);
  }
}

/** The solutions of one puzzle. */
export class Listing {
  constructor(module, plan) {
    this._plan = plan;
    this._kernel = laidOut(module, plan, 1, { "puzzles.masks": N_CELLS, listed: LISTED });
  }

  /** Yield the solutions of a puzzle, which allows in each cell the digits of a mask, block by block; some are empty. */
  *list(masks) {
    const { words, states } = this._plan;
    const control = this._kernel.array("lanes.control");
    this._kernel.array("puzzles.masks").set(masks);
    begin(this._kernel, this._plan, 1, MOST, MOST);
    let state;
    do {
      state = this._kernel.enter();
      const n = Number(control[words.FOUND]);
      control[words.FOUND] = 0n;
      yield textOf(this._kernel.array("listed"), n).match(/.{81}/g) ?? [];
    } while (state !== states.DONE);
  }
}

/** Lay out a kernel for so many puzzles; `lengths` has those of arrays that not all need. */
function laidOut(module, plan, most, lengths) {
  const perPuzzle = ["status", "n_solutions", "nodes", "guesses"].map((name) => [`answers.${name}`, most]);
  const answers = { ...Object.fromEntries(perPuzzle), "answers.solutions": N_CELLS * most };
  const kernel = new Kernel(module, plan, { ...answers, "puzzles.starts": most, ...lengths });
  kernel.set("sweeps", SWEEPS);
  return kernel;
}

/** Let a kernel begin with so many puzzles. */
function begin(kernel, { words }, n, limit, nodes) {
  for (const name of ["status", "solutions"]) kernel.array(`answers.${name}`).fill(0);
  for (const name of ["n_solutions", "nodes", "guesses"]) kernel.array(`answers.${name}`).fill(0n);
  kernel.set("limits.solutions", limit);
  kernel.set("limits.nodes", nodes);
  const control = kernel.array("lanes.control");
  control.fill(0n);
  control[words.END] = BigInt(n);
  control[words.LAST] = 1n;
}

/** Return the first boards of an array of digits as text. */
function textOf(digits, n) {
  const text = new Uint8Array(N_CELLS * n);
  for (let at = 0; at < text.length; at++) text[at] = ZERO + digits[at];
  return new TextDecoder().decode(text);
}
