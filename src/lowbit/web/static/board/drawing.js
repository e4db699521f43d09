// What is drawn behind and across the cells of the board, in the layers of the pictures (pictures/board.py).
//
//   fills        the player's colours; houses and cells of a step
//   grid         thin lines, then bold ones
//   behind       what frames houses, a shape behind each candidate by its role and by what becomes of it,
//                arrows from candidate to candidate: strong ones solid, weak ones dashed
//   across       a line across what is struck
//
// What fills cells lies below the lines of constraints, and all but the last below the digits.

import { DIAMOND, DISC, DOWN, SQUARE, UP } from "./evidence.js";
import { bit, COLOURS } from "./position.js";
import { regionsFound } from "./regions.js";
import { $ } from "../page.js";

const CELL = 60; // the side of a cell; all sizes are in its units, and those of pictures/measures.py
const INSET = 4;
const [HEADROOM, CAGED] = [16, 7]; // where totals of cages take the top of cells
const WORDS_SIZE = 17;
const FRAME_INSET = 3;
const BEND = 0.28; // how far what pulls a link lies from its straight line, as a share of its length
const [HEAD_LENGTH, HEAD_WIDTH] = [8, 7];
const NEAR = 0.3; // the most of an arrow between neighbours that each shape, and the head, may take
const SVG = "http://www.w3.org/2000/svg";
const LINES = ["house", "frame"]; // looks of what takes whole lines
const NOTHING = { houses: [], fills: [], frames: [], marks: [], placed: [], struck: [], links: [] };
const NO_COLOURS = [];
const CORNERS = { "0,1": [1, 0], "0,-1": [0, 0], "1,0": [0, 1], "-1,0": [0, 0] }; // where the side of a cell begins, by its way

/** Draw the grid of a game's board, its colours and what it explains, each whenever it changes. */
export function startDrawing(game) {
  let [board, drawn, parted] = [null, [], ""];
  game.onChange(() => {
    const regions = regionsFound(game.shown);
    if (game.board !== board || regions.join() !== parted) drawGrid(game.board, regions);
    [board, parted] = [game.board, regions.join()];
    const colours = game.picture ? NO_COLOURS : game.shown.colours;
    const now = [board, game.picture, game.hasNotes, colours];
    if (now.every((each, at) => each === drawn[at])) return;
    drawn = now;
    draw(board, game.picture ?? NOTHING, colours, new Spots(board, game.hasNotes));
  });
}

/** Return the shape of a role on its own, for a list of roles. */
export function shapeIcon(look) {
  const icon = svg("svg", { viewBox: "-10 -10 20 20", class: "shape", "aria-hidden": "true" });
  icon.append(LINES.includes(look) ? svg("rect", { x: -8, y: -8, width: 16, height: 16, class: look }) : shape(look, [0, 0], 8));
  return icon;
}

/** Draw the lines of a board, and the borders of its regions that are found. */
function drawGrid(board, regions) {
  for (const id of ["fills", "grid", "behind", "across"]) {
    $(id).setAttribute("viewBox", `0 0 ${CELL * board.nColumns} ${CELL * board.nRows}`);
  }
  const ways = Object.keys(CORNERS).map((key) => key.split(",").map(Number));
  const sides = Array.from({ length: board.nCells }, (_, cell) => ways.map((way) => [cell, way])).flat();
  const isThin = ([cell, way]) => way[0] + way[1] > 0 && board.beside(cell, way) !== undefined;
  const isFound = ([cell, way]) => {
    const [one, other] = [regions[cell], regions[board.beside(cell, way)]];
    return one && other && one !== other; // where one is not known, they may be the same
  };
  const path = (found, name) => svg("path", { d: linesAlong(board, found), class: name });
  const lines = [path(sides.filter(isThin), "thin"), path(sides.filter((side) => board.isBorder(...side) || isFound(side)), "bold")];
  $("grid").replaceChildren(...lines, ...[...board.groups].map(([name, cell]) => groupName(board, name, cell)));
}

/** Return the name of a group of variables, above its first cell. */
function groupName(board, name, cell) {
  const place = { x: CELL * board.column(cell), y: CELL * board.row(cell) - 2 * INSET };
  const text = svg("text", { ...place, "font-size": WORDS_SIZE, class: "group-name" });
  text.textContent = name;
  return text;
}

/** Return lines along sides of cells, each as long as it goes on. */
function linesAlong(board, sides) {
  const places = new Map(); // of the sides on a line, by its letter and its place
  for (const [cell, way] of sides) {
    const [right, down] = CORNERS[way];
    const [x, y] = [board.column(cell) + right, board.row(cell) + down];
    const [line, at] = way[0] ? [`H${y}`, x] : [`V${x}`, y];
    places.set(line, (places.get(line) ?? new Set()).add(at));
  }
  const lines = [...places].flatMap(([line, found]) => {
    const across = CELL * Number(line.slice(1));
    const starts = [...found].filter((at) => !found.has(at - 1));
    return starts.map((start) => {
      let end = start;
      while (found.has(end)) end += 1;
      return `M${line[0] === "H" ? [CELL * start, across] : [across, CELL * start]}${line[0]}${CELL * end}`;
    });
  });
  return lines.join("");
}

