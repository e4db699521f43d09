// What leaves the list: the rows that are shown, in their order, as a file or on paper.

import { $, make, printSheet, save } from "../page.js";
import { ratingFigure } from "../hints/rating.js";
import { LEVELS } from "./rows.js";
import { everyRow } from "./row-order.js";
import { figure, say } from "../words/words.js";

const COLUMNS = ["line", "puzzle", "solution", "givens", "er", "depth", "B", "level", "technique", "status", "remark"];
const MOST_PRINTED = 2000; // rows: some forty pages
const AT_ONCE = 1000; // rows whose texts are put together before the page goes on

/** Ways to save rows: each returns the parts of a file. `tell` hears which share of the rows is done. */
const WAYS = { csv: asTable, lines: asTheyAre, solved: asSolved };
const TYPES = { csv: "text/csv", lines: "text/plain", solved: "text/plain" };

/**
 * Listen to the button and its dialog. `shown` returns the rows, those that are chosen (null for all, as they are)
 * and the name of the file; `working` does work that takes a while.
 */
export function startSaving(shown, working) {
  const dialog = $("list-save-dialog");
  $("list-save").addEventListener("click", () => {
    const { rows, chosen } = shown();
    const n = chosen?.length ?? rows.n;
    $("list-save-text").textContent = [say("savedRows", { n: figure(n) }), rows.isRatable && !rows.isRated ? say("notRated") : "", n > MOST_PRINTED ? say("printMost", { n: figure(MOST_PRINTED) }) : ""].filter(Boolean).join(" ");
    dialog.showModal();
    $("list-save-now").focus();
  });
  dialog.addEventListener("submit", () => {
    const { rows, chosen, base } = shown();
    const way = document.querySelector("input[name=list-format]:checked").value;
    working(async (signal, tell) => {
      const parts = await WAYS[way](rows, chosen, signal, tell);
      const name = way === "lines" ? base : `${base}-${say("result")}`;
      save(new Blob(parts, { type: TYPES[way] }), `${name}.${way === "csv" ? "csv" : "txt"}`);
    });
  });
  $("list-print").addEventListener("click", () => {
    const { rows, chosen, base } = shown();
    dialog.close();
    working((signal, tell) => printRows(rows, (chosen ?? everyRow(rows)).subarray(0, MOST_PRINTED), base, signal, tell));
  });
}

/** A table, with the solutions and all ratings that are known. */
async function asTable(rows, chosen, signal, tell) {
  const parts = [`${COLUMNS.join()}\n`];
  await rows.solve(chosen ?? everyRow(rows), signal, (part, solutionOf, done) => {
    parts.push(Array.from(part, (row) => csvLine(rows, row, solutionOf(row))).join(""));
    tell(done);
  });
  return parts;
}

function csvLine(rows, row, solution) {
  const { puzzle, remark, givens, er, level } = factsOf(rows, row);
  const ratings = [er ? er.toFixed(1) : "", rows.depth(row) ?? "", rows.length(row) ?? "", level, rows.technique(row)];
  const fields = [rows.line(row), puzzle, solution, givens, ...ratings, rows.status(row), remark];
  return `${fields.map(csvField).join()}\n`;
}

function csvField(field) {
  const text = String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Return what is known of a row; what is wrong with a bad one stands for its remark. */
function factsOf(rows, row) {
  const reason = rows.reason(row);
  const [text, puzzle] = [rows.text(row), reason ? rows.text(row) : rows.puzzle(row)];
  const behind = text.startsWith(puzzle) ? text.slice(puzzle.length).replace(/^[\s,;#]+/, "") : "";
  return { puzzle, remark: reason || behind, givens: reason || rows.isOther(row) ? "" : rows.givens(row), er: rows.er(row), level: LEVELS[rows.level(row) - 1] ?? "" };
}

/** The lines of the rows; the whole file where no row is left out and none has another place. */
async function asTheyAre(rows, chosen, signal, tell) {
  if (!chosen) return [rows.file];
  const parts = [];
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    parts.push(linesOf(rows, chosen.subarray(at, at + AT_ONCE)));
    tell(at / chosen.length);
    await new Promise((resolve) => setTimeout(resolve)); // the page goes on
    signal.throwIfAborted();
  }
  return parts;
}

function linesOf(rows, part) {
  return Array.from(part, (row) => `${rows.text(row)}\n`).join("");
}

/** The lines with the solutions in place of puzzles; of the whole file as above, with its comments. */
function asSolved(rows, chosen, signal, tell) {
  return chosen ? rows.written(chosen, signal, tell) : rows.result(signal, tell);
}

/** Print rows as a table. */
async function printRows(rows, chosen, title, signal, tell) {
  const body = make("tbody");
  await rows.solve(chosen, signal, (part, solutionOf, done) => {
    body.append(...Array.from(part, (row) => printedRow(rows, row, solutionOf(row))));
    tell(done);
  });
  const heads = ["#", say("puzzle"), say("rating"), say("level"), say("status")].map((textContent) => make("th", { textContent }));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body);
  printSheet(title, table);
}

function printedRow(rows, row, solution) {
  const { puzzle, er, level } = factsOf(rows, row);
  const lines = make("td", {}, make("code", { textContent: puzzle }), ...(solution ? [make("br"), make("code", { textContent: solution })] : []));
  const cells = [rows.line(row), lines, ratingFigure(er), level && say(`level-${level}`), say(`status-${rows.status(row)}`)];
  return make("tr", {}, ...cells.map((cell) => (cell === lines ? cell : make("td", { textContent: cell }))));
}
