// The search of the classic board by its kernel alone, for answers before Python is there.

import { Kernel } from "./kernel.js";

export const N_CELLS = 81;

const PADDING = 192; // bytes behind a text, which the kernel may look at
const SWEEPS = 1 << 13; // some milliseconds
const MOST = 2n ** 62n;
const ROOM = 4096; // puzzles
const ZERO = 48; // the character

/** How each puzzle of a text comes out, and the first solution that was found of each. */
export class Search {
  /** Make room for so many puzzles at once. */
  constructor(module, plan, most = ROOM) {
    const nBytes = N_CELLS * most + PADDING;
    const lengths = { "puzzles.cells": nBytes, "puzzles.starts": most, "answers.solutions": N_CELLS * most };
    for (const name of ["status", "n_solutions", "nodes", "guesses"]) lengths[`answers.${name}`] = most;
    this.most = most;
    this._kernel = new Kernel(module, plan, lengths);
    this._plan = plan;
    this._kernel.set("sweeps", SWEEPS);
    this._kernel.array("puzzles.starts").forEach((_, number, starts) => (starts[number] = BigInt(N_CELLS * number)));
  }

  /**
   * Search the first `n` puzzles of a text, which has one after the other, for so many solutions of each, and
   * yield now and then; in the end the answers are there. `nodes` bounds the search of each.
   */
  *run(text, n, { limit = 2, nodes = MOST } = {}) {
    const kernel = this._kernel;
    const control = kernel.array("lanes.control");
    const { words, states } = this._plan;
    kernel.array("puzzles.cells").set(text);
    for (const name of ["status", "solutions"]) kernel.array(`answers.${name}`).fill(0);
    for (const name of ["n_solutions", "nodes", "guesses"]) kernel.array(`answers.${name}`).fill(0n);
    kernel.set("limits.solutions", limit);
    kernel.set("limits.nodes", nodes);
    control.fill(0n);
    control[words.END] = BigInt(n);
    control[words.LAST] = 1n;
    while (kernel.enter() !== states.DONE) yield;
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
    const digits = this._kernel.array("answers.solutions");
    const text = new Uint8Array(N_CELLS * n);
    for (let at = 0; at < text.length; at++) text[at] = ZERO + digits[at];
    return new TextDecoder().decode(text);
  }
}
