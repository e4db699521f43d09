// Which rows of a list are shown, and in which order.

import { LEVELS, STATUSES } from "./rows.js";

/** What rows can be sorted by, and which of them comes first at the first click. */
export const COLUMNS = {
  line: { value: (rows, row) => rows.line(row), isDown: false },
  givens: { value: (rows, row) => rows.givens(row), isDown: false },
  er: { value: (rows, row) => rows.er(row), isDown: true },
  level: { value: (rows, row) => rows.level(row), isDown: true },
  status: { value: (rows, row) => STATUSES.indexOf(rows.status(row)) + 1, isDown: true },
};

const ROWS = 2 ** 21; // more than a list has
const UNKNOWN = 2 ** 31; // more than any value

/**
 * Return the rows with a status or a level (`kind`, null for all) whose line has a text in it, sorted by
 * a column; null for all rows as they are.
 */
export function chosenRows(rows, { kind, text, column, isDown }) {
  const isAll = kind === null && !text;
  if (isAll && column === "line" && !isDown) return null;
  const found = text ? rows.rowsWithText(text) : isAll ? everyRow(rows) : rowsOf(rows, kind);
  const chosen = text && kind !== null ? found.filter((row) => isOf(rows, row, kind)) : found;
  return sorted(rows, chosen, COLUMNS[column].value, isDown);
}

function everyRow(rows) {
  return Uint32Array.from({ length: rows.n }, (_, row) => row);
}

function rowsOf(rows, kind) {
  return STATUSES.includes(kind) ? rows.rowsWith(kind) : everyRow(rows).filter((row) => isOf(rows, row, kind));
}

function isOf(rows, row, kind) {
  return rows.status(row) === kind || rows.level(row) === LEVELS.indexOf(kind) + 1;
}

/** Sort rows by a value; those with the same one stay in order, those without one come last. */
function sorted(rows, chosen, valueOf, isDown) {
  const keys = Float64Array.from(chosen, (row) => {
    const value = Math.round(10 * valueOf(rows, row)); // ratings have a decimal
    const place = value ? (isDown ? -value : value) : UNKNOWN;
    return place * ROWS + row;
  });
  keys.sort();
  return Uint32Array.from(keys, (key) => ((key % ROWS) + ROWS) % ROWS);
}
