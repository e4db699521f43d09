// What do the buttons below the board enter?

import { enter } from "./board-input.js";
import { $, make } from "./page.js";

/** Draw the digits and the modes, and listen to them. */
export function startPad(game) {
  let board = null;
  game.onChange(() => {
    if (game.board !== board) {
      board = game.board;
      layDigits(game);
    }
    show(game);
  });
  $("undo").addEventListener("click", () => game.undo());
  $("redo").addEventListener("click", () => game.redo());
  $("erase").addEventListener("click", () => enter(game, 0));
  $("auto").addEventListener("click", () => game.set({ hasCandidates: !game.hasCandidates }));
  startModes(game);
}

function layDigits(game) {
  const { board } = game;
  $("digits").style.setProperty("--keys", Math.min(board.size, 9));
  const keys = [...board.symbols].map((symbol, d) => {
    const button = make("button", { type: "button", textContent: symbol });
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

function show(game) {
  $("undo").disabled = !game.canUndo;
  $("redo").disabled = !game.canRedo;
  $("auto").ariaPressed = String(game.hasCandidates);
  for (const button of $("modes").children) {
    const isOn = button.dataset.mode === game.mode;
    button.ariaChecked = String(isOn);
    button.tabIndex = isOn ? 0 : -1;
  }
  const counts = new Array(game.board.size + 1).fill(0);
  for (const digit of game.position.digits) counts[digit]++;
  [...$("digits").children].forEach((button, d) => {
    button.classList.toggle("done", counts[d + 1] >= game.board.size);
  });
}
