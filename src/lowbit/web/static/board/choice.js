// The choice of a board: its size from pictures, what holds on it beside, and regions painted by hand.

import { CLASSIC } from "./board.js";
import { $, make } from "../page.js";
import { asking } from "../query.js";
import { onLanguage, say } from "../words/words.js";

/** The rows and columns of a box, by the name of the board. */
const BOXES = { "4x4": [2, 2], "6x6": [2, 3], "8x8": [2, 4], "9x9": [3, 3], "10x10": [2, 5], "12x12": [3, 4], "16x16": [4, 4], "25x25": [5, 5] };
/** The top left boxes of the 9x9 grids that overlap, by the name of the board: by how many boxes they are down and right. */
const GRIDS = {
  samurai: [[0, 0], [0, 4], [2, 2], [4, 0], [4, 4]],
  butterfly: [[0, 0], [0, 1], [1, 0], [1, 1]],
  windmill: [[0, 1], [1, 4], [2, 2], [3, 0], [4, 3]],
  sohei: [[0, 2], [2, 0], [2, 4], [4, 2]],
};
const MORE = ["diagonals", "windows", "groups"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SVG = "http://www.w3.org/2000/svg";

/** Listen to the button and its dialog. */
export function startBoards(game, loader) {
  const dialog = $("board-dialog");
  const painter = new Painter($("painter"), () => check());
  let board = CLASSIC.geometry;

  const choose = (name) => {
    board = name;
    for (const button of $("board-sizes").children) button.ariaChecked = String(button.dataset.board === board);
    for (const button of $("board-sizes").children) button.tabIndex = button.ariaChecked === "true" ? 0 : -1;
    offer("with-windows", board === CLASSIC.geometry || board in GRIDS);
    offer("irregular", board in BOXES);
    if (board in BOXES) painter.begin(sizeOf(board), boxesOf(board));
    check();
  };
  const check = () => {
    $("painter-part").hidden = !$("irregular").checked;
    const text = $("irregular").checked ? painter.fault : "";
    $("board-error").textContent = text;
    $("board-now").disabled = Boolean(text);
  };

  $("board-sizes").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...$("board-sizes").children];
    const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length);
    choose(next.dataset.board);
    next.focus();
  });
  $("irregular").addEventListener("change", () => {
    check();
    $("painter-part").scrollIntoView({ block: "end" });
  });
  $("new-board").addEventListener("click", () => {
    if (!$("board-sizes").firstChild) offerSizes(choose);
    const [base] = game.board.geometry.split("+");
    choose([base, `${game.board.size}x${game.board.size}`].find((name) => name in BOXES || name in GRIDS) ?? CLASSIC.geometry);
    dialog.showModal();
  });
  dialog.addEventListener("submit", () => {
    const more = MORE.filter((name) => $(`with-${name}`).checked).map((name) => `+${name}`).join("");
    const plain = $("irregular").checked ? `jigsaw:${painter.regions}` : board;
    asking(game, (query) => loader.clear(query, plain + more));
  });
  onLanguage(() => dialog.open && check());
}

/** Draw a button for each board, once they are asked for: their pictures would hold up the start of the page. */
function offerSizes(choose) {
  $("board-sizes").replaceChildren(...Object.keys({ ...BOXES, ...GRIDS }).map((name) => boardButton(name, choose)));
}

/** Have a box that can be ticked, or neither ticked nor reached. */
function offer(id, isOffered) {
  $(id).disabled = !isOffered;
  $(id).checked &&= isOffered;
}

function sizeOf(board) {
  return Number.parseInt(board, 10);
}

/** Cells that are painted with regions, by dragging or by letters. */
class Painter {
  constructor(element, onPaint) {
    [this._element, this._onPaint] = [element, onPaint];
    this._regions = [];
    this._letter = LETTERS[0];
    element.addEventListener("pointerdown", (event) => this._begin(event));
    element.addEventListener("pointermove", (event) => event.buttons && this._paint(this._cellAt(event)));
    element.addEventListener("keydown", (event) => this._key(event));
  }

  /** The letters of all cells, row by row. */
  get regions() {
    return this._regions.join("");
  }

  /** Say which region has too many cells or too few; nothing where none has. */
  get fault() {
    const letters = LETTERS.slice(0, this._size);
    const count = (letter) => this._regions.filter((other) => other === letter).length;
    const wrong = [...letters].filter((letter) => count(letter) !== this._size);
    return wrong.map((letter) => say("regionHas", { letter, n: count(letter), all: this._size })).join(" ");
  }

