// The choice of a board: its size from pictures, what holds on it beside, and regions painted by hand.

import { CLASSIC } from "./board.js";
import { $, make } from "./page.js";
import { asking } from "./query.js";
import { onLanguage, say } from "./words.js";

/** The rows and columns of a box, by the size of the board. */
const BOXES = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5], 12: [3, 4], 16: [4, 4], 25: [5, 5] };
const MORE = ["diagonals", "windows", "groups"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SVG = "http://www.w3.org/2000/svg";

/** Listen to the button and its dialog. */
export function startBoards(game, loader) {
  const dialog = $("board-dialog");
  const painter = new Painter($("painter"), () => check());
  let size = CLASSIC.size;

  const choose = (wanted) => {
    size = wanted;
    for (const button of $("board-sizes").children) button.ariaChecked = String(Number(button.dataset.size) === size);
    for (const button of $("board-sizes").children) button.tabIndex = button.ariaChecked === "true" ? 0 : -1;
    $("with-windows").disabled = size !== CLASSIC.size;
    if (size !== CLASSIC.size) $("with-windows").checked = false;
    painter.begin(size, boxesOf(size));
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
    choose(Number(next.dataset.size));
    next.focus();
  });
  $("irregular").addEventListener("change", () => {
    check();
    $("painter-part").scrollIntoView({ block: "end" });
  });
  $("new-board").addEventListener("click", () => {
    if (!$("board-sizes").firstChild) offerSizes(choose);
    choose(game.board.size in BOXES ? game.board.size : CLASSIC.size);
    dialog.showModal();
  });
  dialog.addEventListener("submit", () => {
    const more = MORE.filter((name) => $(`with-${name}`).checked).map((name) => `+${name}`).join("");
    const plain = $("irregular").checked ? `jigsaw:${painter.regions}` : `${size}x${size}`;
    asking(game, (query) => loader.clear(query, plain + more));
  });
  onLanguage(() => dialog.open && check());
}

/** Draw a button for each size, once they are asked for: their pictures would hold up the start of the page. */
function offerSizes(choose) {
  $("board-sizes").replaceChildren(...Object.keys(BOXES).map((key) => sizeButton(Number(key), choose)));
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
function boxesOf(size) {
  const [rows, columns] = BOXES[size];
  const across = size / columns;
  const boxOf = (cell) => Math.floor(Math.floor(cell / size) / rows) * across + Math.floor((cell % size) / columns);
  return Array.from({ length: size * size }, (_, cell) => LETTERS[boxOf(cell)]);
}

function sizeButton(size, choose) {
  const name = `${size}×${size}`;
  const button = make("button", { type: "button", role: "radio", ariaLabel: name }, pictureOf(size), make("span", { textContent: name }));
  button.setAttribute("role", "radio");
  button.dataset.size = size;
  button.addEventListener("click", () => choose(size));
  return button;
}

/** Return a small picture of a board: its cells and boxes. */
function pictureOf(size) {
  const [rows, columns] = BOXES[size];
  const lines = (every) => Array.from({ length: size + 1 }, (_, at) => at).filter((at) => at % every === 0);
  const path = (across, down) => [...lines(down).map((at) => `M0 ${at}H${size}`), ...lines(across).map((at) => `M${at} 0V${size}`)].join("");
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `-.2 -.2 ${size + 0.4} ${size + 0.4}`);
  picture.setAttribute("aria-hidden", "true");
  for (const [name, d] of [["thin", path(1, 1)], ["thick", path(columns, rows)]]) {
    const element = document.createElementNS(SVG, "path");
    element.setAttribute("d", d);
    element.setAttribute("class", name);
    picture.append(element);
  }
  return picture;
}