function draw(board, picture, colours, spots) {
  $("fills").replaceChildren(...painted(board, colours), ...fills(board, picture));
  $("behind").replaceChildren(...frames(board, picture), ...shapes(picture, spots), ...arrows(board, picture, spots));
  $("across").replaceChildren(...strokes(picture, spots));
}

/** Where the candidates of a board lie: each digit has its own place in a cell, below words where it has some. */
class Spots {
  constructor(board, hasNotes) {
    this._board = board;
    this._shape = board.markShape;
    [this._top, this._side] = hasNotes ? [HEADROOM, CAGED] : [INSET, INSET];
  }

  of([cell, digit]) {
    const [columns, rows] = this._shape;
    const along = (from, at, n) => from + ((CELL - this._side - from) * (2 * at + 1)) / (2 * n);
    return [
      CELL * this._board.column(cell) + along(this._side, (digit - 1) % columns, columns),
      CELL * this._board.row(cell) + along(this._top, Math.floor((digit - 1) / columns), rows),
    ];
  }

  get radius() {
    const [columns, rows] = this._shape;
    return Math.floor(Math.min((CELL - 2 * this._side) / columns, (CELL - this._side - this._top) / rows) / 2);
  }
}

/** Return the colours of cells: several share a cell in slanting stripes. */
function painted(board, colours) {
  const numbers = Array.from({ length: COLOURS }, (_, at) => at + 1);
  return colours.flatMap((mask, cell) => {
    const own = numbers.filter((number) => mask & bit(number));
    return own.map((number, at) => {
      const corners = stripe((2 * at) / own.length, (2 * (at + 1)) / own.length);
      const points = corners.map(([x, y]) => `${CELL * (board.column(cell) + x)},${CELL * (board.row(cell) + y)}`);
      return svg("polygon", { points: points.join(" "), class: `paint-${number}` });
    });
  });
}

/** Return the corners of the part of a square where x + y lies between two numbers of 0 to 2. */
function stripe(low, high) {
  const above = (sum) => (sum <= 1 ? [sum, 0] : [1, sum - 1]);
  const below = (sum) => (sum <= 1 ? [0, sum] : [sum - 1, 1]);
  const isBent = low < 1 && high > 1;
  return [above(low), ...(isBent ? [[1, 0]] : []), above(high), below(high), ...(isBent ? [[0, 1]] : []), below(low)];
}

function fills(board, { houses, fills: found }) {
  const fill = (cell, name) =>
    svg("rect", { x: CELL * board.column(cell), y: CELL * board.row(cell), width: CELL, height: CELL, class: name });
  return [...[...houses].map((cell) => fill(cell, "house")), ...found.map(([cell, look]) => fill(cell, `wash look-${look}`))];
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

function shapes({ marks, placed, struck }, spots) {
  const { radius } = spots;
  const marked = new Set(marks.map(({ cell, digit }) => `${cell}:${digit}`));
  const disc = (at, name) => svg("circle", { cx: spots.of(at)[0], cy: spots.of(at)[1], r: radius, class: name });
  return [
    ...placed.map((at) => disc(at, "placed")),
    ...struck.filter((at) => !marked.has(at.join(":"))).map((at) => disc(at, "struck")),
    ...marks.map(({ cell, digit, look }) => shape(look, spots.of([cell, digit]), radius)),
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

function strokes({ struck }, spots) {
  const reach = spots.radius;
  return struck.map((at) => {
    const [x, y] = spots.of(at);
    return svg("line", { x1: x - reach, y1: y + reach, x2: x + reach, y2: y - reach, class: "stroke" });
  });
}

function arrows(board, { links }, spots) {
  return links.flatMap(({ ends, isStrong }) => {
    const [from, to] = nearest(...ends.map((parts) => parts.map(({ cell, digit }) => spots.of([cell, digit]))));
    return from[0] === to[0] && from[1] === to[1] ? [] : arrow(board, from, to, isStrong, spots.radius);
  });
}

/** Return the places of two nodes that lie nearest to each other. */
function nearest(starts, ends) {
  const pairs = starts.flatMap((from) => ends.map((to) => [from, to]));
  const lengths = pairs.map(([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1]));
  return pairs[lengths.indexOf(Math.min(...lengths))];
}

function arrow(board, from, to, isStrong, most) {
  const near = NEAR * Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [radius, length] = [Math.min(most, near), Math.min(HEAD_LENGTH, near)];
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
