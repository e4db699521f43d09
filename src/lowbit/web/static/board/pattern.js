// Where the givens of new puzzles stand, drawn by hand: each cell with all those that a symmetry takes it to.

import { CLASSIC } from "./board.js";
import { make } from "../page.js";
import { say } from "../words/words.js";

const LAST = CLASSIC.size - 1;
const upsideDown = ([row, column]) => [LAST - row, column];
const leftToRight = ([row, column]) => [row, LAST - column];
const halfTurn = ([row, column]) => [LAST - row, LAST - column];
const quarterTurn = ([row, column]) => [column, LAST - row];
const transposed = ([row, column]) => [column, row];

/** The maps of each symmetry, by the names that the server has for them. */
const MAPS = {
  none: [],
  "half-turn": [halfTurn],
  "quarter-turn": [quarterTurn],
  horizontal: [upsideDown],
  vertical: [leftToRight],
  mirrors: [upsideDown, leftToRight],
  diagonal: [transposed],
  diagonals: [transposed, halfTurn],
  full: [transposed, leftToRight],
};
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Pattern {
  /** Draw in an element; `symmetryOf` tells the symmetry, and `onDraw` hears of each change. */
  constructor(element, symmetryOf, onDraw) {
    [this._symmetryOf, this._onDraw] = [symmetryOf, onDraw];
    this._given = new Set();
    this._wanted = true;
    this._cells = Array.from({ length: CLASSIC.nCells }, (_, cell) => make("button", { type: "button", tabIndex: cell ? -1 : 0 }));
    this._cells.forEach((button, cell) => {
      button.dataset.cell = cell;
      const isLast = (at) => at % 3 === 2 && at < LAST;
      button.classList.toggle("box-right", isLast(CLASSIC.column(cell)));
      button.classList.toggle("box-below", isLast(CLASSIC.row(cell)));
    });
    element.style.setProperty("--n", CLASSIC.size);
    element.replaceChildren(...this._cells);
    element.addEventListener("pointerdown", (event) => this._begin(event));
    element.addEventListener("pointermove", (event) => event.buttons && this._set(cellAt(event)));
    element.addEventListener("keydown", (event) => this._key(event));
    element.addEventListener("click", (event) => event.detail || this._toggle(Number(event.target.dataset.cell))); // by key
    this.draw();
  }

  /** How many givens there are. */
  get n() {
    return this._given.size;
  }

  /** The pattern as the server reads it. */
  get text() {
    return this._cells.map((_, cell) => (this._given.has(cell) ? "x" : ".")).join("");
  }

  /** Draw the pattern, in the language of the page. */
  draw() {
    this._cells.forEach((button, cell) => {
      button.ariaPressed = String(this._given.has(cell));
      button.ariaLabel = say("cellName", { row: CLASSIC.row(cell) + 1, column: CLASSIC.column(cell) + 1 });
    });
    this._onDraw(this);
  }

  _begin(event) {
    const cell = cellAt(event);
    if (cell === null) return;
    event.preventDefault();
    this._cells[cell].focus();
    this._toggle(cell);
  }

  _toggle(cell) {
    this._wanted = !this._given.has(cell); // as are all cells that a drag comes to
    this._set(cell);
  }

  _set(cell) {
    if (cell === null || this._given.has(cell) === this._wanted) return;
    for (const image of imagesOf(cell, MAPS[this._symmetryOf()])) this._given[this._wanted ? "add" : "delete"](image);
    this.draw();
  }

  _key(event) {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    const cell = Number(event.target.dataset.cell);
    const inside = (at) => Math.max(0, Math.min(LAST, at));
    const next = this._cells[inside(CLASSIC.row(cell) + move[0]) * CLASSIC.size + inside(CLASSIC.column(cell) + move[1])];
    for (const button of this._cells) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}

/** Return a cell with all that maps take it to, one after the other. */
function imagesOf(cell, maps) {
  const found = new Set([cell]);
  for (const each of found) {
    for (const map of maps) {
      const [row, column] = map([CLASSIC.row(each), CLASSIC.column(each)]);
      found.add(row * CLASSIC.size + column);
    }
  }
  return found;
}

function cellAt({ clientX, clientY }) {
  const element = document.elementFromPoint(clientX, clientY);
  return element?.closest(".pattern") && element.dataset.cell ? Number(element.dataset.cell) : null;
}
