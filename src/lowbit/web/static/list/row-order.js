// Which rows of a list are shown, and in which order.

import { LEVELS, STATUSES } from "./rows.js";

/** What rows can be sorted by, and which of them comes first at the first click. */
export const COLUMNS = {
  line: { value: (rows, row) => rows.line(row), isDown: false },
  givens: { value: (rows, row) => rows.givens(row), isDown: false },
  er: { value: (rows, row) => rows.er(row), isDown: true },
  depth: { value: depthOf, isDown: true },
  level: { value: (rows, row) => rows.level(row), isDown: true },
  status: { value: (rows, row) => STATUSES.indexOf(rows.status(row)) + 1, isDown: true },
};

/** No filter: of those that are set, a row passes all. */
export const UNFILTERED = { status: null, level: null, technique: null, least: null, most: null };

/** The rows of a file as they are. */
export const ALL = { ...UNFILTERED, text: "", column: "line", isDown: false };

const ROWS = 2 ** 21; // more than a list has
const UNKNOWN = 2 ** 31; // more than any value
const LENGTHS = 256; // more than any length of braids
const HALF = 0.05; // of the step between two ratings

/** What a row passes, by the filters: each makes a test of rows from what is wanted. */
const TESTS = {
  status: (rows, status) => (row) => rows.status(row) === status,
  level: (rows, level) => (row) => rows.level(row) === LEVELS.indexOf(level) + 1,
  technique: (rows, technique) => (row) => rows.technique(row) === technique,
  least: (rows, least) => (row) => rows.er(row) > least - HALF,
  most: (rows, most) => (row) => rows.er(row) > 0 && rows.er(row) < most + HALF,
};

/** Whether some rows may be left out. */
export function isFiltered(wish) {
  return Boolean(wish.text) || Object.keys(UNFILTERED).some((name) => wish[name] !== null);
}

/** Return the rows that pass all filters and whose line has a text in it, sorted by a column; null for all as they are. */
export function chosenRows(rows, wish) {
  const { text, column, isDown } = wish;
  if (!isFiltered(wish) && column === "line" && !isDown) return null;
  const tests = Object.keys(TESTS).filter((name) => wish[name] !== null).map((name) => TESTS[name](rows, wish[name]));
  const found = text ? rows.rowsWithText(text) : everyRow(rows);
  const chosen = tests.length ? found.filter((row) => tests.every((passes) => passes(row))) : found;
  return sorted(rows, chosen, COLUMNS[column].value, isDown);
}

/** Whether a wish that was kept is one of now. */
export function isSound(wish) {
  const { status, level, technique, least, most, text, column } = wish;
  const isRating = (er) => er === null || typeof er === "number";
  const areKnown = [null, ...STATUSES].includes(status) && [null, ...LEVELS].includes(level) && (technique === null || typeof technique === "string");
  return areKnown && isRating(least) && isRating(most) && typeof text === "string" && column in COLUMNS;
}

export function everyRow(rows) {
  return Uint32Array.from({ length: rows.n }, (_, row) => row);
}

/** Return a depth of trial and error, from 1, with the length of braids as its fraction; 0 where it is not known. */
function depthOf(rows, row) {
  const depth = rows.depth(row);
  return depth === null ? 0 : 1 + depth + rows.length(row) / LENGTHS;
}

/** Sort rows by a value; those with the same one stay in order, those without one come last. */
function sorted(rows, chosen, valueOf, isDown) {
  const keys = Float64Array.from(chosen, (row) => {
    const value = Math.round(LENGTHS * valueOf(rows, row)); // ratings have a decimal, lengths are parts of a depth
    const place = value ? (isDown ? -value : value) : UNKNOWN;
    return place * ROWS + row;
  });
  keys.sort();
  return Uint32Array.from(keys, (key) => ((key % ROWS) + ROWS) % ROWS);
}
