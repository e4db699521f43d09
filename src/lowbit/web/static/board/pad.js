// The pad: the buttons below the board that enter digits and marks.

import { enter, erase, play } from "./input.js";
import { fix } from "../hints/hints.js";
import { $, make } from "../page.js";
import { asEntries, COLOURS, restarted } from "./position.js";
import { shownView } from "../views.js";
import { onLanguage, say } from "../words/words.js";

/** Draw the digits and the modes, and listen to them. */
export function startPad(game) {
  let laid = "";
  const lay = () => {
    const wanted = `${game.board.symbols} ${game.mode === "colour"}`;
    if (wanted === laid) return;
    laid = wanted;
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
  $("redo").addEventListener("click", () => game.redo());
  $("erase").addEventListener("click", () => erase(game));
  $("skip-cell").addEventListener("click", () => enter(game, 0));
  $("auto").addEventListener("click", () => game.set({ hasCandidates: !game.hasCandidates }));
  $("play").addEventListener("click", () => play(game));
  $("edit-givens").addEventListener("click", () => game.set({ mode: "given" }));
  $("fix").addEventListener("click", () => fix(game));
  $("unfix").addEventListener("click", () => game.go(asEntries(game.position)));
  $("restart").addEventListener("click", () => {
    game.go(restarted(game.position));
    game.set({ elapsed: 0 });
  });
  startModes(game);
}

/** Draw a button for each digit; for colours, one for each of them, and one for none. */
function layDigits(game) {
  const { board, mode } = game;
  const isColour = mode === "colour";
  const symbols = isColour ? [..."123456789"] : [...board.symbols];
  $("digits").style.setProperty("--keys", Math.min(symbols.length, 9));
  const keys = symbols.map((symbol, d) => {
    const button = make("button", { type: "button", textContent: symbol });
    if (isColour) Object.assign(button, { className: `colour-${d + 1}`, ariaLabel: d < COLOURS ? say("cellColour", { n: d + 1 }) : say("noColour") });
    if (isColour && d >= COLOURS) button.textContent = "×";
    button.addEventListener("click", () => enter(game, d + 1));
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

/** Return the digits that some house of all digits has not yet; on a board without such houses, all digits. */
function openDigits({ board, digits }) {
  const all = Array.from({ length: board.size }, (_, d) => d + 1);
  const whole = board.houses.filter(({ cells }) => cells.length === board.size);
  const has = whole.map(({ cells }) => new Set(cells.map((cell) => digits[cell])));
  return new Set(whole.length ? all.filter((digit) => has.some((found) => !found.has(digit))) : all);
}

function show(game) {
  const { position, mode } = game;
  const isEntering = mode === "given";
  $("undo").disabled = !game.canUndo;
  $("redo").disabled = !game.canRedo;
  $("auto").ariaPressed = String(game.hasCandidates);
  for (const id of ["entering", "skip-cell"]) $(id).hidden = !isEntering;
  for (const id of ["modes", "auto"]) $(id).hidden = isEntering;
  $("edit-givens").disabled = isEntering;
  $("hint").classList.toggle("primary", !isEntering);
  $("play").classList.toggle("primary", isEntering && shownView() === "play");
  for (const button of $("modes").children) {
    const isOn = button.dataset.mode === mode;
    button.ariaChecked = String(isOn);
    button.tabIndex = isOn ? 0 : -1;
  }
  const open = mode === "colour" ? null : openDigits(position);
  [...$("digits").children].forEach((button, d) => button.classList.toggle("done", open !== null && !open.has(d + 1)));
}
