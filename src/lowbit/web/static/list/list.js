// The list: many puzzles of a file, answered, rated, filtered, searched and sorted.

import { reasonOf } from "../answer.js";
import { ListView } from "./view.js";
import { Filters } from "./filters.js";
import { $, announce, make } from "../page.js";
import { Preview } from "./preview.js";
import { ALL, chosenRows, COLUMNS, isFiltered, isSound } from "./row-order.js";
import { Rows } from "./rows.js";
import { startSaving } from "./saving.js";
import { figure, onLanguage, say, sayName } from "../words/words.js";

const RATED_AT_ONCE = 1000; // puzzles: more are rated when that is asked for, for it takes a while
const PAUSE = 200; // ms without a key

export class PuzzleList {
  constructor(onOpen) {
    const preview = new Preview();
    this._view = new ListView(onOpen, (rows, row) => preview.show(rows, row));
    this._rows = null;
    this._wish = ALL;
    this._chosen = null; // rows, in order; null for all
    this._work = null;
    this._name = "";
    [this._listeners, this._ratedListeners, this._wishListeners] = [[], [], []];
    $("list-stop").addEventListener("click", () => this._work?.abort());
    $("list-rate").addEventListener("click", () => this._rate());
    startSaving(() => ({ rows: this._rows, chosen: this._chosen, base: this._base }), (work) => this._leaving(work));
    this._filters = new Filters((changed) => this._wantAloud(changed));
    this._startSearch();
    this._startSorting();
    $("list-show-all").addEventListener("click", () => {
      $("list-search").value = "";
      this._wantAloud({ ...ALL, column: this._wish.column, isDown: this._wish.isDown });
      $("rows").focus();
    });
    onLanguage(() => this._draw());
  }

  /** Report that a file was opened. */
  onOpen(listener) {
    this._listeners.push(listener);
  }

  /**
   * Answer the puzzles of a file, and show them as they are answered. `ratings` are theirs, where they
   * are known, and `wish` which rows are shown, in which order. Where they come from one column of several, a `choice` has the `columns`, the `column`
   * that was read, null for none, and `choose`, which hears of another.
   */
  async open(file, name, geometry, { choice = null, ratings = null, wish = ALL } = {}) {
    this._work?.abort();
    [this._rows, this._name] = [new Rows(file, geometry), name];
    [this._wish, this._chosen] = [isSound(wish) ? wish : ALL, null];
    $("list-search").value = this._wish.text;
    const rows = this._rows;
    this._offer(choice);
    $("list-note").textContent = "";
    this._listeners.forEach((listener) => listener({ file, name, geometry, ratings }));
    this._wishListeners.forEach((listener) => listener(this._wish));
    await this._working((signal) => rows.answer(signal, (done) => this._progress(rows, done)));
    if (rows !== this._rows) return;
    if (!rows.isWhole) $("list-note").textContent = say("incomplete");
    else if (choice && !choice.column) $("list-note").textContent = say("chooseColumn");
    announce(say("rowsDone", { n: figure(rows.n) }));
    this._choose({});
    if (ratings) this._takeRatings(rows, ratings);
    else if (rows.isWhole && rows.isRatable && rows.n <= RATED_AT_ONCE) await this._rate();
  }

  /** Report what puzzles were rated with. */
  onRated(listener) {
    this._ratedListeners.push(listener);
  }

  /** Report which rows are to be shown, in which order. */
  onWish(listener) {
    this._wishListeners.push(listener);
  }

  /** Whether there is a list. */
  get isOpen() {
    return Boolean(this._rows);
  }

  /** How many rows are shown. */
  get n() {
    return this._view.n;
  }

  /** Return the first puzzles that are shown, at most `most`, with their board; bad rows, and those with constraints, are none. */
  puzzles(most) {
    const puzzles = [];
    for (let at = 0; at < this.n && puzzles.length < most; at++) {
      const row = this._view.rowAt(at);
      if (!this._rows.reason(row)) puzzles.push(this._rows.puzzle(row));
    }
    return { puzzles, geometry: this._rows.geometry };
  }

  /** Open the nearest row before or behind a place that holds a puzzle, if there is one. */
  openFrom(at, step) {
    let to = at + step;
    while (to >= 0 && to < this.n && this._rows.reason(this._view.rowAt(to))) to += step;
    if (to >= 0 && to < this.n) this._view.openAt(to);
  }

