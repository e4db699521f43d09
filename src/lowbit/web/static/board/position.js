// Positions: what stands on the board, and what follows from it at sight.
//
// A position is never changed: every function returns another one. Of each cell it holds the digit,
// 0 for none, its kind, the marks that were set in its corners and in its centre, its colour, 0 for
// none, and the candidates that were struck out. `allowed` holds masks where the puzzle itself
// restricts cells. Bit d - 1 of a mask stands for digit d. `constraints` are what holds beside the
// houses, as the server's JSON has them, and `about` is what is said of the puzzle. `origin` names the board
// that was opened, and goes on to every position that is made of its own.

import { newKey } from "../store.js";

export const GIVEN = "given";
export const ENTRY = "entry";
export const SOLVED = "solved";

export const COLOURS = 8;
export const NOTHING_SAID = { title: "", author: "", rules: "" };
const LISTS = ["digits", "kinds", "marks", "centres", "colours", "struck"];

/** Return an empty position. */
export function blank(board) {
  const none = () => new Array(board.nCells).fill(0);
  const kinds = none().fill(ENTRY);
  return { board, origin: newKey(), digits: none(), kinds, marks: none(), centres: none(), colours: none(), struck: none(), allowed: null, constraints: [], cosmetics: [], about: NOTHING_SAID };
}

/** Return the position of a puzzle in text: a character a cell, or one for each candidate. */
export function fromText(board, text) {
  const digits = [...text.replace(/[\s|+-]/g, "")].map((character) => board.digit(character));
  if (digits.includes(undefined)) return null;
  if (digits.length === board.nCells) return withDigits(blank(board), digits, GIVEN);
  return digits.length === board.nCells * board.size ? fromCandidates(board, digits) : null;
}

/**
 * Return the position of a player as the server has it: the givens, the digits that are known by now,
 * and a mask of what is left in each blank cell.
 */
export function positionOf(board, { puzzle, digits, candidates: left }) {
  const position = fromText(board, puzzle);
  [...digits].forEach((character, cell) => {
    position.digits[cell] = board.digit(character); // of a kind of its own only where it is a given
  });
  const struck = candidates(position).map((mask, cell) => mask & ~left[cell]);
  return { ...position, struck };
}

/** Return the puzzle as text: the digits but those that were solved, or all its candidates. */
export function toText(position) {
  const { board, allowed } = position;
  const asked = position.digits.map((digit, cell) => (position.kinds[cell] === SOLVED ? 0 : digit));
  if (!allowed) return asked.map((digit) => board.symbol(digit) || ".").join("");
  return asked
    .map((digit, cell) => {
      const mask = digit ? 1 << (digit - 1) : allowed[cell];
      return [...board.symbols].map((symbol, d) => (mask & (1 << d) ? symbol : ".")).join("");
    })
    .join("");
}

/** Whether nothing is on the board. */
export function isBlank({ digits, allowed, constraints, cosmetics }) {
  return !digits.some(Boolean) && !allowed && !constraints.length && !cosmetics.length;
}

/** Return the position without all that is no given. */
export function onlyGivens(position) {
  const cells = position.kinds.flatMap((kind, cell) => (kind === GIVEN ? [] : [cell]));
  return without(position, cells);
}

/** Return for each cell the candidates that the player left; 0 where none was struck. */
export function keptCandidates(position) {
  const none = 1 << position.board.size; // of no digit: all were struck
  const found = candidates(position);
  return position.struck.map((mask, cell) => (mask && !position.digits[cell] ? found[cell] || none : 0));
}

/** Return what differs from the solution: [cell, digit of the solution] for each. */
export function mistakes(position, solution) {
  const { board, digits, kinds, struck } = position;
  const right = [...solution].map((character) => board.digit(character));
  return right.flatMap((digit, cell) => {
    const isWrong = digits[cell] ? kinds[cell] === ENTRY && digits[cell] !== digit : struck[cell] & bit(digit);
    return isWrong ? [[cell, digit]] : [];
  });
}

/** Return the digits as they are shown. */
export function toLine(position) {
  return position.digits.map((digit) => position.board.symbol(digit) || ".").join("");
}

/**
 * Return the candidates of all cells as text in columns, with bars between boxes, as other programs read
 * them; of a board with gaps, none.
 */
export function toCandidates(position) {
  const { board, digits } = position;
  if (!board.isWhole) return "";
  const found = candidates(position);
  const symbols = (mask) => [...board.symbols].filter((_, d) => mask & bit(d + 1)).join("");
  const words = digits.map((digit, cell) => board.symbol(digit) || symbols(found[cell]) || ".");
  const width = Math.max(...words.map((word) => word.length));
  const [first] = board.rows;
  const bars = first.map((cell) => (board.isBorder(cell, [0, 1]) && board.beside(cell, [0, 1]) !== undefined && isStraight(board, cell) ? " | " : " "));
  const line = (cells) => cells.map((cell, at) => words[cell].padEnd(width) + bars[at]).join("").trimEnd();
  return board.rows.map(line).join("\n");
}

