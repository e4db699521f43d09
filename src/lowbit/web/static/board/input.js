// Input on the board: keys, mouse and touch.

import { $ } from "../page.js";
import { coloured, COLOURS, entered, erased, GIVEN, marked, typed } from "./position.js";
import { MODES } from "../game/state.js";
import { showView, shownView } from "../views.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PLAYED = MODES.filter((mode) => mode !== "given");
const PRESSING = [" ", "Enter"]; // press a button

/** Enter a digit into the selected cells, as the mode has it; 0 erases. Givens are typed one after the other. */
export function enter(game, digit, mode = game.mode) {
  const { position, selection } = game;
  if (mode === "given" && selection.size === 1) type(game, digit);
  else if (!digit) game.go(erased(position, selection, mode === "given" ? GIVEN : undefined));
  else if (mode === "given") game.go(entered(position, selection, digit, GIVEN));
  else if (mode === "digit") game.go(entered(position, selection, digit));
  else if (mode === "colour") paint(game, digit);
  else game.go(marked(position, selection, digit, game.hasCandidates ? "struck" : { corner: "marks", centre: "centres" }[mode]));
}

/** Enter the digit at hand into the cell of the cursor. */
function stamp(game) {
  const { position, selection, brush, mode } = game;
  if (mode === "given") game.go(entered(position, selection, brush, GIVEN));
  else enter(game, brush);
}

/** Leave the entering of givens, and play. */
export function play(game) {
  showView("play");
  game.set({ mode: "digit" });
}

/** Make the selected cells blank where they are. */
export function erase(game) {
  game.go(erased(game.position, game.selection, game.mode === "given" ? GIVEN : undefined));
}

