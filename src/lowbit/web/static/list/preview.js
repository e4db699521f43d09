// The puzzle of a row of the list, drawn beside it. What it shows stands in the row, too.

import { boardNamed } from "./load.js";
import { $, make } from "../page.js";
import { fromText } from "../board/position.js";
import { ratingFigure } from "../hints/rating.js";
import { LEVELS } from "./rows.js";
import { onLanguage, say } from "../words/words.js";

const SVG = "http://www.w3.org/2000/svg";

export class Preview {
  constructor() {
    this._shown = "";
    onLanguage(() => (this._shown = ""));
  }

  /** Show a row; none where there is none. */
  async show(rows, row) {
    const key = row === undefined ? "" : JSON.stringify([rows.geometry, rows.text(row), rows.er(row), rows.level(row)]);
    if (key === this._shown) return;
    this._shown = key;
    const board = key && (await boardNamed(rows.geometry).catch(() => null)); // without the server there are words alone
    if (key !== this._shown) return;
    $("preview").hidden = !key;
    if (!key) return;
    const position = board && !rows.reason(row) && fromText(board, rows.puzzle(row));
    $("preview").replaceChildren(...(position ? [pictureOf(position)] : []), make("p", { textContent: factsOf(rows, row) }));
  }
}

/** Say what is known of a row: its status, or how hard it is. */
function factsOf(rows, row) {
  const status = say(`status-${rows.status(row)}`);
  const level = rows.level(row) ? say(`level-${LEVELS[rows.level(row) - 1]}`) : "";
  const er = rows.er(row) ? `${say("rating")} ${ratingFigure(rows.er(row))}` : "";
  const givens = rows.reason(row) ? "" : say("givens", { n: rows.givens(row) });
  return [givens, ...(level || er ? [level, er] : [status])].filter(Boolean).join(" · ");
}

function pictureOf({ board, digits }) {
  const picture = svg("svg", { viewBox: `-.03 -.03 ${board.nColumns + 0.06} ${board.nRows + 0.06}` });
  const [thin, thick] = linesOf(board);
  picture.append(svg("path", { d: thin, class: "thin" }), svg("path", { d: thick, class: "thick" }));
  digits.forEach((digit, cell) => {
    if (!digit) return;
    const text = svg("text", { x: board.column(cell) + 0.5, y: board.row(cell) + 0.53 });
    text.textContent = board.symbol(digit);
    picture.append(text);
  });
  return picture;
}

/** Return the lines around the cells of a board: all, and those around its boxes. */
function linesOf(board) {
  const [all, thick] = [[], []];
  for (const [cell, [row, column]] of board.places.entries()) {
    const sides = [[[0, 1], `M${column + 1} ${row}v1`], [[1, 0], `M${column} ${row + 1}h1`], [[0, -1], `M${column} ${row}v1`], [[-1, 0], `M${column} ${row}h1`]];
    for (const [way, line] of sides) (board.isBorder(cell, way) ? thick : all).push(line);
  }
  return [all.join(""), thick.join("")];
}

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
