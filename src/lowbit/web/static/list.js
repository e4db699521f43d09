// The list: many puzzles of a file, answered and filtered.

import { reasonOf } from "./answer.js";
import { ListView } from "./list-view.js";
import { $, announce, make, save } from "./page.js";
import { Rows, STATUSES } from "./rows.js";
import { figure, onLanguage, say } from "./words.js";

export class PuzzleList {
  constructor(onOpen) {
    this._view = new ListView(onOpen);
    this._rows = null;
    this._filter = null;
    this._work = null;
    this._name = "";
    this._listeners = [];
    $("list-stop").addEventListener("click", () => this._work?.abort());
    $("list-save").addEventListener("click", () => this._save());
    $("list-puzzles").addEventListener("click", () => save(this._rows.file, `${this._base}.txt`));
    onLanguage(() => this._draw());
  }

  /** Report that a file was opened. */
  onOpen(listener) {
    this._listeners.push(listener);
  }

  /** Answer the puzzles of a file, and show them as they are answered. */
  async open(file, name, geometry) {
    this._work?.abort();
    [this._rows, this._filter, this._name] = [new Rows(file, geometry), null, name];
    const rows = this._rows;
    $("list-name").textContent = name;
    $("list-note").textContent = "";
    this._listeners.forEach((listener) => listener({ file, name, geometry }));
    await this._working((signal) => rows.answer(signal, (done) => this._progress(rows, done)));
    if (rows !== this._rows) return;
    if (!rows.isWhole) $("list-note").textContent = say("incomplete");
    announce(say("rowsDone", { n: figure(rows.n) }));
  }

  /** The name of a file that is saved, without its ending. */
  get _base() {
    return this._name.replace(/\.\w+$/, "") || "lowbit";
  }

  async _save() {
    const rows = this._rows;
    await this._working(async (signal) => {
      const result = await rows.result(signal, (done) => this._progress(rows, done));
      save(result, `${this._base}-${say("result")}.txt`);
    });
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
    $("list-stop").hidden = $("list-progress").hidden = !isBusy;
    $("list-save").disabled = $("list-puzzles").disabled = isBusy || !this._rows.n;
    this._draw();
  }

  _progress(rows, done) {
    if (rows !== this._rows) return;
    $("list-progress").value = done;
    this._draw();
  }

  _draw() {
    const rows = this._rows;
    $("list-empty").hidden = Boolean(rows);
    $("rows").hidden = $("table-head").hidden = !rows;
    if (!rows) return;
    if (this._filter && this._filter.rows.length !== rows.counts[this._filter.status]) this._choose(this._filter.status);
    $("list-filters").replaceChildren(...[null, ...STATUSES].map((status) => this._filterButton(rows, status)));
    this._view.show(rows, this._filter?.rows ?? null);
  }

  _filterButton(rows, status) {
    const n = status ? rows.counts[status] : rows.n;
    const button = make("button", { type: "button" }, say(status ? `status-${status}` : "all"), make("b", { textContent: figure(n) }));
    button.ariaPressed = String(status === (this._filter?.status ?? null));
    button.hidden = Boolean(status) && !n;
    button.addEventListener("click", () => {
      this._choose(status);
      this._draw();
      [...$("list-filters").children].find((other) => other.ariaPressed === "true").focus();
    });
    return button;
  }

  _choose(status) {
    this._filter = status ? { status, rows: this._rows.rowsWith(status) } : null;
  }
}
