// Import of puzzles: pasted, dropped, chosen or from the list, one or many, in any format.
//
// To open something is a query, too: what is opened takes the place of the position it began at.

import { failureParts } from "../answer.js";
import { ask, askOfFile, Failure, NoPuzzle } from "../api.js";
import { boardOf, CLASSIC } from "../board/board.js";
import { $, endToast, toast } from "../page.js";
import { hasGivens } from "../game/player.js";
import { blank, fromText } from "../board/position.js";
import { isItem } from "./items.js";
import { asking, Query } from "../query.js";
import { showBoard, shownView, showView } from "../views.js";
import { figure, say } from "../words/words.js";

const UNREADABLE = 422; // the status of a text that holds no puzzle
const LINK = /^\s*https?:\/\/\S+#([\w-]{40,})\s*$/;
const OTHERS = /^\s*(https?:\/\/\S+|\{[\s\S]*|\.[A-Z~]\S*)\s*$/; // links, JSON, Interactive Sudoku Solver's text
const MOST_PARSED = 20_000;
const PIECE = 1 << 19; // bytes: a request with two of them, as JSON, is one that the server reads
const SNIFFED = 1 << 16;
const TABLES = /\.(csv|tsv|jsonl|ndjson|parquet|arrow|feather|ipc)(\.\w+)?$/i;
const PACKED = ["\x1f\x8b", "BZh", "\xfd7zXZ"]; // what files begin with that are packed
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/; // in pictures and programs, not in texts
const SIZES = [4, 6, 8, 9, 10, 12, 16, 25];
const COMMENTS = /^(?:[ \t]*(?:#.*)?\r?\n)*/;
const HEADING = /^#[ \t]*(\S+)[ \t]*\r?$/gm; // a comment of one word, which may be the name of a board
const PASTED = { key: "pasted" }; // the name of what has none
const boards = new Map([[CLASSIC.geometry, CLASSIC]]);

/** Return the board of a name. */
export async function boardNamed(geometry, signal) {
  if (!boards.has(geometry)) {
    boards.set(geometry, boardOf(await ask("board", { geometry }, signal)));
  }
  return boards.get(geometry);
}

/** Return the board that the last comment before the first puzzle names that names one; null where none does. */
async function boardSaid(text, signal) {
  const [comments] = COMMENTS.exec(text);
  for (const [, name] of [...comments.matchAll(HEADING)].reverse()) {
    try {
      return (await boardNamed(name, signal)).geometry;
    } catch (error) {
      if (error.kind !== "geometry-error") throw error;
    }
  }
  return null;
}

export class Loader {
  constructor(game, list) {
    this._game = game;
    this._list = list;
  }

  /** Open a text: a puzzle on the board, several in the list, which has a name (see `sayName`). */
  async openText(query, text, geometry = this._game.board.geometry, name = PASTED) {
    if (!text.trim()) throw new Error(say("nothing"));
    if (LINK.test(text)) return followLink(query, text);
    geometry = (await boardSaid(text, query.signal)) ?? geometry;
    if (text.length >= SNIFFED) return this._openList(query, new File([text], ""), geometry, name);
    const board = await boardNamed(geometry, query.signal);
    const position = isList(board, text) ? null : fromText(board, text);
    if (position) return this.put(query, position);
    const size = isList(board, text) ? 0 : sizeOf(text);
    if (size && size * size !== board.nCells) return this.openText(query, text, `${size}x${size}`, name);
    if ((OTHERS.test(text) || areItems(text)) && (await this._openOther(query, text))) return;
    const { puzzles, reason, isLoose } = await puzzlesIn(text, geometry, query.signal);
    if (puzzles.length > 1) return this._openList(query, new File([text], ""), geometry, name);
    const [puzzle] = puzzles;
    if (!puzzle || puzzle.reason) throw new NoPuzzle(puzzle?.reason ?? reason, lengthOf(board, text));
    const found = fromText(board, puzzle.puzzle);
    if (!found) return this._openOther(query, puzzle.puzzle);
    return isLoose ? this.put(query, found, () => ({ title: openedTitle(found), text: say("openedLoosely") })) : this.put(query, found);
  }

  /** Open a link or a text of another page, with its constraints and what is only drawn. Whether it is one. */
  async _openOther(query, text) {
    try {
      await this._putOther(query, await ask("open", { text }, query.signal));
    } catch (error) {
      if (error.kind !== "unknown-format-error") throw error;
      return false;
    }
    return true;
  }

  async _putOther(query, { puzzle, geometry, constraints, cosmetics, left_out: leftOut, ...about }) {
    const position = fromText(await boardNamed(geometry, query.signal), puzzle);
    const title = () => about.title || say("openedRules", { n: figure(constraints.length) });
    const rest = () => (leftOut ? { text: say(cosmetics.length ? "onlyDrawn" : "leftOut"), details: leftOut } : { isQuiet: true });
    const content = () => ({ title: title(), ...rest() });
    this.put(query, { ...position, constraints, cosmetics, about }, content);
  }

  /** Open a file: a small one as its text, a long one, or a table, in the list. */
  async openFile(query, file, geometry = this._game.board.geometry) {
    const head = await headOf(file);
    if (isForServer(file, head)) return this._openRead(query, file, geometry);
    if (CONTROLS.test(head)) throw new Error(say("noText"));
    if (file.size < SNIFFED) return this.openText(query, await file.text(), geometry, file.name || PASTED);
    return this._openList(query, file, (await boardSaid(head, query.signal)) ?? geometry, file.name || PASTED);
  }

  /** Open a row of the list; `isOpen` hears that it is on the board. */
  openRow(rows, row, isOpen = () => {}) {
    return asking(this._game, async (query) => {
      if (rows.reason(row)) throw new Failure(rows.reason(row), { kind: "grid-error" });
      await (rows.isOther(row) ? this._openOther(query, rows.puzzle(row)) : this.openText(query, rows.puzzle(row), rows.geometry));
      if (!query.isOver) isOpen();
    });
  }

  /** Open a blank board. */
  async clear(query, geometry = this._game.board.geometry) {
    this.put(query, blank(await boardNamed(geometry, query.signal)), () => ({ isQuiet: true, title: say("cleared") }));
  }

  /** Put a puzzle on the board, in place of all that was there. */
  put(query, position, content = () => ({ isQuiet: true, title: openedTitle(position) })) {
    if (query.isOver) return;
    const isPlay = hasGivens(position);
    query.go(position);
    showBoard();
    query.set({ weights: null, elapsed: 0, mode: isPlay && shownView() === "play" ? "digit" : "given" });
    $("board").scrollIntoView({ block: "nearest" }); // on a phone it may be far above
    query.show(content);
    setTimeout(focusBoard); // behind a dialog that closes, and gives the focus back to its button
  }

  async _openList(query, file, geometry, name) {
    const isPlain = await isLines(file, geometry, query.signal);
    const lines = isPlain ? file : await asLines(file, geometry, query.signal);
    this._showList(query, lines, geometry, name);
  }

  /** Open what the server reads in a file; of a table, in one of its columns. */
  async _openRead(query, file, geometry, wanted = null) {
    const tell = (n) => ($("list-note").textContent = n === null ? "" : say("rowsRead", { n: figure(n) }));
    const { columns, column, lines } = await read(file, geometry, wanted, query.signal, tell);
    if (lines.length === 1 && columns.length < 2) return this.openText(query, lines[0], geometry);
    const choose = (name) => asking(this._game, (next) => this._openRead(next, file, geometry, name));
    const isChoice = columns.length > 1 || (columns.length && !column);
    const choice = isChoice ? { columns, column, choose } : null;
    this._showList(query, new File([lines.map((line) => `${line}\n`).join("")], ""), geometry, file.name, choice);
  }

  _showList(query, lines, geometry, name, choice = null) {
    if (query.isOver) return;
    query.showNothing();
    showView("list");
    this._list.open(lines, name, geometry, { choice });
  }
}

/** Have keys go to the board, but for whoever goes through the list by key. */
function focusBoard() {
  const isElsewhere = document.querySelector("dialog[open]") || document.activeElement?.closest("#list-nav");
  if (!isElsewhere) $("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
}

/** Return the first puzzles of a text, whether other characters were left out, and why there are none. */
async function puzzlesIn(text, geometry, signal) {
  try {
    const { puzzles, is_loose: isLoose } = await ask("parse", { text, geometry, limit: 2 }, signal);
    return { puzzles, isLoose, reason: "" };
  } catch (error) {
    if (error.status !== UNREADABLE) throw error;
    return { puzzles: [], isLoose: false, reason: error.message };
  }
}

function openedTitle(position) {
  return say("opened", { n: position.digits.filter(Boolean).length });
}

/** Open a link that this page has made, wherever it was served. */
function followLink(query, text) {
  query.showNothing();
  [, location.hash] = text.match(LINK);
}

/** Listen to pasted text, dropped files, and the dialog. */
export function startLoading(loader, game) {
  const open = (work) => {
    document.querySelector("dialog[open]")?.close(); // what is opened is not seen behind it
    asking(game, work);
  };
  document.addEventListener("paste", (event) => {
    if (event.target.matches("input, textarea")) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    open((query) => loader.openText(query, text));
  });
  startDrop((files) =>
    open((query) => {
      if (files.length > 1) throw new Error(say("oneFile"));
      return loader.openFile(query, files[0]);
    }),
  );
  startDialog(loader, game);
  for (const id of ["open-file", "list-open"]) $(id).addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) open((query) => loader.openFile(query, file, geometryAsked()));
    event.target.value = "";
  });
  $("clear").addEventListener("click", () => clear(loader, game));
  game.onChange(() => {
    if (cleared && game.position !== cleared) endToast();
    cleared &&= game.position === cleared ? cleared : null;
  });
}

let cleared = null; // the blank position that can be left again by a button

/** Open a blank board, and offer to take that back, with the clock and all. */
function clear(loader, game) {
  const { mode, weights, elapsed, checkpoints } = game;
  const undo = () => {
    game.undo();
    game.set({ mode, weights, elapsed, checkpoints });
  };
  asking(game, async (query) => {
    await loader.clear(query);
    if (query.isOver) return;
    toast(say("cleared"), undo);
    cleared = game.position;
  });
}

function geometryAsked() {
  return $("geometry").value.trim() || CLASSIC.geometry;
}

function startDialog(loader, game) {
  const dialog = $("open-dialog");
  $("open").addEventListener("click", () => {
    $("geometry").value = game.board.geometry;
    $("open-error").replaceChildren();
    dialog.showModal();
    $("open-text").select();
  });
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const query = new Query(game);
    const cancel = () => query.isOver || query.end();
    dialog.addEventListener("close", cancel);
    try {
      const text = $("open-text").value;
      if (text.trim()) await loader.openText(query, text, geometryAsked());
      else await loader.clear(query, geometryAsked());
      dialog.removeEventListener("close", cancel);
      if (!query.isOver) dialog.close();
    } catch (error) {
      dialog.removeEventListener("close", cancel);
      if (query.isOver) return;
      query.showNothing();
      $("open-error").replaceChildren(...failureParts(error));
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
    document.body.classList.remove("dropping");
    const { files } = event.dataTransfer;
    if (!files.length && event.target.matches("input, textarea")) return;
    event.preventDefault();
    if (files.length) {
      open([...files]);
      return;
    }
    const text = event.dataTransfer.getData("text/plain");
    if (text) open([new File([text], "")]); // selected on another page, and dragged here
  });
}

