// The table of a million rows, of which only those in sight are drawn.

import { $, make } from "../page.js";
import { ratingFigure } from "../hints/rating.js";
import { LEVELS } from "./rows.js";
import { figure, onLanguage, say } from "../words/words.js";

const ROW_HEIGHT = 34;
const MOST_HEIGHT = 8_000_000; // browsers end somewhere behind that
const SPARE = 4;

export class ListView {
  /** Show rows; `onOpen` hears that one is opened, `onLook` which one is looked at. */
  constructor(onOpen, onLook) {
    this._element = $("rows");
    this._space = make("div", { className: "rows-space", role: "presentation" });
    this._element.append(this._space);
    [this._onOpen, this._onLook] = [onOpen, onLook];
    this._rows = null;
    this._filter = null;
    this._current = this._looked = 0;
    this._isPlanned = false;
    this._element.addEventListener("scroll", () => this.draw());
    this._element.addEventListener("keydown", (event) => this._key(event));
    this._element.addEventListener("click", (event) => this._click(event));
    this._element.addEventListener("pointermove", (event) => this._look(event));
    new ResizeObserver(() => this.draw()).observe(this._element);
    onLanguage(() => this.draw());
  }

  get n() {
    return this._filter ? this._filter.length : (this._rows?.n ?? 0);
  }

  /** Show rows: all, or those that were chosen, in their order. */
  show(rows, filter) {
    if (rows !== this._rows || filter !== this._filter) this._element.scrollTop = this._current = this._looked = 0;
    [this._rows, this._filter] = [rows, filter];
    this.draw();
  }

  /** The place of the current row among those that are shown. */
  get current() {
    return this._current;
  }

  /** Make the row at a place the current one, in sight, and open it. */
  openAt(at) {
    this._go(at);
    return this._open();
  }

  /** Return the row at a place. */
  rowAt(at) {
    return this._filter ? this._filter[at] : at;
  }

  /** Draw what is in sight, at the next frame. */
  draw() {
    if (this._isPlanned) return;
    this._isPlanned = true;
    requestAnimationFrame(() => {
      this._isPlanned = false;
      this._draw();
    });
  }

  _draw() {
    const view = this._element.clientHeight;
    if (!this._rows || !view) return;
    const height = Math.min(this.n * ROW_HEIGHT, MOST_HEIGHT);
    this._space.style.height = `${height}px`;
    this._element.ariaRowCount = String(this.n);
    const top = this._element.scrollTop;
    const first = Math.max(0, Math.floor(this._at(top, height, view)) - SPARE);
    const last = Math.min(this.n, Math.ceil(this._at(top, height, view) + view / ROW_HEIGHT) + SPARE);
    const shift = top - this._at(top, height, view) * ROW_HEIGHT;
    const elements = [];
    for (let at = first; at < last; at++) elements.push(this._row(at, at * ROW_HEIGHT + shift));
    this._space.replaceChildren(...elements);
    this._onLook(this._rows, this._looked < this.n ? this.rowAt(this._looked) : undefined);
    if (this.n) this._element.setAttribute("aria-activedescendant", `row-${this._current}`);
    else this._element.removeAttribute("aria-activedescendant");
  }

  /** Return which row, with a fraction, is at the top where the table is scrolled to `top`. */
  _at(top, height, view) {
    const most = Math.max(1, height - view);
    return (Math.min(top, most) / most) * Math.max(0, this.n - view / ROW_HEIGHT);
  }

  _row(at, top) {
    const row = this.rowAt(at);
    const status = this._rows.status(row);
    const line = this._rows.text(row);
    const element = make(
      "div",
      { className: "list-row", role: "row", id: `row-${at}`, ariaRowIndex: String(at + 1), ariaSelected: String(at === this._current) },
      make("span", { role: "gridcell", textContent: this._rows.line(row) }),
      make("span", { role: "gridcell", className: "line", title: line }, ...this._line(row, line)),
      make("span", { role: "gridcell", className: "number", textContent: this._givens(row, status) }),
      make("span", { role: "gridcell", className: "number", textContent: ratingFigure(this._rows.er(row)) }),
      make("span", { role: "gridcell", className: "depth", textContent: this._depth(row) }),
      make("span", { role: "gridcell", className: "level", textContent: this._level(row) }),
      make("span", { role: "gridcell", className: `status ${status}`, textContent: say(`status-${status}`) }),
    );
    element.classList.toggle("current", at === this._current);
    element.style.transform = `translateY(${top}px)`;
    element.dataset.at = at;
    return element;
  }

  /** Return the text of a row; of a bad one, what is wrong with it first. */
  _line(row, line) {
    const flaw = this._rows.flaw(row);
    const reason = flaw ? say(flaw.key, flaw) : this._rows.reason(row).replace(/^line \d+[:,] /, "");
    return reason ? [make("b", { className: "reason", textContent: reason }), line] : [line];
  }

  _givens(row, status) {
    return status === "invalid" || this._rows.isOther(row) ? "" : figure(this._rows.givens(row));
  }

  _depth(row) {
    const [depth, length] = [this._rows.depth(row), this._rows.length(row)];
    return depth === null ? "" : `${figure(depth)}${length ? ` · B${figure(length)}` : ""}`;
  }

  _level(row) {
    const level = this._rows.level(row);
    return level ? say(`level-${LEVELS[level - 1]}`) : "";
  }

  /** Look at the row below the pointer. */
  _look(event) {
    const element = event.target.closest(".list-row");
    if (!element || this._looked === Number(element.dataset.at)) return;
    this._looked = Number(element.dataset.at);
    this._onLook(this._rows, this.rowAt(this._looked));
  }

  _click(event) {
    // A row that is drawn anew while it is pressed hands the click on to what it stood in.
    const below = () => document.elementFromPoint(event.clientX, event.clientY)?.closest(".list-row");
    const element = event.target.closest(".list-row") ?? below();
    if (!element) return;
    this._current = Number(element.dataset.at);
    this.draw();
    this._open();
  }

  _key(event) {
    const page = Math.floor(this._element.clientHeight / ROW_HEIGHT) - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.n, End: this.n };
    if (event.key === "Enter" && this.n) this._open();
    else if (event.key in steps) this._go(this._current + steps[event.key]);
    else return;
    event.preventDefault();
  }

  _go(at) {
    this._current = this._looked = Math.max(0, Math.min(this.n - 1, at));
    const view = this._element.clientHeight;
    const height = Math.min(this.n * ROW_HEIGHT, MOST_HEIGHT);
    const top = this._at(this._element.scrollTop, height, view);
    const seen = view / ROW_HEIGHT - 1;
    const wanted = Math.min(Math.max(top, this._current - seen), this._current);
    const most = Math.max(1, this.n - view / ROW_HEIGHT);
    if (wanted !== top) this._element.scrollTop = (wanted / most) * (height - view);
    this.draw();
  }

  _open() {
    return this._onOpen(this._rows, this.rowAt(this._current), this._current);
  }
}
