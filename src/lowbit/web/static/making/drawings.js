// What a setter draws without a meaning for the engine: lines, arrows, fills, circles, squares, texts, outlines.
//
// One may be in hand: the one that was drawn last, or that was pressed on the board or in the list.
// Its cells are marked, what is typed is its text, and arrow keys move it, as a drag moves any.

import { placeOf, snapped, startDragging } from "./dragging.js";
import { isSame } from "./kinds.js";
import { Margin } from "./margin.js";
import { madeOf, middleOf, pointsAfter, stepOf, TOOLS, toolOf } from "./strokes.js";
import { $, make } from "../page.js";
import { withCosmetics } from "../board/position.js";
import { onView, shownView } from "../views.js";
import { figure, onLanguage, say } from "../words/words.js";

const COLOURS = ["#d9534f", "#e8913c", "#e0c341", "#5aa55a", "#4a90c4", "#8e6bbf", "#8a8f98", "#000000"];
const NAMED = 4; // cells of a drawing in its name
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Draw the tools and the list, and listen to them and to the board. */
export function startDrawings(game) {
  const drawings = new DrawingSetter(game);
  const drag = startDragging(game, drawings);
  $("board").addEventListener("pointerup", (event) => {
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey; // cells are still selected
    if (drawings.isOpen && !event.button && !isMore && !drag.isMoving) drawings.pointed(spotOf(game, event));
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
    this._margin = new Margin(([row, column]) => this._pressed([column + 0.5, row + 0.5], [column, row]));
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
    this._drawMargin();
    if (!this.isOpen) return;
    if (this._all !== this._listed) this._list();
    this._listed = this._all;
    for (const button of $("drawings-tools").children) button.ariaPressed = String(button.dataset.draw === this._tool);
    for (const row of $("drawings-list").children) row.classList.toggle("current", row.drawing === this._current);
    $("drawings-hint").textContent = this._hint();
  }

  /** Have room around the board, and show its places: those that can be pressed. */
  _drawMargin() {
    const puts = this._tool && TOOLS[this._tool].isFree;
    const isUsed = ([row, column]) => puts || this._all.some(({ points }) => points.some((point) => isSame(point.map(Math.floor), [column, row])));
    this._margin.draw(this._game, this.isOpen ? isUsed : null, this.isOpen);
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
    if (cells.length === 1) this._pressed(spot, [board.column(cells[0]), board.row(cells[0])]);
    else if (this._tool) this._draw(cells.map((cell) => middleOf(board, cell)));
    else this._hold(null);
  }

  /** Take the drawing at a place or in its cell in hand, or draw there. */
  _pressed(spot, cell) {
    const found = this._at(spot, cell);
    if (found.length) this._hold(found[(found.indexOf(this._current) + 1) % found.length]);
    else if (this._tool) this._draw([TOOLS[this._tool].isFree ? spot : cell.map((value) => value + 0.5)]);
    else this._hold(null);
  }

  /** Return the drawing that a drag from a place moves: a tool that draws by drags moves none. */
  toMove(spot, cell) {
    if (this._tool && !TOOLS[this._tool].isFree) return null;
    const found = this._at(spot, cell);
    return found.includes(this._current) ? this._current : (found[0] ?? null);
  }

  /** Move a drawing away from where it was at a `start`, in one step to undo with other moves of the same name; return it as it is then. */
  move(each, start, by, name) {
    const points = pointsAfter(start, by, this._game.board);
    if (isSame(points, each.points)) return each;
    this._change(each, { points }, `move ${name}`);
    return this._current;
  }

  /** Take a key in place of the board; return whether it is one that drawings take. */
  key(key) {
    if (!this._current && !(this._tool && ["Enter", "Escape"].includes(key))) return false;
    if (key === "Delete") this._remove(this._current);
    else if (this._current && key in ARROWS) this.move(this._current, this._current, ARROWS[key].map((by) => by * stepOf(this._current)), "keys");
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

  _draw(points) {
    const made = madeOf(this._tool, points, this._wishes());
    if (!made.length) return;
    this._go([...this._all, ...made]);
    this._hold(made.at(-1));
  }

  /** Return the drawings at a place: of the tool's kind, or of any; where a tool is for places, no others in the cell. */
  _at(spot, cell) {
    const isExact = this._tool && TOOLS[this._tool].isFree;
    const isThere = (each) => each.points.some((point) => isSame(point, spot) || (!isExact && isSame(point.map(Math.floor), cell)));
    return this._all.filter((each) => (!this._tool || TOOLS[this._tool].is(each)) && isThere(each));
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
function spotOf({ board, cursor }, event) {
  const cell = [board.column(cursor), board.row(cursor)];
  return placeOf(board, event).map((value, axis) => snapped(value, cell[axis]));
}

function colourOf({ color, border }) {
  return color || border || "#808080";
}

function cellsOf(board, { points }) {
  return points.map(([x, y]) => board.cellAt(Math.floor(y), Math.floor(x))).filter((cell) => cell !== undefined);
}

function nameOf(board, drawing) {
  const tool = toolOf(drawing);
  const names = [...new Set(cellsOf(board, drawing).map((cell) => board.cellName(cell)))];
  const cells = names.length > NAMED ? `${names[0]} … ${names.at(-1)}` : names.join(" ");
  return [say(`draw-${tool}`), drawing.text && `“${drawing.text}”`, cells].filter(Boolean).join(" ");
}
