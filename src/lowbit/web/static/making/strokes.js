// The shapes of what is only drawn: what each tool makes of places on the board.
//
// A place is told by how far it is to the right and down from the top left corner, in cells.

const WIDTHS = { line: [0.08, 0.2, 0.35], arrow: [0.05, 0.1, 0.2] };
const SIDES = [0.35, 0.6, 0.85];
const LETTERS = [0.3, 0.5, 0.75];

const line = (kind) => (points, { colour, size }) => (points.length > 1 ? [{ kind, points, color: colour, width: WIDTHS[kind][size] }] : []);
const shape = (kind) => (points, { colour, size, isFilled }) =>
  points.map((point) => ({ kind, points: [point], [isFilled ? "color" : "border"]: colour, width: SIDES[size], height: SIDES[size] }));
const isFill = ({ kind, width, height, is_under: isUnder }) => kind === "rectangle" && isUnder === true && width === 1 && height === 1;

/**
 * Each tool: what it makes, whether a drawing is its own, what it is pointed at, and whether it goes where the pointer
 * is rather than into the middle of a cell.
 */
export const TOOLS = {
  line: { make: line("line"), is: ({ kind }) => kind === "line", shape: "line" },
  arrow: { make: line("arrow"), is: ({ kind }) => kind === "arrow", shape: "line" },
  fill: {
    make: (points, { colour }) => points.map((point) => ({ kind: "rectangle", points: [point], color: colour, width: 1, height: 1, is_under: true })),
    is: isFill,
    shape: "cells",
  },
  circle: { make: shape("ellipse"), is: ({ kind }) => kind === "ellipse", shape: "spot", isFree: true },
  square: { make: shape("rectangle"), is: (each) => each.kind === "rectangle" && !isFill(each), shape: "spot", isFree: true },
  text: {
    make: (points, { colour, size }) => points.map((point) => ({ kind: "text", points: [point], color: colour, height: LETTERS[size], text: "?" })),
    is: ({ kind }) => kind === "text",
    shape: "spot",
    isFree: true,
  },
  outline: { make: (points, { colour }) => [{ kind: "outline", points, color: colour, text: "" }], is: ({ kind }) => kind === "outline", shape: "cells" },
};

/** Return the name of the tool that makes such drawings. */
export function toolOf(drawing) {
  return Object.keys(TOOLS).find((tool) => TOOLS[tool].is(drawing));
}

/** Return the least distance by which a drawing is moved, in cells. */
export function stepOf(drawing) {
  return TOOLS[toolOf(drawing)]?.isFree ? 0.5 : 1;
}

/** Return the points of a drawing once it is moved, as far as it may go: into the margin, but for outlines of cells. */
export function pointsAfter({ kind, points }, by, { nColumns, nRows }) {
  const beyond = kind === "outline" ? -0.5 : 0.5;
  const [right, down] = [nColumns, nRows].map((most, axis) => {
    const all = points.map((point) => point[axis]);
    return Math.max(Math.min(0, -beyond - Math.min(...all)), Math.min(by[axis], Math.max(0, most + beyond - Math.max(...all))));
  });
  return points.map(([x, y]) => [x + right, y + down]);
}

/** Return what a tool makes of places. */
export function madeOf(tool, points, wishes) {
  return TOOLS[tool].make(points, wishes);
}

/** Return the place amid a cell. */
export function middleOf(board, cell) {
  return [board.column(cell) + 0.5, board.row(cell) + 0.5];
}
