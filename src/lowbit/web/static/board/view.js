// The board as the page draws it, and the line below it.
//
// Each cell is drawn again only where something of it has changed, so that a key is answered within
// a frame on any board.

import { countClass, countFigure } from "./counts.js";
import { $, make } from "../page.js";
import { bit, candidates, clashes, COLOURS, GIVEN, smallDigits, SOLVED } from "./position.js";
import { shownUnasked } from "../hints/warning.js";
import { onView } from "../views.js";
import { onLanguage, say } from "../words/words.js";

const HOUSE_WORDS = { row: "houseRow", column: "houseColumn", box: "houseBox" };

export class BoardView {
  constructor(game) {
    this._game = game;
    this._element = $("board");
    this._board = null;
    this._cells = [];
    this._drawn = [];
    game.onChange(() => this.draw());
    onView(() => this.draw());
    onLanguage(() => {
      this._drawn = [];
      this.draw();
    });
  }

  /** Draw what has changed. */
  draw() {
    const { board, shown: position } = this._game;
    if (board !== this._board) this._lay(board);
    const found = shownUnasked(this._game, clashes(position));
    const clashing = new Set(found.flatMap((clash) => clash.cells));
    const marks = this._marks(position);
    const heat = heatOf(this._game.weights);
    this._element.classList.toggle("heated", Boolean(heat));
    this._element.classList.toggle("explained", Boolean(this._game.picture));
    this._element.classList.toggle("noted", this._game.hasNotes);
    this._cells.forEach((element, cell) => {
      const look = this._look(cell, clashing.has(cell), marks[cell], heat);
      const key = JSON.stringify(look);
      if (key === this._drawn[cell]) return;
      this._drawn[cell] = key;
      this._paint(element, cell, look);
    });
    this._write(position, found);
  }

  /** Put the focus on the cell of the cursor. */
  focus() {
    this._cells[this._game.cursor].focus({ preventScroll: true });
  }

  /** Return the cell at a place on the screen. */
  cellAt(x, y) {
    const element = document.elementFromPoint(x, y)?.closest?.(".cell");
    return element ? Number(element.dataset.cell) : null;
  }

  /** Return the small digits of each cell; those that an explanation needs are there in any case. */
  _marks(position) {
    const { hasCandidates, picture, preview, truth, counts } = this._game;
    if (truth && !picture && !preview) return trueDigits(position, truth, counts);
    const marks = smallDigits(position, hasCandidates || Boolean(preview));
    if (!picture) return marks;
    const needed = (mask) => ({ places: mask, corners: 0, centre: 0 });
    return candidates(position).map((mask, cell) => (picture.cells.has(cell) ? needed(mask) : marks[cell]));
  }

  _look(cell, clashes, marks, heat) {
    const { shown: position, picture, selection, cursor, board, pointed, weights } = this._game;
    const digit = position.digits[cell];
    const shown = position.digits[cursor];
    const isPlain = selection.size === 1 && !weights && !picture;
    return {
      digit,
      kind: position.kinds[cell],
      ...marks,
      colours: picture ? 0 : position.colours[cell],
      clashes,
      heat: heat ? heat[cell] : null,
      weight: weights ? weightOf(weights[cell]) : null,
      isSelected: selection.has(cell),
      isCursor: cell === cursor,
      isSeen: isPlain && board.peers[cursor].includes(cell),
      isSame: isPlain && Boolean(digit) && digit === shown,
      isPointed: pointed.has(cell),
    };
  }

  _paint(element, cell, look) {
    const { classList } = element;
    classList.toggle("given", look.kind === GIVEN && look.digit > 0);
    classList.toggle("solved", look.kind === SOLVED && look.digit > 0);
    classList.toggle("clash", look.clashes);
    classList.toggle("seen", look.isSeen);
    classList.toggle("same", look.isSame);
    classList.toggle("cursor", look.isCursor);
    classList.toggle("pointed", look.isPointed);
    classList.toggle("coloured", look.colours > 0);
    element.ariaSelected = String(look.isSelected);
    element.tabIndex = look.isCursor ? 0 : -1;
    if (look.heat === null) element.style.removeProperty("--heat");
    else element.style.setProperty("--heat", `${look.heat}%`);
    element.ariaLabel = this._label(cell, look);
    element.replaceChildren(...this._content(look));
  }

  _content(look) {
    const parts = [];
    if (look.digit) parts.push(this._board.symbol(look.digit));
    if (look.places) parts.push(this._placesElement(look));
    if (look.corners) parts.push(this._cornersElement(look.corners));
    if (look.centre) parts.push(this._centreElement(look.centre));
    if (look.weight !== null) parts.push(make("span", { className: "weight", textContent: look.weight }));
    return parts;
  }

  _placesElement({ places, deciding = 0, counts = null }) {
    const symbols = [...this._board.symbols].map((symbol, d) => {
      if (!(places & (1 << d))) return make("span");
      const element = make("span", { textContent: symbol, className: deciding & (1 << d) ? "deciding" : "" });
      if (counts) {
        element.classList.add(countClass(counts[d]));
        element.title = say("solutionsWith", { digit: symbol, n: countFigure(counts[d]) });
      }
      return element;
    });
    return make("span", { className: "marks" }, ...symbols);
  }

