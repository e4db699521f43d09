// The search in plain steps: its solutions come in the order in which Python lists those of one puzzle.
//
// It is `lowbit/reference/search.py`, which says what its words mean, for the classic board alone.

import { CLASSIC } from "../board/board.js";

const { full: FULL, nCells: N_CELLS } = CLASSIC;
const HOUSES = CLASSIC.houses.map(({ cells }) => cells);
const HOUSES_OF = Array.from({ length: N_CELLS }, (_, cell) => [...HOUSES.keys()].filter((house) => HOUSES[house].includes(cell)));

export class PlainSearch {
  /** Search a puzzle, which allows in each cell the digits of a mask. */
  constructor(allowed) {
    this.nodes = 0; // visited so far
    this._allowed = allowed;
    this._candidates = [...allowed];
    this._placed = new Array(N_CELLS).fill(0);
    this._missing = HOUSES.map(() => FULL);
    this._trail = [];
    this._untried = [[0, []]];
  }

  get isDone() {
    return !this._untried.length;
  }

  /** The part of the tree that is not searched yet: the masks of puzzles, in order. */
  get rest() {
    return [...this._untried].reverse().map(([depth, placements]) => {
      const masks = [...this._allowed];
      for (const [cell, bit] of [...this._trail.slice(0, depth), ...placements]) masks[cell] &= bit;
      return masks;
    });
  }

  /** Visit the next node; return its solution, a bit a cell, or null. */
  visit() {
    const [depth, placements] = this._untried.pop();
    this.nodes += 1;
    this._undo(depth);
    for (const [cell, bit] of placements) this._place(cell, bit);
    if (!this._placeSingles()) return null;
    if (this._trail.length === N_CELLS) return [...this._placed];
    for (const option of this._fewestOptions().reverse()) this._untried.push([this._trail.length, [option]]);
    return null;
  }

  _place(cell, bit) {
    this._trail.push([cell, bit]);
    this._placed[cell] = bit;
    this._candidates[cell] = 0;
    for (const house of HOUSES_OF[cell]) this._missing[house] &= ~bit;
  }

  _undo(depth) {
    while (this._trail.length > depth) {
      const [cell, bit] = this._trail.pop();
      for (const house of HOUSES_OF[cell]) this._missing[house] |= bit;
      this._placed[cell] = 0;
    }
  }

  /** Place singles until none is left; whether there is no dead end. */
  _placeSingles() {
    let nPlaced;
    do {
      nPlaced = this._trail.length;
      const isAlive = this._placeNakedSingles() && (this._trail.length > nPlaced || this._placeHiddenSingles());
      if (!isAlive) return false;
    } while (this._trail.length > nPlaced);
    return true;
  }

  _candidatesOf(cell) {
    return HOUSES_OF[cell].reduce((mask, house) => mask & this._missing[house], this._allowed[cell]);
  }

  /** Bring all candidates up to date; where a cell has one, place it. */
  _placeNakedSingles() {
    for (let cell = 0; cell < N_CELLS; cell++) {
      if (this._placed[cell]) continue;
      const mask = (this._candidates[cell] = this._candidatesOf(cell));
      if (!mask) return false;
      if (isBit(mask)) this._place(cell, mask);
    }
    return true;
  }

  /** Place each missing digit of a house that has only one place there. */
  _placeHiddenSingles() {
    for (const [house, cells] of HOUSES.entries()) {
      const [once, twice] = this._places(cells);
      if (this._missing[house] & ~once) return false;
      for (const bit of bitsOf(this._missing[house] & ~twice)) {
        const cell = cells.find((each) => this._candidates[each] & bit);
        if (cell === undefined || !(this._candidatesOf(cell) & bit)) return false; // another single of this pass came first
        this._place(cell, bit);
      }
    }
    return true;
  }

  /** Return which digits have at least one, two and three places among cells. */
  _places(cells) {
    let [once, twice, thrice] = [0, 0, 0];
    for (const cell of cells) {
      const mask = this._candidates[cell];
      thrice |= twice & mask;
      twice |= once & mask;
      once |= mask;
    }
    return [once, twice, thrice];
  }

  /** Return the options of a choice with two if there is one, else of a cell. */
  _fewestOptions() {
    const counts = this._candidates.map((mask) => bitsOf(mask).length || Infinity);
    const fewest = Math.min(...counts);
    for (const cells of fewest > 2 ? HOUSES : []) {
      const [, twice, thrice] = this._places(cells);
      const [bit] = bitsOf(twice & ~thrice);
      if (bit) return cells.filter((cell) => this._candidates[cell] & bit).map((cell) => [cell, bit]);
    }
    const cell = counts.indexOf(fewest);
    return bitsOf(this._candidates[cell]).map((bit) => [cell, bit]);
  }
}

function isBit(mask) {
  return mask === (mask & -mask);
}

/** Return the bits of a mask, the lowest first. */
function bitsOf(mask) {
  const bits = [];
  for (; mask; mask &= mask - 1) bits.push(mask & -mask);
  return bits;
}