  /** Offer the columns of a table. */
  _offer(choice) {
    $("list-columns").hidden = !choice;
    if (!choice) return;
    const none = choice.column ? [] : [make("option", { value: "", textContent: "–" })];
    $("list-column").replaceChildren(...none, ...choice.columns.map((name) => make("option", { value: name, textContent: name })));
    $("list-column").value = choice.column ?? "";
    $("list-column").onchange = (event) => event.target.value && choice.choose(event.target.value);
  }

  async _rate() {
    const rows = this._rows;
    await this._working((signal) => rows.rate(signal, (done) => this._progress(rows, done)));
    if (rows !== this._rows) return;
    this._choose({}); // what was stopped has some of the ratings, too
    this._draw();
    this._ratedListeners.forEach((listener) => listener(rows));
  }

  _takeRatings(rows, ratings) {
    rows.ratings = ratings;
    this._busy(false);
    this._choose({});
    this._draw();
  }

  /** The name of a file that is saved, without its ending. */
  get _base() {
    return sayName(this._name).replace(/\.\w+$/, "") || "lowbit";
  }

  /** Do work for which rows leave the list. */
  _leaving(work) {
    const rows = this._rows;
    return this._working((signal) => work(signal, (done) => this._progress(rows, done)));
  }

  async _working(work) {
    const control = (this._work = new AbortController());
    $("list-error").textContent = "";
    this._progress(this._rows, 0);
    this._busy(true);
    try {
      await work(control.signal);
    } catch (error) {
      if (control !== this._work) return;
      const reason = error.name === "AbortError" ? say("stopped") : reasonOf(error);
      $("list-error").textContent = reason;
    }
    if (control === this._work) this._busy(false);
  }

  _busy(isBusy) {
    const focused = document.activeElement;
    $("list-stop").hidden = $("list-progress").hidden = !isBusy;
    $("list-save").disabled = $("list-book").disabled = isBusy || !this._rows.n;
    $("list-rate").disabled = isBusy || !this._rows.isRatable || this._rows.isRated;
    if (focused?.disabled || focused?.hidden) this._focusNear(isBusy);
    this._draw();
  }

  /** Move the focus from a button that can no longer be pressed to the next that can. */
  _focusNear(isBusy) {
    const next = isBusy ? ["list-stop"] : ["list-rate", "list-save", "list-open"];
    next.map($).find((button) => !button.disabled).focus();
  }

  _progress(rows, done) {
    if (rows !== this._rows) return;
    $("list-progress").value = done;
    this._draw();
  }

  _draw() {
    const rows = this._rows;
    $("list-empty").hidden = Boolean(rows);
    $("rows").hidden = $("table-head").hidden = $("list-search").hidden = !rows;
    if (!rows) return;
    $("list-name").textContent = sayName(this._name);
    if (isFiltered(this._wish) && this._nSeen !== rows.nChanges) this._choose({}); // there are more by now
    this._filters.draw(rows, this._wish);
    this._drawHead();
    this._view.show(rows, this._chosen);
    $("list-none").hidden = this.n > 0 || !rows.n;
  }

  /** Choose which rows are shown, and in which order: what of this has changed, the rest as it was. */
  _choose(changed) {
    this._wish = { ...this._wish, ...changed };
    this._chosen = chosenRows(this._rows, this._wish);
    this._nSeen = this._rows.nChanges;
  }

  /** Choose anew, as someone wishes. */
  _want(changed) {
    this._choose(changed);
    this._wishListeners.forEach((listener) => listener(this._wish));
    this._draw();
  }

  /** Choose anew, and say how many there are. */
  _wantAloud(changed) {
    this._want(changed);
    announce(say(this.n ? "rowsFound" : "nothingFound", { n: figure(this.n) }));
  }

  _startSearch() {
    let timer = 0;
    $("list-search").addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this._wantAloud({ text: $("list-search").value.trim() }), PAUSE);
    });
  }

  _startSorting() {
    for (const button of document.querySelectorAll("#table-head button")) {
      const { column } = button.dataset;
      button.addEventListener("click", () => {
        const isAgain = this._wish.column === column;
        this._want({ column, isDown: isAgain ? !this._wish.isDown : COLUMNS[column].isDown });
      });
    }
  }

  _drawHead() {
    for (const button of document.querySelectorAll("#table-head button")) {
      const isSorted = button.dataset.column === this._wish.column;
      button.dataset.order = isSorted ? (this._wish.isDown ? "down" : "up") : "";
      button.ariaPressed = String(isSorted);
    }
  }
}