  begin(size, regions) {
    [this._size, this._regions] = [size, regions];
    this._element.style.setProperty("--n", size);
    this._cells = regions.map((_, cell) => make("button", { type: "button", tabIndex: cell ? -1 : 0 }));
    this._cells.forEach((element, cell) => (element.dataset.cell = cell));
    this._element.replaceChildren(...this._cells);
    this._draw();
  }

  _begin(event) {
    const cell = this._cellAt(event);
    if (cell === null) return;
    this._element.releasePointerCapture?.(event.pointerId);
    event.preventDefault();
    this._cells[cell].focus();
    this._letter = this._regions[cell]; // a region grows from where the drag begins
  }

  _cellAt({ clientX, clientY }) {
    const { cell } = document.elementFromPoint(clientX, clientY)?.dataset ?? {};
    return cell === undefined ? null : Number(cell);
  }

  _key(event) {
    const cell = Number(event.target.dataset.cell);
    const letter = event.key.toUpperCase();
    const move = MOVES[event.key];
    if (move) this._go(Math.floor(cell / this._size) + move[0], (cell % this._size) + move[1]);
    else if (letter.length === 1 && LETTERS.slice(0, this._size).includes(letter)) {
      this._letter = letter;
      this._paint(cell);
    } else return;
    event.preventDefault();
  }

  _go(row, column) {
    const inside = (at) => Math.max(0, Math.min(this._size - 1, at));
    const next = this._cells[inside(row) * this._size + inside(column)];
    for (const element of this._cells) element.tabIndex = element === next ? 0 : -1;
    next.focus();
  }

  _paint(cell) {
    if (cell === null || this._regions[cell] === this._letter) return;
    this._regions[cell] = this._letter;
    this._draw();
    this._onPaint();
  }

  _draw() {
    const size = this._size;
    this._cells.forEach((element, cell) => {
      const letter = this._regions[cell];
      const differs = (other, isThere) => isThere && this._regions[other] !== letter;
      element.textContent = letter;
      element.ariaLabel = say("regionOf", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1, letter });
      element.className = `colour-${(LETTERS.indexOf(letter) % 8) + 1}`;
      element.classList.toggle("box-right", differs(cell + 1, (cell + 1) % size > 0));
      element.classList.toggle("box-below", differs(cell + size, cell + size < size * size));
    });
  }
}

/** Return the letters of the boxes of a board. */
function boxesOf(board) {
  const [size, [rows, columns]] = [sizeOf(board), BOXES[board]];
  const across = size / columns;
  const boxOf = (cell) => Math.floor(Math.floor(cell / size) / rows) * across + Math.floor((cell % size) / columns);
  return Array.from({ length: size * size }, (_, cell) => LETTERS[boxOf(cell)]);
}

function boardButton(board, choose) {
  const name = make("span");
  if (board in GRIDS) name.dataset.t = `board-${board}`;
  name.textContent = board in GRIDS ? say(name.dataset.t) : board.replace("x", "×");
  const button = make("button", { type: "button" }, pictureOf(board), name);
  button.setAttribute("role", "radio");
  button.dataset.board = board;
  button.addEventListener("click", () => choose(board));
  return button;
}

/** Return a small picture of a board: its cells and boxes, or its boxes and grids. */
function pictureOf(board) {
  const picture = document.createElementNS(SVG, "svg");
  const side = board in GRIDS ? 3 + Math.max(...GRIDS[board].flat()) : sizeOf(board);
  picture.setAttribute("viewBox", `-.2 -.2 ${side + 0.4} ${side + 0.4}`);
  picture.setAttribute("aria-hidden", "true");
  const lines = (down, right) => (board in GRIDS ? GRIDS[board].map((corner) => lattice(3, down, right, corner)).join("") : lattice(side, down, right));
  const [rows, columns] = board in GRIDS ? [3, 3] : BOXES[board];
  for (const [name, d] of [["thin", lines(1, 1)], ["thick", lines(rows, columns)]]) {
    const element = document.createElementNS(SVG, "path");
    element.setAttribute("d", d);
    element.setAttribute("class", name);
    picture.append(element);
  }
  return picture;
}

/** Return the lines of a square that is parted into rectangles of so many units down and to the right. */
function lattice(side, down, right, [top, left] = [0, 0]) {
  const every = (step) => Array.from({ length: side / step + 1 }, (_, at) => step * at);
  return [...every(down).map((at) => `M${left} ${top + at}h${side}`), ...every(right).map((at) => `M${left + at} ${top}v${side}`)].join("");
}
