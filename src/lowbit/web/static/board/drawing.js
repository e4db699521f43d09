// A picture of a step, drawn behind and across the cells of the board.
//
//   houses, fills, frames    cells of the pattern, houses that cover it
//   marks, placed, struck    a shape behind each candidate, by its role and by what becomes of it
//   links                    arrows from candidate to candidate: strong ones solid, weak ones dashed
//
// All this lies behind the digits; only what is struck has a line across it.

import { DIAMOND, DISC, DOWN, SQUARE, UP } from "./evidence.js";
import { $ } from "../page.js";

const CELL = 60; // the side of a cell; all sizes are in its units
const FRAME_INSET = 3;
const BEND = 0.28; // how far what pulls a link lies from its straight line, as a share of its length
const [HEAD_LENGTH, HEAD_WIDTH] = [8, 7];
const NEAR = 0.3; // the most of an arrow between neighbours that each shape, and the head, may take
const SVG = "http://www.w3.org/2000/svg";

/** Draw what a game explains, and take it away again. */
export function startDrawing(game) {
  let drawn = null;
  game.onChange(() => {
    if (game.picture === drawn) return;
    drawn = game.picture;
    draw(game.board, drawn);
  });
}

/** Return the shape of a role on its own, for a list of roles. */
export function shapeIcon(look) {
  const icon = svg("svg", { viewBox: "-10 -10 20 20", class: "shape", "aria-hidden": "true" });
  icon.append(shape(look, [0, 0], 8));
  return icon;
}

function draw(board, picture) {
  const [behind, across] = [$("behind"), $("across")];
  for (const layer of [behind, across]) {
    layer.setAttribute("viewBox", `0 0 ${CELL * board.nColumns} ${CELL * board.nRows}`);
    layer.replaceChildren();
  }
  if (!picture) return;
  const spot = spotsOf(board);
  behind.append(...fills(board, picture), ...frames(board, picture), ...shapes(board, picture, spot), ...arrows(board, picture, spot));
  across.append(...strokes(board, picture, spot));
}

/** Return where the candidates of a board lie: the middle of the place that each has in its cell. */
function spotsOf(board) {
  const [columns, rows] = board.markShape;
  const inset = 0.04 * CELL; // as the style has it
  const along = (at, n) => inset + ((CELL - 2 * inset) * (2 * at + 1)) / (2 * n);
  return ([cell, digit]) => [
    CELL * board.column(cell) + along((digit - 1) % columns, columns),
    CELL * board.row(cell) + along(Math.floor((digit - 1) / columns), rows),
  ];
}

function radiusOf(board) {
  return (0.92 * CELL) / Math.max(...board.markShape) / 2 - 1;
}

function fills(board, { houses, fills: found }) {
  const fill = (cell, name) =>
    svg("rect", { x: CELL * board.column(cell), y: CELL * board.row(cell), width: CELL, height: CELL, class: name });
  return [...[...houses].map((cell) => fill(cell, "house")), ...found.map(([cell, look]) => fill(cell, `look-${look}`))];
}

function frames(board, { frames: found }) {
  return found.map((cells) => svg("path", { d: outline(board, new Set(cells)), class: "frame" }));
}

/** Return the lines around cells, inside them. */
function outline(board, cells) {
  const lines = [];
  for (const cell of cells) {
    const [row, column] = [board.row(cell), board.column(cell)];
    const has = (...way) => cells.has(board.beside(cell, way));
    const left = CELL * column + (has(0, -1) ? 0 : FRAME_INSET);
    const right = CELL * (column + 1) - (has(0, 1) ? 0 : FRAME_INSET);
    const top = CELL * row + (has(-1, 0) ? 0 : FRAME_INSET);
    const bottom = CELL * (row + 1) - (has(1, 0) ? 0 : FRAME_INSET);
    if (!has(-1, 0)) lines.push(`M${left} ${top}H${right}`);
    if (!has(1, 0)) lines.push(`M${left} ${bottom}H${right}`);
    if (!has(0, -1)) lines.push(`M${left} ${top}V${bottom}`);
    if (!has(0, 1)) lines.push(`M${right} ${top}V${bottom}`);
  }
  return lines.join("");
}

