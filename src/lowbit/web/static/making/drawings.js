// What a setter draws without a meaning for the engine: lines, arrows, fills, circles, squares, texts, outlines.
//
// One may be in hand: the one that was drawn last, or that was pressed on the board or in the list.
// Its cells are marked, and what is typed is its text.

import { isSame } from "./kinds.js";
import { madeOf, middleOf, TOOLS } from "./strokes.js";
import { $, make } from "../page.js";
import { withCosmetics } from "../board/position.js";
import { onView, shownView } from "../views.js";
import { figure, onLanguage, say } from "../words/words.js";

const COLOURS = ["#d9534f", "#e8913c", "#e0c341", "#5aa55a", "#4a90c4", "#8e6bbf", "#8a8f98", "#000000"];
const NAMED = 4; // cells of a drawing in its name
const EDGE = 0.2; // of a cell: what is pressed nearer to its side lies on that

/** Draw the tools and the list, and listen to them and to the board. */
export function startDrawings(game) {
  const drawings = new DrawingSetter(game);
  $("board").addEventListener("pointerup", (event) => {
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey; // cells are still selected
    if (drawings.isOpen && !event.button && !isMore) drawings.pointed(spotOf(game, event));
  });
  const others = game.typist;
  game.typist = (key) => (drawings.isOpen ? drawings.key(key) : others(key));
  game.onChange(() => drawings.draw());
  onLanguage(() => drawings.lay());
  onView(() => drawings.leave());
  $("drawings").addEventListener("toggle", () => drawings.leave());
}

class DrawingSetter {
  constructor(game) {
    this._game = game;
    this._tool = null;
    this._current = null;
  }

  /** Whether what is done on the board is for drawings. */
  get isOpen() {
    return shownView() === "set" && $("drawings").open;
  }

  get _all() {
    return this._game.position.cosmetics;
  }

  /** Lay out what there is to choose, in the language of the page. */
  lay() {
    const tools = Object.keys(TOOLS).map((tool) => {
      const button = make("button", { type: "button", textContent: say(`draw-${tool}`), ariaPressed: "false" });
      button.dataset.draw = tool;
      button.addEventListener("click", () => this._press(tool));
      return button;
    });
    $("drawings-tools").replaceChildren(...tools);
    const swatches = COLOURS.map((colour) => {
      const button = make("button", { type: "button", className: "swatch", ariaLabel: say("drawColour", { colour }) });
      button.style.background = colour;
      button.addEventListener("click", () => this._colour(colour));
      return button;
    });
    $("drawings-swatches").replaceChildren(...swatches);
    $("drawings-colour").oninput = ({ target }) => this._colour(target.value);
    this._listed = null;
    this.draw();
  }

  draw() {
    $("drawings-count").textContent = this._all.length ? figure(this._all.length) : "";
    if (this._current && !this._all.includes(this._current)) this._current = null;
    if (!this.isOpen) return;
    if (this._all !== this._listed) this._list();
    this._listed = this._all;
    for (const button of $("drawings-tools").children) button.ariaPressed = String(button.dataset.draw === this._tool);
    for (const row of $("drawings-list").children) row.classList.toggle("current", row.drawing === this._current);
    $("drawings-hint").textContent = this._hint();
  }

  /** Let go of what was in hand, once this place is left. */
  leave() {
    if (!this.isOpen && this._current) this._hold(null);
    this.draw();
  }

  /** Take what was pressed or dragged over on the board: a drawing that is there, or cells for a new one. */
  pointed(spot) {
    const { selection, board } = this._game;
    const cells = [...selection];
    const isPress = cells.length === 1;
    if (isPress && this._pick(spot)) return;
    if (!this._tool) this._hold(null);
    else this._put(madeOf(this._tool, isPress && TOOLS[this._tool].isFree ? [spot] : cells.map((cell) => middleOf(board, cell)), this._wishes()));
  }

  /** Take a key in place of the board; return whether it is one that drawings take. */
  key(key) {
    if (!this._current && !(this._tool && ["Enter", "Escape"].includes(key))) return false;
    if (key === "Delete") this._remove(this._current);
    else if (key === "Escape" && !this._current) this._press(this._tool);
    else if (key === "Enter" || key === "Escape") this._hold(null);
    else return this._type(key);
    return true;
  }

  /** Type the text of the drawing in hand; the first key takes the place of what is there. */
  _type(key) {
    const { text } = this._current;
    if (text === undefined || !(key === "Backspace" || key.length === 1)) return false;
    const before = this._isTyping || key === "Backspace" ? text : "";
    this._isTyping = true;
    const next = key === "Backspace" ? text.slice(0, -1) : before + key;
    if (next || this._current.kind === "outline") this._change(this._current, { text: next }, "text");
    return true;
  }