  /** Lay marks out from the corners on: two lines, the first ones above. */
  _cornersElement(mask) {
    const symbols = this._symbols(mask);
    const above = Math.max(2, Math.ceil(symbols.length / 2));
    const lines = [symbols.slice(0, above), symbols.slice(above)];
    return make("span", { className: "corners" }, ...lines.map((line) => make("span", {}, ...line.map((text) => make("span", { textContent: text })))));
  }

  _centreElement(mask) {
    const symbols = this._symbols(mask);
    const element = make("span", { className: "centre", textContent: symbols.join("") });
    element.style.setProperty("--k", Math.max(3, symbols.length));
    return element;
  }

  _symbols(mask) {
    return [...this._board.symbols].filter((_, d) => mask & (1 << d));
  }

  _label(cell, look) {
    const board = this._board;
    const place = board.variable(cell) ?? say("cellName", { row: board.row(cell) + 1, column: board.column(cell) + 1 });
    const digit = board.symbol(look.digit);
    const kind = { given: "cellGiven", entry: "cellEntry", solved: "cellSolved" }[look.kind];
    const small = [["cellMarks", look.places | look.corners], ["cellCentre", look.centre]];
    const marks = small.flatMap(([word, mask]) => (mask ? [say(word, { marks: this._symbols(mask).join(" ") })] : []));
    const content = look.digit ? [say(kind, { digit })] : marks;
    const parts = [place, ...(content.length ? content : [say("cellBlank")])];
    if (look.counts) parts.push(say("cellCounts", { counts: look.counts.filter(Boolean).map(countFigure).join(" ") }));
    for (let n = 1; n <= COLOURS; n++) if (look.colours & bit(n)) parts.push(say("cellColour", { n }));
    if (look.clashes) parts.push(say("cellClash"));
    return parts.join(", ");
  }

  _write(position, found) {
    const { digits, kinds, board } = position;
    const filled = digits.filter(Boolean).length;
    const givens = kinds.filter((kind, cell) => kind === GIVEN && digits[cell]).length;
    const isComplete = filled === board.nCells && !found.length;
    const facts = [say("givens", { n: givens }), say("filled", { n: filled, all: board.nCells })];
    $("facts").textContent = isComplete ? `${facts[0]} · ${say("complete")}` : facts.join(" · ");
    $("clashes").textContent = clashText(board, found);
  }

  _lay(board) {
    this._board = board;
    const [w, h] = board.markShape;
    for (const [name, value] of Object.entries({ columns: board.nColumns, rows: board.nRows, w, h, m: Math.max(w, h) })) {
      this._element.parentElement.style.setProperty(`--${name}`, value);
    }
    this._element.ariaRowCount = String(board.nRows);
    this._element.ariaColCount = String(board.nColumns);
    this._cells = Array.from({ length: board.nCells }, (_, cell) => cellElement(board, cell));
    this._drawn = [];
    this._element.replaceChildren(...board.rows.flatMap((cells, row) => (cells.length ? [this._row(cells, row)] : [])));
  }

  _row(cells, row) {
    const element = make("div", { className: "board-row", role: "row", ariaRowIndex: String(row + 1) }, ...cells.map((cell) => this._cells[cell]));
    element.style.gridRow = row + 1;
    return element;
  }
}

/** Return as small digits what occurs in solutions, and apart what would leave only one, and in how many each is. */
function trueDigits({ digits }, { candidates: found, deciding }, counts) {
  return digits.map((digit, cell) => ({
    places: digit ? 0 : found[cell],
    corners: 0,
    centre: 0,
    deciding: digit ? 0 : deciding?.[cell],
    counts: digit ? null : counts?.[cell],
  }));
}

/** Say in a line what clashes. */
export function clashText(board, found) {
  if (!found.length) return "";
  const [first, ...others] = found;
  const text = first.house
    ? say("clashTwo", { digit: board.symbol(first.digit), house: houseName(first.house) })
    : say("clashNone", { cell: board.cellName(first.cells[0]) });
  return others.length ? `${text}, ${say("andMore", { n: others.length })}` : text;
}

/** Say the name of a house. */
export function houseName(house) {
  const [, n, grid] = house.name.match(/ (\d+)(?: of grid (\d+))?$/);
  const own = say(HOUSE_WORDS[house.kind] ?? "houseOther", { n, kind: house.kind });
  return grid ? say("houseOfGrid", { house: own, grid }) : own;
}

function cellElement(board, cell) {
  const column = board.column(cell) + 1;
  const element = make("div", { className: "cell", role: "gridcell", ariaColIndex: String(column) });
  element.dataset.cell = cell;
  element.style.gridColumn = column;
  const isExtra = board.housesOf[cell].some((house) => !["row", "column", "box", "group"].includes(house.kind));
  element.classList.toggle("extra", isExtra);
  return element;
}

/** Return the weight that is multiplied by the digit of a cell, else the highest value of a digit there. */
function weightOf(values) {
  return values.every((value, d) => value === values[0] * (d + 1)) ? values[0] : Math.max(...values);
}

/** Return how strongly each cell is coloured, in percent. */
function heatOf(values) {
  if (!values) return null;
  const weights = values.map(weightOf);
  const [low, high] = [Math.min(...weights), Math.max(...weights)];
  return weights.map((weight) => (high === low ? 18 : Math.round(6 + (38 * (weight - low)) / (high - low))));
}