/** Return the size of the board whose cells a text holds, on one line or on one for each row; 0 where none fits. */
function sizeOf(text) {
  const lines = text.trim().split(/\s*\n[\s|+-]*/);
  const cells = text.replace(/[\s|+-]/g, "");
  const fits = (size) => cells.length === size * size && [1, size].includes(lines.length);
  return /^[\dA-P._*]*$/i.test(cells) ? SIZES.find(fits) ?? 0 : 0;
}

/** Return how many cells a text has, where it is a puzzle but for these; null where it is none. */
function lengthOf({ nCells }, text) {
  const cells = text.replace(/[\s|+-]/g, "");
  const isNear = /^[\dA-P._*]+$/i.test(cells) && cells.length !== nCells && Math.abs(cells.length - nCells) < nCells / 4;
  return isNear ? { n: cells.length, all: nCells } : null;
}

/** Whether a text has a puzzle on each of its lines: nine of them are as long as one's candidates. */
function isList(board, text) {
  const lines = text.trim().split(/\s*\n\s*/);
  return lines.length > 1 && lines.every((line) => line.length === board.nCells);
}

/** Whether a file holds a puzzle a line: whether what its first lines say is on lines of its own. */
async function isLines(file, geometry, signal) {
  const head = await file.slice(0, SNIFFED).text();
  const { puzzles } = await ask("parse", { text: head, geometry, limit: 2 }, signal);
  const lines = puzzles.map((puzzle) => puzzle.line);
  return lines.length < 2 || lines[1] === lines[0] + 1;
}

