// How does the puzzle on the board become another one: minimal, canonical, shuffled?
//
// What an answer changes is the position that was asked about, and is one step to undo.

import { show } from "./answer.js";
import { $ } from "./page.js";
import { moved, unsolved, without } from "./position.js";
import { asking, puzzleOf } from "./questions.js";
import { figure, say } from "./words.js";

/** Listen to the buttons. */
export function startMakers(game) {
  const listen = (id, showAnswer, options = () => ({})) =>
    $(id).addEventListener("click", () => {
      const { position } = game;
      asking(id, { ...puzzleOf(game), ...options() }, (answer) => showAnswer(game, position, answer));
    });
  listen("minimal", showMinimal);
  listen("minimize", showMinimized, () => ({ seed: anySeed() })); // evenly, not from the top
  listen("canonical", showCanonical);
  listen("shuffle", showShuffled);
}

/** Return a seed that JSON can hold exactly. */
function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

function showMinimal(game, position, { status, is_minimal: isMinimal, redundant, reason }) {
  if (status !== "unique") showNotUnique(status, reason);
  else if (isMinimal) show(() => ({ title: say("isMinimal"), text: say("isMinimalMore") }));
  else {
    game.set({ pointed: new Set(redundant) });
    const point = (cell) => () => game.set({ pointed: new Set([cell]) });
    const items = () => redundant.map((cell) => [givenName(position, cell), point(cell)]);
    const n = redundant.length;
    const title = () => (n === 1 ? say("oneRedundant") : say("someRedundant", { n: figure(n) }));
    show(
      () => ({ title: title(), text: n > 1 ? say("eachAlone") : "", items: items(), isGood: true }),
      () => [["minimize", () => $("minimize").click()]],
    );
  }
}

function showMinimized(game, position, { status, removed, reason }) {
  if (status !== "unique") {
    showNotUnique(status, reason);
    return;
  }
  if (removed.length) game.go(without(unsolved(position), removed));
  const text = () => (removed.length === 1 ? say("oneWent") : say("someWent", { n: figure(removed.length) }));
  show(() => (removed.length ? { title: say("minimized"), text: text() } : { title: say("isMinimal"), text: say("isMinimalMore") }));
}

function showCanonical(game, position, answer) {
  const isMoved = answer.cells.some((from, cell) => from !== cell) || answer.digits.some((digit, d) => digit !== d + 1);
  if (isMoved) game.go(moved(position, answer.cells, answer.digits));
  const text = () => (isMoved ? say("bySymmetry", answer) : say("isCanonical"));
  show(() => ({ title: say("canonicalForm"), text: text() }));
}

function showShuffled(game, position, answer) {
  game.go(moved(position, answer.cells, answer.digits));
  show(() => ({ title: say("shuffled"), text: say("bySymmetry", answer) }));
}

function showNotUnique(status, reason) {
  if (status === "limit-reached") show(() => ({ title: say("limit"), text: reason }));
  else show(() => ({ title: say(status), text: `${reason}\n${say("needsOne")}` }));
}

function givenName({ board, digits }, cell) {
  const place = say("cellName", { row: board.row(cell) + 1, column: board.column(cell) + 1 });
  return say("digitAt", { place, digit: board.symbol(digits[cell]) });
}