/** Whether a border to the right of a cell runs on through the whole board. */
function isStraight(board, cell) {
  return board.lineOf(cell, { isColumn: true }).every((other) => board.isBorder(other, [0, 1]));
}

/** Enter a digit into cells; a cell that has it already becomes blank. */
export function entered(position, cells, digit, kind = ENTRY) {
  const open = [...cells].filter((cell) => isOpen(position, cell, kind));
  const isThere = open.every((cell) => position.digits[cell] === digit && position.kinds[cell] === kind);
  if (!digit || isThere) return erased(position, open, kind);
  const next = copyOf(position);
  for (const cell of open) {
    next.digits[cell] = digit;
    next.kinds[cell] = kind;
    for (const peer of position.board.peers[cell]) {
      next.marks[peer] &= ~bit(digit);
      next.centres[peer] &= ~bit(digit);
    }
  }
  return open.length ? next : position;
}

/** Make a cell a given, or blank with the digit 0. */
export function typed(position, cell, digit) {
  const next = copyOf(position);
  [next.digits[cell], next.kinds[cell]] = [digit, digit ? GIVEN : ENTRY];
  return next;
}

/** Set a digit in the list of that name, or take it away where all cells have it: marks, centres, struck. */
export function marked(position, cells, digit, name) {
  const open = [...cells].filter((cell) => !position.digits[cell]);
  const areSet = open.every((cell) => position[name][cell] & bit(digit));
  const next = copyOf(position);
  for (const cell of open) {
    next[name][cell] = areSet ? next[name][cell] & ~bit(digit) : next[name][cell] | bit(digit);
  }
  return open.length ? next : position;
}

/** Give cells a colour beside those that they have, or take it away where all have it; with 0, take all away. */
export function coloured(position, cells, colour) {
  const next = copyOf(position);
  const haveIt = [...cells].every((cell) => position.colours[cell] & bit(colour));
  for (const cell of cells) {
    const before = position.colours[cell];
    next.colours[cell] = !colour ? 0 : haveIt ? before & ~bit(colour) : before | bit(colour);
  }
  return next;
}

/** Make cells blank: their digits first, where there are none their marks, and then their colours. */
export function erased(position, cells, kind = ENTRY) {
  const open = [...cells].filter((cell) => isOpen(position, cell, kind));
  const filled = open.filter((cell) => position.digits[cell]);
  const noted = open.filter((cell) => position.marks[cell] || position.centres[cell] || position.struck[cell]);
  const coloured = [...cells].filter((cell) => position.colours[cell]);
  const next = copyOf(position);
  if (filled.length) for (const cell of filled) [next.digits[cell], next.kinds[cell]] = [0, ENTRY];
  else if (noted.length) for (const cell of noted) next.marks[cell] = next.centres[cell] = next.struck[cell] = 0;
  else if (coloured.length) for (const cell of coloured) next.colours[cell] = 0;
  else return position;
  return next;
}

/** Return the puzzle as it was before it was played. */
export function restarted(position) {
  const cells = position.kinds.flatMap((kind, cell) => (kind === GIVEN ? [] : [cell]));
  const { board, allowed, constraints, cosmetics, about } = position;
  const { digits, kinds } = without(position, cells);
  return { ...blank(board), origin: position.origin, digits, kinds, allowed, constraints, cosmetics, about };
}

/** Fill the cells that are blank, or were solved before, with a solution. */
export function solved(position, line) {
  const next = copyOf(position);
  [...line].forEach((character, cell) => {
    if (position.digits[cell] && position.kinds[cell] !== SOLVED) return;
    next.digits[cell] = position.board.digit(character);
    next.kinds[cell] = SOLVED;
  });
  return next;
}

/** Place digits and strike candidates, as a step does. */
export function stepped(position, { placed, struck }) {
  const next = placed.reduce((before, [cell, digit]) => withEntry(before, cell, digit), copyOf(position));
  for (const [cell, digit] of struck) next.struck[cell] |= bit(digit);
  return next;
}

/** Take back mistakes: a digit goes, a candidate that was struck is there again. */
export function takenBack(position, found) {
  const next = copyOf(position);
  for (const [cell, digit] of found) {
    if (next.digits[cell]) next.digits[cell] = 0;
    else next.struck[cell] &= ~bit(digit);
  }
  return next;
}

/** Make what was entered part of the puzzle. */
export function asGivens(position) {
  return withKinds(position, ENTRY, GIVEN);
}

/** Make the givens entries, which can be changed. */
export function asEntries(position) {
  return withKinds(position, GIVEN, ENTRY);
}

/** Have other constraints. */
export function withConstraints(position, constraints) {
  return { ...position, constraints };
}

/** Have something else drawn. */
export function withCosmetics(position, cosmetics) {
  return { ...position, cosmetics };
}

/** Have something else said of the puzzle. */
export function withAbout(position, said) {
  return { ...position, about: { ...position.about, ...said } };
}

