// The pad: the buttons below the board that enter digits and marks.

import { enter, erase, play } from "./input.js";
import { recall, remember } from "../store.js";
import { fix } from "../hints/hints.js";
import { $, make } from "../page.js";
import { asEntries, COLOURS, restarted } from "./position.js";
import { shownView } from "../views.js";
import { onLanguage, say } from "../words/words.js";

const FIRST = "digitFirst"; // as the browser keeps that digits come before cells in a game

/** Whether a digit is chosen first, and then its cells: a finger enters givens so. */
const isFirst = { entering: matchMedia("(pointer: coarse)").matches, playing: Boolean(recall(FIRST)) };

/** Draw the digits and the modes, and listen to them. */
export function startPad(game) {
  let laid = "";
  const lay = () => {
    const wanted = `${game.board.symbols} ${game.mode === "colour"}`;
    if (wanted === laid) return;
    laid = wanted;
    game.brush = 0;
    layDigits(game);
  };
  game.onChange(() => {
    lay();
    show(game);
  });
  onLanguage(() => {
    laid = "";
    lay();
    show(game);
  });
  $("undo").addEventListener("click", () => game.undo());
  $("redo").addEventListener("click", () => {
    game.redo();
    if (!game.canRedo) $("undo").focus(); // the button goes
  });
  $("erase").addEventListener("click", () => game.typist?.("Backspace") || erase(game));
  $("skip-cell").addEventListener("click", () => game.typist?.("0") || enter(game, 0));
  $("auto").addEventListener("click", () => game.set({ hasCandidates: !game.hasCandidates }));
  $("play").addEventListener("click", () => play(game));
  $("edit-givens").addEventListener("click", () => game.set({ mode: "given" }));
  $("fix").addEventListener("click", () => fix(game));
  $("unfix").addEventListener("click", () => game.go(asEntries(game.position)));
  $("restart").addEventListener("click", () => {
    game.go(restarted(game.position));
    game.set({ elapsed: 0 });
  });
  startDigitFirst(game);
  startModes(game);
  new ResizeObserver(() => document.documentElement.style.setProperty("--pad", `${$("entry").offsetHeight}px`)).observe($("entry"));
}

/** Listen to the buttons that have digits come before cells. */
function startDigitFirst(game) {
  for (const id of ["digit-first", "play-digit-first"]) {
    $(id).addEventListener("click", () => {
      const way = wayOf(game);
      isFirst[way] = !isFirst[way];
      if (way === "playing") remember(FIRST, isFirst.playing ? "yes" : "");
      game.set({ brush: 0 });
    });
  }
}

function wayOf({ mode }) {
  return mode === "given" ? "entering" : "playing";
}

/** Enter a digit, or have it at hand for the cells that are chosen next. */
function press(game, digit) {
  if (game.typist?.(game.board.symbol(digit))) return; // it is a number's
  if (isFirst[wayOf(game)]) game.set({ brush: game.brush === digit ? 0 : digit });
  else enter(game, digit);
}

/** Draw a button for each digit; for colours, one for each of them, and one for none. */
function layDigits(game) {
  const { board, mode } = game;
  const isColour = mode === "colour";
  const symbols = isColour ? [..."123456789"] : [...board.symbols];
  $("digits").style.setProperty("--keys", Math.ceil(Math.sqrt(symbols.length)));
  const keys = symbols.map((symbol, d) => {
    const button = make("button", { type: "button", textContent: symbol });
    if (isColour) Object.assign(button, { className: `colour-${d + 1}`, ariaLabel: d < COLOURS ? say("cellColour", { n: d + 1 }) : say("noColour") });
    if (isColour && d >= COLOURS) button.textContent = "×";
    button.addEventListener("click", () => press(game, d + 1));
    return button;
  });
  $("digits").replaceChildren(...keys);
}

function startModes(game) {
  const buttons = [...$("modes").children];
  $("modes").addEventListener("click", (event) => {
    const { mode } = event.target.dataset;
    if (mode) game.set({ mode });
  });
  $("modes").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = buttons.findIndex((button) => button.dataset.mode === game.mode);
    const next = buttons.at((at + step) % buttons.length);
    game.set({ mode: next.dataset.mode });
    next.focus();
  });
}

/** Return how many of each digit are still to be placed; null on a board on which their number is not known. */
function leftOf({ board, digits }) {
  if (board.nCells !== board.size ** 2) return null;
  return Array.from({ length: board.size }, (_, d) => board.size - digits.filter((digit) => digit === d + 1).length);
}

function show(game) {
  const isEntering = game.mode === "given";
  const isNumbered = isFirst[wayOf(game)];
  if (!isNumbered) game.brush = 0;
  $("undo").disabled = !game.canUndo;
  $("redo").disabled = !game.canRedo;
  $("auto").ariaPressed = String(game.hasCandidates);
  $("digit-first").ariaPressed = $("play-digit-first").ariaChecked = String(isNumbered);
  $("digit-first").hidden = !isEntering;
  $("play-digit-first").disabled = isEntering;
  $("entering").textContent = say(isNumbered ? "enteringFirst" : "enteringText");
  for (const id of ["entering", "play"]) $(id).hidden = !isEntering;
  $("skip-cell").hidden = !isEntering || isNumbered;
  for (const id of ["modes", "auto"]) $(id).hidden = isEntering;
  $("hint").hidden = isEntering || shownView() !== "play";
  $("edit-givens").disabled = isEntering;
  $("play").classList.toggle("primary", shownView() === "play");
  for (const button of $("modes").children) {
    const isOn = button.dataset.mode === game.mode;
    button.ariaChecked = String(isOn);
    button.tabIndex = isOn ? 0 : -1;
  }
  showDigits(game);
}

/** Show of each digit how many are left, and which one is at hand. */
function showDigits({ board, mode, position, brush }) {
  const left = mode === "colour" ? null : leftOf(position);
  [...$("digits").children].forEach((button, d) => {
    button.ariaPressed = brush ? String(brush === d + 1) : null;
    button.classList.toggle("done", left !== null && left[d] <= 0);
    button.dataset.left = left && left[d] > 0 ? left[d] : "";
    if (mode !== "colour") button.ariaLabel = left ? say("digitLeft", { digit: board.symbol(d + 1), n: Math.max(0, left[d]) }) : null;
  });
}
