// What searches find of a puzzle of the classic board: its first solutions, counts, the givens that can go.
//
// A puzzle is a text of a character a cell. Generators yield now and then, and return what they have found.

import { PlainSearch } from "./plain.js";

export const BLANK = ".";

const DIGITS = "123456789";

/** Return the first solutions of a puzzle in Python's order: those of the plain search as far as its patience goes. */
export function* firstSolutions({ listing, patience }, puzzle, most) {
  const plainly = new PlainSearch(masksOf(puzzle));
  const found = [];
  while (!plainly.isDone && found.length < most && plainly.nodes < patience) {
    const solution = plainly.visit();
    if (solution) found.push(lineOf(solution));
  }
  for (const masks of found.length < most ? plainly.rest : []) {
    for (const lines of listing.list(masks)) {
      found.push(...lines);
      if (found.length >= most) return found.slice(0, most);
      yield;
    }
  }
  return found;
}

/** Return how many solutions each puzzle has, at most `limit`. */
export function* counted(search, puzzles, limit) {
  yield* search.run(bytesOf(puzzles.join("")), puzzles.length, { limit });
  return puzzles.map((_, number) => search.nSolutions(number));
}

/** Return how many solutions have each digit in each cell, at most `limit`. */
export function* candidateCounts(search, puzzle, limit) {
  const places = [...puzzle].flatMap((character, cell) => (character === BLANK ? [...DIGITS] : [character]).map((digit) => [cell, digit]));
  const found = yield* counted(search, places.map(([cell, digit]) => changed(puzzle, cell, digit)), limit);
  const counts = [...puzzle].map(() => [...DIGITS].map(() => 0));
  places.forEach(([cell, digit], at) => (counts[cell][digit - 1] = found[at]));
  return counts;
}

/** Return the givens without any one of which a puzzle still has one solution. */
export function* redundantGivens(search, puzzle) {
  const givens = [...puzzle].flatMap((character, cell) => (character === BLANK ? [] : [cell]));
  const found = yield* counted(search, givens.map((cell) => changed(puzzle, cell, BLANK)), 2);
  return givens.filter((_, at) => found[at] === 1);
}

/** Return a text as the kernel reads it. */
export function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** Return the digits that a text allows in each cell, as masks. */
export function masksOf(text) {
  return [...text].map((character) => (character === BLANK ? 511 : 1 << (character - 1)));
}

/** Return the digits of single bits as text. */
function lineOf(bits) {
  return bits.map((bit) => 32 - Math.clz32(bit)).join("");
}

function changed(puzzle, cell, character) {
  return puzzle.slice(0, cell) + character + puzzle.slice(cell + 1);
}