/** Have more or fewer cells beside the board, the last of all. */
export function onBoard(position, board) {
  const fit = (list, rest) => Array.from({ length: board.nCells }, (_, cell) => list[cell] ?? rest);
  const lists = Object.fromEntries(LISTS.map((name) => [name, fit(position[name], name === "kinds" ? ENTRY : 0)]));
  return { ...position, ...lists, board, allowed: position.allowed && fit(position.allowed, board.full) };
}

/** Take out what was solved. */
export function unsolved(position) {
  const cells = position.kinds.flatMap((kind, cell) => (kind === SOLVED ? [cell] : []));
  if (!cells.length) return position;
  return without(position, cells);
}

/** Make cells blank, whatever they hold. */
export function without(position, cells) {
  const next = copyOf(position);
  for (const cell of cells) [next.digits[cell], next.kinds[cell]] = [0, ENTRY];
  return next;
}

/** Return the position as a symmetry has it: from where each cell comes, what each digit becomes, the constraints, and what is only drawn. */
export function moved(position, { cells, digits, constraints, cosmetics }) {
  const from = (list) => cells.map((cell) => list[cell]);
  const renamed = (mask) => digits.reduce((found, digit, d) => (mask & bit(d + 1) ? found | bit(digit) : found), 0);
  const { allowed } = position;
  return {
    ...position,
    digits: from(position.digits).map((digit) => digit && digits[digit - 1]),
    kinds: from(position.kinds),
    marks: from(position.marks).map(renamed),
    centres: from(position.centres).map(renamed),
    colours: from(position.colours),
    struck: from(position.struck).map(renamed),
    allowed: allowed && from(allowed).map(renamed),
    constraints,
    cosmetics,
  };
}

/**
 * Return the small digits of each cell: `places`, where each has its own place, as candidates and what
 * the puzzle itself restricts have, or the player's marks in the `corners` and in the `centre`.
 */
export function smallDigits(position, hasCandidates) {
  const { marks, centres, allowed, digits, board } = position;
  const found = hasCandidates ? candidates(position) : null;
  return digits.map((digit, cell) => {
    if (digit) return { places: 0, corners: 0, centre: 0 };
    if (found) return { places: found[cell], corners: 0, centre: 0 };
    const isRestricted = allowed && allowed[cell] !== board.full && !marks[cell] && !centres[cell];
    return { places: isRestricted ? allowed[cell] : 0, corners: marks[cell], centre: centres[cell] };
  });
}

/** Return the small digits of each cell as masks, wherever in their cell they are. */
export function shownMarks(position, hasCandidates) {
  return smallDigits(position, hasCandidates).map(({ places, corners, centre }) => places | corners | centre);
}

/** Return the candidates of each cell by the rule of the houses, less those struck out. */
export function candidates(position) {
  const { board, digits, struck, allowed } = position;
  return digits.map((digit, cell) => {
    if (digit) return 0;
    let mask = (allowed ? allowed[cell] : board.full) & ~struck[cell];
    for (const peer of board.peers[cell]) if (digits[peer]) mask &= ~bit(digits[peer]);
    return mask;
  });
}

/** Return what is seen to be wrong: equal digits in a house, and cells without a candidate. */
export function clashes(position) {
  const { board, digits } = position;
  const found = [];
  for (const house of board.houses) {
    const first = new Map();
    for (const cell of house.cells) {
      const digit = digits[cell];
      if (!digit) continue;
      if (first.has(digit)) found.push({ digit, house, cells: [first.get(digit), cell] });
      else first.set(digit, cell);
    }
  }
  candidates({ ...position, struck: position.struck.map(() => 0) }).forEach((mask, cell) => {
    if (!mask && !digits[cell]) found.push({ cells: [cell] });
  });
  return found;
}

export const bit = (digit) => 1 << (digit - 1);

function withKinds(position, before, after) {
  const { digits, kinds } = position;
  return { ...copyOf(position), kinds: kinds.map((kind, cell) => (digits[cell] && kind === before ? after : kind)) };
}

function withEntry(position, cell, digit) {
  return position.digits[cell] === digit ? position : entered(position, [cell], digit);
}

function isOpen(position, cell, kind) {
  return kind === GIVEN || position.kinds[cell] !== GIVEN;
}

function withDigits(position, digits, kind) {
  return { ...position, digits, kinds: digits.map((digit) => (digit ? kind : ENTRY)) };
}

function fromCandidates(board, digits) {
  const masks = Array.from({ length: board.nCells }, (_, cell) =>
    digits.slice(cell * board.size, (cell + 1) * board.size).reduce((mask, d) => (d ? mask | bit(d) : mask), 0),
  );
  const single = (mask) => mask && !(mask & (mask - 1));
  const givens = masks.map((mask) => (single(mask) ? 32 - Math.clz32(mask) : 0));
  const isPlain = masks.every((mask) => single(mask) || mask === board.full);
  const allowed = masks.map((mask) => (single(mask) ? board.full : mask)); // a given that goes leaves no trace
  return { ...withDigits(blank(board), givens, GIVEN), allowed: isPlain ? null : allowed };
}

function copyOf(position) {
  return { ...position, ...Object.fromEntries(LISTS.map((name) => [name, [...position[name]]])) };
}