function shapes(board, { marks, placed, struck }, spot) {
  const radius = radiusOf(board);
  const marked = new Set(marks.map(({ cell, digit }) => `${cell}:${digit}`));
  const disc = (at, name) => svg("circle", { cx: spot(at)[0], cy: spot(at)[1], r: radius, class: name });
  return [
    ...placed.map((at) => disc(at, "placed")),
    ...struck.filter((at) => !marked.has(at.join(":"))).map((at) => disc(at, "struck")),
    ...marks.map(({ cell, digit, look }) => shape(look, spot([cell, digit]), radius)),
  ];
}

function shape(look, [x, y], r) {
  if (look === DISC) return svg("circle", { cx: x, cy: y, r, class: `look-${look}` });
  const half = r / 2;
  const corners = {
    [SQUARE]: [[-r + 1, -r + 1], [r - 1, -r + 1], [r - 1, r - 1], [-r + 1, r - 1]],
    [DIAMOND]: [[0, -r - 1], [r + 1, 0], [0, r + 1], [-r - 1, 0]],
    [UP]: [[0, -r - half], [r + 1, half + 1], [-r - 1, half + 1]],
    [DOWN]: [[0, r + half], [-r - 1, -half - 1], [r + 1, -half - 1]],
  }[look];
  return svg("polygon", { points: corners.map(([a, b]) => `${x + a},${y + b}`).join(" "), class: `look-${look}` });
}

function strokes(board, { struck }, spot) {
  const reach = radiusOf(board);
  return struck.map((at) => {
    const [x, y] = spot(at);
    return svg("line", { x1: x - reach, y1: y + reach, x2: x + reach, y2: y - reach, class: "stroke" });
  });
}

function arrows(board, { links }, spot) {
  return links.flatMap(({ ends, isStrong }) => {
    const [from, to] = nearest(...ends.map((parts) => parts.map(({ cell, digit }) => spot([cell, digit]))));
    return from[0] === to[0] && from[1] === to[1] ? [] : arrow(board, from, to, isStrong);
  });
}

/** Return the places of two nodes that lie nearest to each other. */
function nearest(starts, ends) {
  const pairs = starts.flatMap((from) => ends.map((to) => [from, to]));
  const lengths = pairs.map(([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1]));
  return pairs[lengths.indexOf(Math.min(...lengths))];
}

function arrow(board, from, to, isStrong) {
  const near = NEAR * Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [radius, length] = [Math.min(radiusOf(board), near), Math.min(HEAD_LENGTH, near)];
  const width = (length * HEAD_WIDTH) / HEAD_LENGTH;
  const pull = pullOf(board, from, to);
  const [out, into] = [unit(from, pull), unit(pull, to)];
  const tip = [to[0] - radius * into[0], to[1] - radius * into[1]];
  const neck = [tip[0] - length * into[0], tip[1] - length * into[1]];
  const side = [(-into[1] * width) / 2, (into[0] * width) / 2];
  const first = [from[0] + radius * out[0], from[1] + radius * out[1]];
  const head = [tip, [neck[0] + side[0], neck[1] + side[1]], [neck[0] - side[0], neck[1] - side[1]]];
  return [
    svg("path", { d: `M${first}Q${pull} ${neck}`, class: isStrong ? "link" : "link weak" }),
    svg("polygon", { points: head.map((point) => point.join()).join(" "), class: "head" }),
  ];
}

/** Return what bends an arrow: to its left, away from its way back, if the board has room. */
function pullOf(board, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const [left, right] = [1, -1].map((way) => [middle[0] + way * BEND * dy, middle[1] - way * BEND * dx]);
  const [x, y] = left;
  return x > 0 && y > 0 && x < CELL * board.nColumns && y < CELL * board.nRows ? left : right;
}

function unit(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  return [dx / length, dy / length];
}

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
