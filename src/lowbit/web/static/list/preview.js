// The puzzle of a row of the list, drawn beside it. What it shows stands in the row, too.

import { ask, askBlob } from "../api.js";
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
    this._asked = new AbortController();
    onLanguage(() => (this._shown = ""));
  }

  /** Show a row; none where there is none. */
  async show(rows, row) {
    const key = row === undefined ? "" : JSON.stringify([rows.geometry, rows.text(row), rows.er(row), rows.level(row)]);
    if (key === this._shown) return;
    this._shown = key;
    this._asked.abort();
    this._asked = new AbortController();
    const picture = key && !rows.reason(row) ? await pictureOf(rows, row, this._asked.signal).catch(() => null) : null; // without the server there are words alone
    if (key !== this._shown) return;
    $("preview").hidden = !key;
    if (key) $("preview").replaceChildren(...(picture ? [picture] : []), make("p", { textContent: factsOf(rows, row) }));
  }
}

/** Return the picture of a row; of none, where its text is no puzzle. */
async function pictureOf(rows, row, signal) {
  if (rows.isOther(row)) return pictureOfOther(rows.puzzle(row), signal);
  const position = fromText(await boardNamed(rows.geometry), rows.puzzle(row));
  return position && boardOf(position);
}

/** Return the picture of a text of another program, with its constraints. */
async function pictureOfOther(text, signal) {
  const { puzzle, geometry, constraints } = await ask("open", { text }, signal, "low");
  const { theme } = document.documentElement.dataset;
  const drawn = await askBlob("render", { puzzle, geometry, constraints, format: "svg", theme }, signal);
  const picture = make("img", { alt: "", src: URL.createObjectURL(drawn) });
  picture.addEventListener("load", () => URL.revokeObjectURL(picture.src));
  return picture;
}

/** Say what is known of a row: its status, or how hard it is. */
function factsOf(rows, row) {
  const status = say(`status-${rows.status(row)}`);
  const level = rows.level(row) ? say(`level-${LEVELS[rows.level(row) - 1]}`) : "";
  const er = rows.er(row) ? `${say("rating")} ${ratingFigure(rows.er(row))}` : "";
  const givens = rows.reason(row) || rows.isOther(row) ? "" : say("givens", { n: rows.givens(row) });
  return [givens, ...(level || er ? [level, er] : [status])].filter(Boolean).join(" · ");
}

function boardOf({ board, digits }) {
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
