// The shapes of what is pointed at for a constraint: the fields that they tell.
//
// Each function takes cells in the order in which they were pointed at, and returns the fields; null
// where these cells tell none.

import { labelsOf } from "../board/regions.js";

/** The shapes of which each cell makes a constraint of its own. */
const EACH = ["cell", "row index", "column index"];

/** The shapes whose clues stand around the board. */
export const AROUND = ["row", "ray", "diagonal"];

const DIAGONALS = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const SIDES = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const AROUND_CELL = [...SIDES, ...DIAGONALS];
const RAY = 3; // cells that a clue looks at, as in boxes of nine

/** The shapes that are pointed at group by group. */
export const IN_GROUPS = ["copy", "groups"];

const SHAPES = {
  cell: ([cell]) => ({ cell }),
  cells: (cells) => ({ cells }),
  square: (cells, board) => ({ cells: around(cells, board) }),
  count: ([cell, ...cells]) => ({ cell, cells }),
  "row index": ([cell], board) => ({ cell, line: board.lineOf(cell), value: board.column(cell) + 1 }),
  "column index": ([cell], board) => ({ cell, line: board.lineOf(cell, { isColumn: true }), value: board.row(cell) + 1 }),
  "region count": ([cell, ...others], board) => regionClue(board, cell, (labels) => ({ others: named(labels, others.length ? others : touching(board, cell)) })),
  "region arrow": ([cell, ...others], board) => regionClue(board, cell, (labels) => ({ arms: armsFrom(board, cell, others).map((arm) => named(labels, arm)) })),
  pair: (cells) => (cells.length === 2 ? { first: cells[0], second: cells[1] } : null),
  line: (cells) => ({ cells }),
  arrow: ([first, ...shaft]) => ({ circle: [first], shaft }),
  row: (cells, board) => along(board, cells, false),
  diagonal: (cells, board) => along(board, cells, true),
  ray: (cells, board) => begun(board, cells),
};

/** Return the fields of the constraints that cells make with a tool; none of too few, or of others. */
export function placesOf({ shape, least }, cells, board) {
  if (cells.length < (shape === "square" ? 1 : Math.max(1, least))) return [];
  const lists = EACH.includes(shape) ? cells.map((cell) => [cell]) : [cells];
  return lists.map((each) => SHAPES[shape](each, board)).filter(Boolean);
}

/** Return the fields of groups of cells; null of too few. One cell in place of a copy says where it begins. */
export function groupsOf({ shape }, groups, board) {
  if (groups.length < 2) return null;
  if (shape === "groups") return { groups };
  const [cells, last] = [groups[0], groups.at(-1)];
  const clone = last.length === cells.length ? last : shifted(board, cells, last[0]);
  return clone && { cells, clone };
}

/** Return cells moved so that the first lies elsewhere; null where one would leave the board. */
function shifted(board, cells, to) {
  const by = [board.row(to) - board.row(cells[0]), board.column(to) - board.column(cells[0])];
  const found = cells.map((cell) => board.beside(cell, by));
  return found.includes(undefined) ? null : found;
}

/** Return the four cells around a corner: those at the lower right of a cell, or those that two of them tell; others as they are. */
function around(cells, board) {
  const [rows, columns] = [cells.map((cell) => board.row(cell)), cells.map((cell) => board.column(cell))];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const isSmall = Math.max(...rows) - top < 2 && Math.max(...columns) - left < 2;
  const square = [[0, 0], [0, 1], [1, 0], [1, 1]].map(([down, right]) => board.cellAt(top + down, left + right));
  return isSmall && !square.includes(undefined) ? square : cells;
}

/** Return the fields of a clue about the region of a cell; null where no regions are to be found, or beside the board. */
function regionClue(board, cell, fieldsOf) {
  const labels = labelsOf(board);
  return labels[cell] === undefined ? null : { cell, first: labels[cell], ...fieldsOf(labels) };
}

function named(labels, cells) {
  return cells.map((cell) => labels[cell]).filter((label) => label !== undefined);
}

/** Return the cells around a cell. */
function touching(board, cell) {
  return AROUND_CELL.map((step) => board.beside(cell, step)).filter((other) => other !== undefined);
}

/** Return the cells to the edge of the board from a cell on, the ways of the cells beside it that are given; else to all four sides. */
function armsFrom(board, cell, beside) {
  const given = AROUND_CELL.filter((step) => beside.includes(board.beside(cell, step)));
  const steps = given.length ? given : SIDES;
  return steps.map((step) => lineFrom(board, board.beside(cell, step), step)).filter((arm) => arm.length);
}

/** Return the cells from edge to edge of the row, column or diagonal that cells lead along. */
function along(board, cells, isDiagonal) {
  const step = stepOf(board, cells);
  if (!step || step.every(Boolean) !== isDiagonal) return null;
  let [cell] = cells;
  const back = step.map((by) => -by);
  while (board.beside(cell, back) !== undefined) cell = board.beside(cell, back);
  return { cells: lineFrom(board, cell, step) };
}

/** Return the fields of the clues that may stand at a place around the board: of diagonals, up to two. */
export function cluesAt({ shape, least }, [row, column], board) {
  const inward = [inwards(row, board.nRows), inwards(column, board.nColumns)];
  const leads = ([down, right]) => (!inward[0] || down === inward[0]) && (!inward[1] || right === inward[1]);
  const straight = inward[0] && inward[1] ? [] : [inward]; // from a corner none leads
  const steps = shape === "diagonal" ? DIAGONALS.filter(leads) : straight;
  const lines = steps.map((step) => lineFrom(board, board.cellAt(row + step[0], column + step[1]), step));
  return lines.filter((cells) => cells.length >= least).map((cells) => ({ cells: shape === "ray" ? cells.slice(0, RAY) : cells }));
}

/** Return the row and the column where the clue of a line stands, before its first cell. */
export function standOf(board, cells) {
  const step = stepOf(board, cells.slice(0, 2));
  return step && [board.row(cells[0]) - step[0], board.column(cells[0]) - step[1]];
}

function inwards(at, n) {
  return at < 0 ? 1 : at === n ? -1 : 0;
}

/** Return the first cells of a row or column, from the edge of the board to where the pointer went. */
function begun(board, cells) {
  const whole = along(board, cells, false);
  return whole && { cells: whole.cells.slice(0, whole.cells.indexOf(cells.at(-1)) + 1) };
}

function lineFrom(board, start, step) {
  const cells = [];
  for (let cell = start; cell !== undefined; cell = board.beside(cell, step)) cells.push(cell);
  return cells;
}

/** Return the step from the first cell to the last; null where they are not in one line. */
function stepOf(board, cells) {
  const [from, to] = [cells[0], cells.at(-1)];
  const [down, right] = [board.row(to) - board.row(from), board.column(to) - board.column(from)];
  const isStraight = from !== to && (!down || !right || Math.abs(down) === Math.abs(right));
  return isStraight ? [Math.sign(down), Math.sign(right)] : null;
}