/** Return what a file begins with, a character a byte; a folder, or a file that has gone, is none. */
async function headOf(file) {
  try {
    return String.fromCharCode(...new Uint8Array(await file.slice(0, SNIFFED >> 4).arrayBuffer()));
  } catch {
    throw new Error(say("noFile"));
  }
}

/** Whether a file takes the server to read it: it is packed, or a table. */
function isForServer(file, head) {
  return TABLES.test(file.name) || PACKED.some((mark) => head.startsWith(mark));
}

/**
 * Return what the server reads in a file: its columns, the one that was read, and the lines in it. `tell`
 * hears how many lines there are so far, and null at the end.
 */
async function read(file, geometry, wanted, signal, tell) {
  const found = { columns: [], column: null, lines: [] };
  const said = { name: file.name, geometry, ...(wanted && { column: wanted }) };
  tell(0);
  try {
    for await (const { puzzles, ...columns } of askOfFile("file", said, file, signal)) {
      if (puzzles) for (const puzzle of puzzles) found.lines.push(puzzle);
      else Object.assign(found, columns);
      tell(found.lines.length);
    }
  } catch (error) {
    throw error.kind === "unknown-format-error" ? new NoPuzzle(error.message) : error;
  } finally {
    tell(null);
  }
  return found;
}

