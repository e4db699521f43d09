// How do puzzles come in: pasted, dropped, chosen or from the list, one or many, in any format?

import { show, showFailure } from "./answer.js";
import { ask } from "./api.js";
import { boardOf, CLASSIC } from "./board.js";
import { $ } from "./page.js";
import { blank, fromText } from "./position.js";
import { say } from "./words.js";

const MOST_PARSED = 20_000;
const SNIFFED = 1 << 16;
const boards = new Map([["3x3", CLASSIC]]);

/** Return the board that a description describes. */
export async function boardNamed(geometry) {
  if (!boards.has(geometry)) boards.set(geometry, boardOf(geometry, await ask("board", { geometry })));
  return boards.get(geometry);
}

export class Loader {
  constructor(game, list, pages) {
    this._game = game;
    this._list = list;
    this._pages = pages;
  }

  /** Open a text: a puzzle on the board, several in the list. */
  async openText(text, geometry = this._game.board.geometry, name = "") {
    if (text.length >= SNIFFED) return this._openList(new File([text], name), geometry);
    const board = await boardNamed(geometry);
    if (!text.trim()) return this.put(blank(board), () => ({ title: say("cleared") }));
    const position = isList(board, text) ? null : fromText(board, text);
    if (position) return this.put(position);
    const { puzzles } = await ask("parse", { text, geometry, limit: 2 });
    if (puzzles.length > 1) return this._openList(new File([text], name), geometry);
    const [puzzle] = puzzles;
    if (!puzzle || puzzle.reason) throw new Error(puzzle?.reason || say("badLine"));
    return this.put(fromText(board, puzzle.puzzle));
  }

  /** Open a file: a small one as its text, a long one in the list. */
  async openFile(file, geometry = this._game.board.geometry) {
    if (file.size < SNIFFED) return this.openText(await file.text(), geometry, file.name);
    return this._openList(file, geometry);
  }

  /** Open a row of the list. */
  async openRow(rows, row) {
    try {
      if (rows.reason(row)) throw new Error(rows.reason(row));
      await this.openText(rows.text(row).split(/[\s,;#]/)[0], rows.geometry);
    } catch (error) {
      this._pages.show("board");
      showFailure(error);
    }
  }

  async _openList(file, geometry) {
    const lines = (await isLines(file, geometry)) ? file : await asLines(file, geometry);
    this._pages.show("list");
    return this._list.open(lines, file.name || say("pasted"), geometry);
  }

  /** Put a puzzle on the board, in place of all that was there. */
  put(position, content = () => ({ title: say("opened", { n: position.digits.filter(Boolean).length }) })) {
    this._game.go(position);
    const isPlay = position.digits.some(Boolean);
    this._game.set({ worth: null, mode: isPlay && this._game.mode === "given" ? "digit" : this._game.mode });
    this._pages.show("board");
    $("board").scrollIntoView({ block: "nearest" }); // on a phone it may be far above
    show(content);
  }
}

/** Listen to pasted text, dropped files, and the dialog. */
export function startLoading(loader, game) {
  const attempt = (work) => work.catch(showFailure);
  document.addEventListener("paste", (event) => {
    if (event.target.matches("input, textarea")) return;
    event.preventDefault();
    attempt(loader.openText(event.clipboardData.getData("text/plain")));
  });
  startDrop((file) => attempt(loader.openFile(file)));
  startDialog(loader, game);
  for (const id of ["open-file", "list-open"]) $(id).addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    $("open-dialog").close();
    if (file) attempt(loader.openFile(file, $("geometry").value.trim() || "3x3"));
    event.target.value = "";
  });
  $("clear").addEventListener("click", () => attempt(loader.openText("")));
}

function startDialog(loader, game) {
  $("open").addEventListener("click", () => {
    $("geometry").value = game.board.geometry;
    $("open-error").textContent = "";
    $("open-dialog").showModal();
    $("open-text").select();
  });
  $("open-now").addEventListener("click", async () => {
    try {
      await loader.openText($("open-text").value, $("geometry").value.trim() || "3x3");
      $("open-dialog").close();
    } catch (error) {
      $("open-error").textContent = error.isOffline ? say("offline") : error.message;
    }
  });
}

function startDrop(open) {
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (file) open(file);
  });
}

/** Whether a text has a puzzle on each of its lines: nine of them are as long as one's candidates. */
function isList(board, text) {
  const lines = text.trim().split(/\s*\n\s*/);
  return lines.length > 1 && lines.every((line) => line.length === board.nCells);
}

/** Whether a file holds a puzzle a line: whether what its first lines say is on lines of its own. */
async function isLines(file, geometry) {
  const head = await file.slice(0, SNIFFED).text();
  const { puzzles } = await ask("parse", { text: head, geometry, limit: 2 });
  const lines = puzzles.map((puzzle) => puzzle.line);
  return lines.length < 2 || lines[1] === lines[0] + 1;
}

/** Return a file in another format as one with a puzzle a line. */
async function asLines(file, geometry) {
  const { puzzles } = await ask("parse", { text: await file.text(), geometry, limit: MOST_PARSED });
  return new File(puzzles.map(({ puzzle, remark }) => `${puzzle}${remark && `  # ${remark}`}\n`), file.name);
}
