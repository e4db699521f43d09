// What a player has, as the server reads it: the givens, and apart from them what was done since.

import { ask } from "../api.js";
import { GIVEN, keptCandidates, mistakes, onlyGivens, toText } from "../board/position.js";
import { say, spoken } from "../words/words.js";

/** Return a request about what a player has. Digits of the solver are not among it. */
export function playerOf(position) {
  return {
    ...givensOf(position),
    digits: toText({ ...position, allowed: null }),
    candidates: position.struck.some(Boolean) ? keptCandidates(position) : null,
    language: spoken(),
  };
}

/** Return what identifies a puzzle: the board and the givens. */
export function puzzleName(position) {
  const rules = position.constraints.length ? ` ${JSON.stringify(position.constraints)}` : "";
  return `${position.board.geometry} ${toText(onlyGivens(position))}${rules}`;
}

/** Whether the digits on the board are a puzzle: whether any of them is a given. */
export function hasGivens({ kinds, digits, allowed, constraints }) {
  return Boolean(allowed) || constraints.length > 0 || kinds.some((kind, cell) => kind === GIVEN && digits[cell]);
}

/** Return what the givens have: their status, and the player's mistakes where there is one solution. */
export async function checkedWork(query) {
  const { position } = query;
  const { status, solutions, reason } = await ask("solve", givensOf(position), query.signal);
  return { status, reason, mistakes: status === "unique" ? mistakes(position, solutions[0]) : [] };
}

/** Say what the solution has in a cell. */
export function mistakeText(board, [cell, digit]) {
  return say("inSolution", { cell: board.cellName(cell), digit: board.symbol(digit) });
}

/** Say that a cell is wrong, but not what is right. */
export function wrongText({ board, digits }, cell) {
  const name = board.cellName(cell);
  return digits[cell] ? say("isWrong", { cell: name, digit: board.symbol(digits[cell]) }) : say("isStruck", { cell: name });
}

/** Return the puzzle alone, as the server reads it. */
export function givensOf(position) {
  return { puzzle: toText(onlyGivens(position)), geometry: position.board.geometry, ...constraintsOf(position) };
}

/** Return the constraints for a request: not at all where there are none, for many know none. */
export function constraintsOf({ constraints }) {
  return constraints.length ? { constraints } : {};
}