/** Listen to keys and pointers. */
export function startInput(game, view) {
  document.addEventListener("keydown", (event) => {
    if (!isForBoard(event)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if ((!isCommand && game.typist?.(event.key)) || key(game, view, event) || history(game, event)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const isPointer = event.detail > 0; // a key, or a screen reader, leaves the focus on the button
    if (isPointer && event.target.closest("#board-page button, .bar button:not([aria-haspopup])") && isFree()) view.focus();
  });
  startPointer(game, view, $("board"));
}

/** Whether keys can reach the board. */
function isFree() {
  return shownView() !== "list" && $("resume").hidden && !document.querySelector("dialog[open]");
}

/** Make the cell a given or blank, and go on to the next one, row by row. */
function type(game, digit) {
  const { position, cursor } = game;
  const isThere = position.digits[cursor] === digit && (!digit || position.kinds[cursor] === GIVEN);
  if (!isThere) game.go(typed(position, cursor, digit));
  select(game, Math.min(cursor + 1, game.board.nCells - 1));
}

/** Take back what was typed last: this cell, or the one before where this one is blank. */
function typeBack(game) {
  if (!game.position.digits[game.cursor]) select(game, Math.max(0, game.cursor - 1));
  erase(game);
}

function paint(game, digit) {
  game.go(coloured(game.position, game.selection, digit > COLOURS ? 0 : digit));
}

/** Select one cell, or from the cursor to a cell, or one more. */
function select(game, cell, { reaches = false, adds = false } = {}) {
  const selection = reaches || adds ? new Set(game.selection) : new Set();
  if (adds && selection.has(cell) && selection.size > 1) selection.delete(cell);
  else selection.add(cell);
  game.set({ selection, cursor: cell });
}

/** Select all cells with the digit of a cell; of a blank one, all with the same marks and colour. */
function selectAlike(game, cell) {
  const { digits, marks, centres, colours } = game.position;
  const lists = digits[cell] ? [digits] : [digits, marks, centres, colours];
  const isAlike = (other) => lists.every((list) => list[other] === list[cell]);
  const isBlank = lists.every((list) => !list[cell]);
  if (!isBlank) game.set({ selection: new Set([...digits.keys()].filter(isAlike)) });
}

/** Whether a key is for the board: wherever the focus is, unless something there takes the key itself. */
function isForBoard(event) {
  if (event.defaultPrevented || event.altKey || !isFree()) return false;
  if (event.target.closest("dialog, input, textarea, select")) return false;
  const isOnButton = event.target.closest("button, a, summary, [role=radio]") !== null;
  return !isOnButton || !PRESSING.includes(event.key);
}

function key(game, view, event) {
  const isCommand = event.ctrlKey || event.metaKey;
  const isDone = move(game, event, isCommand) || (isCommand ? command(game, event) : edit(game, event));
  if (isDone) view.focus();
  return isDone;
}

/** With Ctrl, a digit is a mark in the centre; with Shift, too, a colour. */
function command(game, event) {
  const digit = digitOf(game, event);
  if (event.key.toLowerCase() === "a") game.set({ selection: new Set(game.position.digits.keys()) });
  else if (digit && /\d$/.test(event.code)) enter(game, digit, event.shiftKey ? "colour" : "centre");
  else return false;
  return true;
}

function edit(game, event) {
  const { board } = game;
  const digit = digitOf(game, event);
  const isTyping = game.mode === "given" && game.selection.size === 1;
  if (event.key === "Backspace" && isTyping) typeBack(game);
  else if (["Backspace", "Delete"].includes(event.key)) erase(game);
  else if (digit === 0) enter(game, 0);
  else if (digit) enter(game, digit, event.shiftKey && board.size < 10 ? "corner" : game.mode);
  else if (event.key === "m") game.set({ mode: PLAYED[(PLAYED.indexOf(game.mode) + 1) % PLAYED.length] });
  else if (event.key === "Escape") leave(game);
  else if (event.key === " ") (isTyping ? enter : select)(game, isTyping ? 0 : game.cursor);
  else if (event.key === "Enter" && game.mode === "given") play(game);
  else return pressed(event.key);
  return true;
}

/** Press the button that a letter is the shortcut of; whether there is one to be pressed. */
function pressed(key) {
  const button = /^[a-z]$/i.test(key) && document.querySelector(`[aria-keyshortcuts="${key.toUpperCase()}"]`);
  if (!button || button.disabled || !button.offsetParent) return false;
  button.click();
  return true;
}

/** Return the digit that a key stands for; 0 for a blank, undefined for neither. */
function digitOf({ board }, event) {
  const character = /^Digit\d$|^Numpad\d$/.test(event.code) ? event.code.at(-1) : event.key;
  return character.length === 1 ? board.digit(character) : undefined;
}

/** Go back to one cell, and leave what is explained. */
function leave(game) {
  if (game.picture || game.pointed.size) game.dismiss();
  game.set({ selection: new Set([game.cursor]) });
}

function move(game, event, isCommand) {
  const to = destination(game, event.key, isCommand);
  if (to === undefined) return false;
  select(game, to, { reaches: event.shiftKey || (isCommand && event.key in MOVES) });
  return true;
}

/** Return the cell that a key leads to; undefined where it leads to none. */
function destination({ board, cursor }, key, isCommand) {
  if (key in MOVES) return board.next(cursor, MOVES[key]);
  if (key === "Home") return isCommand ? 0 : board.lineOf(cursor)[0];
  if (key === "End") return isCommand ? board.nCells - 1 : board.lineOf(cursor).at(-1);
  const column = board.lineOf(cursor, { isColumn: true });
  return { PageUp: column[0], PageDown: column.at(-1) }[key];
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
    const [adds, reaches] = [event.ctrlKey || event.metaKey, event.shiftKey];
    select(game, cell, { adds, reaches });
    if (game.brush && !adds && !reaches) stamp(game);
    view.focus();
  });
  element.addEventListener("pointermove", (event) => {
    const cell = isDragging ? view.cellAt(event.clientX, event.clientY) : null;
    if (cell !== null && cell !== game.cursor) select(game, cell, { reaches: true });
  });
  element.addEventListener("dblclick", () => selectAlike(game, game.cursor));
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, () => (isDragging = false));
  }
}
