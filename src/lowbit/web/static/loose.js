// Texts that hold one puzzle between other characters: copied from a photo, a mail, a program.
//
// What reads like cells is taken, and the rest left out; nothing is read where that is not clear.

import { fromText } from "./position.js";

const BLANKS = /[.0*_?·•∙□▢◻◽⬜xXoO–—-]/; // in texts of boards up to 9x9
const ONES = /[lI]/;
const BETWEEN = /[\s|¦!,;[\](){}]+/;
const AROUND = /^["'`“”‘’<>:=]+|["'`“”‘’<>:=]+$/g;
const RULE = /^[\s+=–—-]*$/;
const MOST_LEFT = 20; // cells beside the puzzle: with more, something of it is missing

/** Return the position of the one puzzle in a text; null where there is none, or more than one. */
export function readLoosely(board, text) {
  const lines = text.normalize("NFKC").split(/\r\n?|\n/).filter((line) => !RULE.test(line));
  const rows = lines.map((line) => cellsOf(board, line)).filter(Boolean);
  const found = wholeOf(board, rows) ?? gridOf(board, rows) ?? gridOf(board, unnumbered(board, rows));
  return found && /\d|[A-P]/.test(found) ? fromText(board, found) : null;
}

/** Return the cells in a line: of the words that hold nothing else. */
function cellsOf(board, line) {
  const words = line.split(BETWEEN).map((word) => [...word.replace(AROUND, "")].map((character) => cellOf(board, character)));
  return words.filter((word) => !word.includes(undefined)).flat().join("");
}

function cellOf(board, character) {
  if (board.digit(character) !== undefined) return board.symbol(board.digit(character)) || ".";
  if (board.size > 9) return undefined;
  if (BLANKS.test(character)) return ".";
  return ONES.test(character) ? "1" : undefined;
}

/** Return the puzzle that stands on one line, perhaps with a full stop behind it. */
function wholeOf(board, rows) {
  const whole = rows.map((row) => (row.length === board.nCells + 1 ? row.replace(/\.$/, "") : row)).filter((row) => row.length === board.nCells);
  return whole.length === 1 && isRest(rows, board.nCells) ? whole[0] : null;
}

/** Return the puzzle that has a line for each row. */
function gridOf(board, rows) {
  if (!board.isWhole) return null; // it takes the server to read gaps
  const grid = rows.filter((row) => row.length === board.nColumns);
  return grid.length === board.nRows && isRest(rows, board.nCells) ? grid.join("") : null;
}

/** Return the rows without the numbers that they begin with. */
function unnumbered(board, rows) {
  const numbered = rows.filter((row) => row.length === board.nColumns + 1);
  return numbered.every((row, at) => board.digit(row[0]) === at + 1) ? numbered.map((row) => row.slice(1)) : [];
}

function isRest(rows, n) {
  return rows.join("").length - n < MOST_LEFT;
}
