// What do keys, mouse and touch do on the board?

import { $ } from "./page.js";
import { entered, erased, GIVEN, marked } from "./position.js";
import { shownView } from "./views.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MODES = ["digit", "mark", "given"];
const ELSEWHERE = [" ", "Home", "End", "PageUp", "PageDown"]; // press a button, or scroll

/** Enter a digit into the selected cells, as the mode has it; 0 erases. */
export function enter(game, digit, mode = game.mode) {
  const { position, selection } = game;
  const kind = mode === "given" ? GIVEN : undefined;
  if (!digit) game.go(erased(position, selection, kind));
  else if (mode === "mark") game.go(marked(position, selection, digit, game.hasCandidates));
  else game.go(entered(position, selection, digit, kind));
}

/** Listen to keys and pointers. */
export function startInput(game, view) {
  document.addEventListener("keydown", (event) => {
    if (!isForBoard(event)) return;
    if (key(game, view, event) || history(game, event)) event.preventDefault();
  });
  startPointer(game, view, $("board"));
}

/** Select one cell, or from the cursor to a cell, or one more. */
function select(game, cell, { reaches = false, adds = false } = {}) {
  const selection = reaches || adds ? new Set(game.selection) : new Set();
  if (adds && selection.has(cell) && selection.size > 1) selection.delete(cell);
  else selection.add(cell);
  game.set({ selection, cursor: cell });
}

/** Whether a key is for the board: wherever the focus is, unless something there takes the key itself. */
function isForBoard(event) {
  if (event.defaultPrevented || event.altKey || shownView() !== "board") return false;
  if (event.target.closest("dialog, input, textarea, select")) return false;
  return event.target.closest(".cell") !== null || !ELSEWHERE.includes(event.key);
}

function key(game, view, event) {
  const isCommand = event.ctrlKey || event.metaKey;
  const isDone = move(game, event, isCommand) || (isCommand ? selectAll(game, event) : edit(game, event));
  if (isDone) view.focus();
  return isDone;
}

function selectAll(game, event) {
  if (event.key.toLowerCase() !== "a") return false;
  game.set({ selection: new Set(game.position.digits.keys()) });
  return true;
}

function edit(game, event) {
  const { board } = game;
  const character = /^Digit\d$|^Numpad\d$/.test(event.code) ? event.code.at(-1) : event.key;
  const digit = character.length === 1 ? board.digit(character) : undefined;
  if (["Backspace", "Delete"].includes(event.key) || digit === 0) enter(game, 0);
  else if (digit) enter(game, digit, event.shiftKey && board.size < 10 ? "mark" : game.mode);
  else if (event.key === "m") game.set({ mode: MODES[(MODES.indexOf(game.mode) + 1) % MODES.length] });
  else if (event.key === "Escape") leave(game);
  else if (event.key === " ") select(game, game.cursor);
  else return false;
  return true;
}

/** Go back to one cell, and leave what is explained. */
function leave(game) {
  if (game.picture || game.pointed.size) game.dismiss();
  game.set({ selection: new Set([game.cursor]) });
}

function move(game, event, isCommand) {
  const { board, cursor } = game;
  const [row, column] = [board.row(cursor), board.column(cursor)];
  const last = board.size - 1;
  const wrap = (place) => (place + board.size) % board.size;
  let to = null;
  if (event.key in MOVES) {
    const [down, right] = MOVES[event.key];
    to = [wrap(row + down), wrap(column + right)];
  } else if (event.key === "Home") to = isCommand ? [0, 0] : [row, 0];
  else if (event.key === "End") to = isCommand ? [last, last] : [row, last];
  else if (event.key === "PageUp") to = [0, column];
  else if (event.key === "PageDown") to = [last, column];
  if (to === null) return false;
  select(game, to[0] * board.size + to[1], { reaches: event.shiftKey || (isCommand && event.key in MOVES) });
  return true;
}

function history(game, event) {
  if (!(event.ctrlKey || event.metaKey)) return false;
  const name = event.key.toLowerCase();
  if (name === "y" || (name === "z" && event.shiftKey)) game.redo();
  else if (name === "z") game.undo();
  else return false;
  return true;
}

function startPointer(game, view, element) {
  let isDragging = false;
  element.addEventListener("pointerdown", (event) => {
    const cell = view.cellAt(event.clientX, event.clientY);
    if (cell === null || event.button) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    isDragging = true;
    select(game, cell, { adds: event.ctrlKey || event.metaKey, reaches: event.shiftKey });
    view.focus();
  });
  element.addEventListener("pointermove", (event) => {
    const cell = isDragging ? view.cellAt(event.clientX, event.clientY) : null;
    if (cell !== null && cell !== game.cursor) select(game, cell, { reaches: true });
  });
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, () => (isDragging = false));
  }
}