/** Return a file in another format as one with a puzzle a line. */
async function asLines(file, geometry, signal) {
  const parts = [];
  for await (const puzzles of parsed(file, geometry, signal)) {
    parts.push(...puzzles.map(({ puzzle, remark }) => `${puzzle}${remark && `  # ${remark}`}\n`));
  }
  return new File(parts, file.name);
}

/** Yield the puzzles of a file, piece by piece: the last one, which may be cut off, begins the next piece. */
async function* parsed(file, geometry, signal) {
  const decoder = new TextDecoder();
  let [text, at] = ["", 0];
  while (true) {
    for (; text.length < PIECE && at < file.size; at += PIECE) {
      text += decoder.decode(await file.slice(at, at + PIECE).arrayBuffer(), { stream: true });
    }
    const { puzzles, has_more: hasMore } = await ask("parse", { text, geometry, limit: MOST_PARSED }, signal);
    if (at >= file.size && !hasMore) {
      yield puzzles;
      return;
    }
    const whole = puzzles.filter(({ puzzle }) => puzzle); // what is said to be missing is in the next piece
    const next = whole.pop();
    if (!whole.length) throw new Error(say("badLine"));
    yield whole;
    text = fromLine(text, next.line);
  }
}

/** Return whether a text, but for comments above it, is a puzzle of Interactive Sudoku Solver with an item a line. */
function areItems(text) {
  const lines = text.replace(COMMENTS, "").trim().split(/\r\n?|\n/);
  return lines.every(isItem);
}

/** Return a text from a line on. */
function fromLine(text, line) {
  const newline = /\r\n?|\n/g;
  for (let passed = 1; passed < line; passed++) newline.exec(text);
  return text.slice(newline.lastIndex);
}
