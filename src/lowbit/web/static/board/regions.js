// Regions that are to be found: what says which region a cell is in, and boards that have it.
//
// The number of a cell's region stands beside the board, in a variable.

export const CONSTRUCTION = "ChaosConstruction";
const GROUP = "VCC";
const ONE_GRID = /^(?:\d+x\d+(~\d+-\d+)?|jigsaw:)[^@]*$/; // and its digits, where they are named
const NONE = [];

/** Return the cells beside a board that hold the numbers of the regions of its cells; none where it has none. */
export function labelsOf(board) {
  const first = board.groups.get(GROUP);
  return first === undefined ? NONE : Array.from({ length: board.nOnBoard }, (_, at) => first + at);
}

/** Return the name of a board with these cells, and without boxes; null where it would be none. */
export function nameWithLabels({ geometry, nRows, nColumns, groups }) {
  const found = ONE_GRID.exec(geometry);
  if (!found || groups.size) return null;
  const [, ...extras] = geometry.split("+");
  return [`${nRows}x${nColumns}${found[1] ?? ""}:none`, ...extras, `${GROUP}:${nRows}x${nColumns}`].join("+");
}

/** Return the name of a board without these cells; null where others lie behind them. */
export function nameWithoutLabels({ geometry, groups }) {
  return [...groups.keys()].at(-1) === GROUP ? geometry.replace(new RegExp(`\\+${GROUP}:[^+@]*`), "") : null;
}

/** Return the number of the region of each cell, 0 where it is not known; none where no regions are to be found. */
export function regionsFound({ board, constraints, digits }) {
  const isWhole = ({ type, cells = NONE, labels = NONE }) => type === CONSTRUCTION && !cells.length && !labels.length;
  return constraints.some(isWhole) ? labelsOf(board).map((label) => digits[label]) : NONE;
}