  _press(tool) {
    this._tool = tool === this._tool ? null : tool;
    this._game.brush = 0; // the pointer draws now
    this._hold(null);
  }

  _wishes() {
    return { colour: $("drawings-colour").value, size: Number($("drawings-size").value), isFilled: $("drawings-filled").checked };
  }

  _put(made) {
    if (!made.length) return;
    this._go([...this._all, ...made]);
    this._hold(made.at(-1));
  }

  /** Take the drawing in hand that is pressed: of the tool's kind, or of any; the next one where several are there. */
  _pick(spot) {
    const cell = spot.map(Math.floor);
    const isThere = (each) => each.points.some((point) => (this._tool && TOOLS[this._tool].isFree ? isSame(point, spot) : isSame(point.map(Math.floor), cell)));
    const found = this._all.filter((each) => (!this._tool || TOOLS[this._tool].is(each)) && isThere(each));
    const next = found[(found.indexOf(this._current) + 1) % found.length];
    if (next) this._hold(next);
    return Boolean(next);
  }

  _hold(each) {
    this._current = each;
    this._isTyping = false;
    if (each) $("drawings-colour").value = colourOf(each);
    this._game.set({ pointed: new Set(each ? cellsOf(this._game.board, each) : []) });
  }

  /** Choose a colour, and give it to the drawing in hand. */
  _colour(colour) {
    $("drawings-colour").value = colour;
    if (this._current) this._change(this._current, { [this._current.color ? "color" : "border"]: colour }, "colour");
  }

  _change(each, values, step) {
    const next = { ...each, ...values };
    this._go(this._all.map((other) => (other === each ? next : other)), `${step} ${this._all.indexOf(each)}`);
    const isTyping = this._isTyping;
    this._hold(next);
    this._isTyping = isTyping;
  }

  _remove(each) {
    this._go(this._all.filter((other) => other !== each));
    this._hold(null);
  }

  _go(cosmetics, step = null) {
    this._game.go(withCosmetics(this._game.position, cosmetics), step);
  }

  /** Write a row for each drawing; a row stays the same element, so that the focus stays. */
  _list() {
    const list = $("drawings-list");
    while (list.children.length > this._all.length) list.lastChild.remove();
    while (list.children.length < this._all.length) list.append(this._row());
    for (const [at, row] of [...list.children].entries()) {
      row.drawing = this._all[at];
      const name = nameOf(this._game.board, row.drawing);
      const [swatch, button, remove] = row.children;
      swatch.style.background = colourOf(row.drawing);
      button.textContent = name;
      remove.ariaLabel = say("removeRule", { name });
    }
  }

  _row() {
    const row = make("li", {}, make("span", { className: "swatch" }), make("button", { type: "button", className: "quiet" }), make("button", { type: "button", className: "quiet icon", textContent: "×" }));
    const [, name, remove] = row.children;
    name.addEventListener("click", () => this._hold(row.drawing === this._current ? null : row.drawing));
    remove.addEventListener("click", () => this._remove(row.drawing));
    return row;
  }

  _hint() {
    if (this._current) return say(this._current.text === undefined ? "drawHeld" : "drawType", { name: nameOf(this._game.board, this._current) });
    return say(this._tool ? `want-draw-${TOOLS[this._tool].shape}` : "drawChoose");
  }
}

/** Return where on the board the pointer is, in cells: amid a cell, or on its side or corner. */
function spotOf({ board, cursor }, { clientX, clientY }) {
  const { left, top, width, height } = $("board").getBoundingClientRect();
  const at = [((clientX - left) / width) * board.nColumns, ((clientY - top) / height) * board.nRows];
  const cell = [board.column(cursor), board.row(cursor)];
  return at.map((value, axis) => cell[axis] + (value - cell[axis] < EDGE ? 0 : value - cell[axis] > 1 - EDGE ? 1 : 0.5));
}

function colourOf({ color, border }) {
  return color || border || "#808080";
}

function cellsOf(board, { points }) {
  return points.map(([x, y]) => board.cellAt(Math.floor(y), Math.floor(x))).filter((cell) => cell !== undefined);
}

function nameOf(board, drawing) {
  const tool = Object.keys(TOOLS).find((each) => TOOLS[each].is(drawing));
  const names = [...new Set(cellsOf(board, drawing).map((cell) => board.cellName(cell)))];
  const cells = names.length > NAMED ? `${names[0]} … ${names.at(-1)}` : names.join(" ");
  return [say(`draw-${tool}`), drawing.text && `“${drawing.text}”`, cells].filter(Boolean).join(" ");
}
