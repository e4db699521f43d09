// What is seen to be wrong with a puzzle without search, in the words of `Grid.clashes` of lowbit/grid.py.

import { CLASSIC } from "../board/board.js";

/** Return all clashes of a puzzle, a character a cell. */
export function clashesOf(puzzle) {
  const digits = [...puzzle].map((character) => CLASSIC.digit(character));
  const candidates = digits.map((digit, cell) => (digit ? bit(digit) : left(digits, cell)));
  return [...duplicates(digits), ...emptyCells(candidates), ...homeless(candidates)];
}

function left(digits, cell) {
  return CLASSIC.peers[cell].reduce((mask, peer) => (digits[peer] ? mask & ~bit(digits[peer]) : mask), CLASSIC.full);
}

function duplicates(digits) {
  return CLASSIC.houses.flatMap(({ name, cells }) => {
    const first = new Map();
    const again = cells.filter((cell) => digits[cell] && (first.has(digits[cell]) || !first.set(digits[cell], cell)));
    return again.map((cell) => {
      const digit = digits[cell];
      const pair = [first.get(digit), cell];
      const names = pair.map((each) => CLASSIC.cellName(each)).join(" and ");
      return clash("duplicate", `two ${digit}s in ${name}: ${names}`, pair, digit, name);
    });
  });
}

function emptyCells(candidates) {
  const cells = candidates.flatMap((mask, cell) => (mask ? [] : [cell]));
  return cells.map((cell) => clash("no candidate", `${CLASSIC.cellName(cell)} has no candidate`, [cell]));
}

function homeless(candidates) {
  return CLASSIC.houses.flatMap(({ name, cells }) => {
    const placeable = cells.reduce((mask, cell) => mask | candidates[cell], 0);
    const digits = [...CLASSIC.symbols].map(Number).filter((digit) => !(placeable & bit(digit)));
    return digits.map((digit) => clash("no place", `no place for ${digit} in ${name}`, [], digit, name));
  });
}

function clash(kind, message, cells, digit = null, house = null) {
  return { kind, message, cells, digit, house };
}

function bit(digit) {
  return 1 << (digit - 1);
}
