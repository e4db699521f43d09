// How does the puzzle on the board become another one: minimal, canonical, shuffled?
//
// What an answer changes is the position that was asked about, and is one step to undo.

import { $ } from "./page.js";
import { moved, unsolved, without } from "./position.js";
import { listen } from "./questions.js";
import { anySeed } from "./seed.js";
import { figure, say } from "./words.js";

/** Listen to the buttons. */
export function startMakers(game) {
  listen(game, "minimal", showMinimal);
  listen(game, "minimize", showMinimized, () => ({ seed: anySeed() })); // evenly, not from the top
  listen(game, "canonical", showCanonical);
  listen(game, "shuffle", showShuffled);
}

function showMinimal(question, { status, is_minimal: isMinimal, redundant, reason }) {
  if (status !== "unique") showNotUnique(question, status, reason);
  else if (isMinimal) question.show(() => ({ title: say("isMinimal"), text: say("isMinimalMore") }));
  else {
    const point = (cells) => question.set({ pointed: new Set(cells) });
    point(redundant);
    const items = () => redundant.map((cell) => [givenName(question.position, cell), () => point([cell])]);
    const n = redundant.length;
    const title = () => (n === 1 ? say("oneRedundant") : say("someRedundant", { n: figure(n) }));
    question.show(
      () => ({ title: title(), text: n > 1 ? say("eachAlone") : "", items: items(), isGood: true }),
      () => [["minimize", () => $("minimize").click()]],
    );
  }
}

function showMinimized(question, { status, removed, reason }) {
  if (status !== "unique") {
    showNotUnique(question, status, reason);
    return;
  }
  if (removed.length) question.go(without(unsolved(question.position), removed));
  const text = () => (removed.length === 1 ? say("oneWent") : say("someWent", { n: figure(removed.length) }));
  question.show(() => (removed.length ? { title: say("minimized"), text: text() } : { title: say("isMinimal"), text: say("isMinimalMore") }));
}

function showCanonical(question, answer) {
  const isMoved = answer.cells.some((from, cell) => from !== cell) || answer.digits.some((digit, d) => digit !== d + 1);
  if (isMoved) question.go(moved(question.position, answer.cells, answer.digits));
  const text = () => (isMoved ? say("bySymmetry", answer) : say("isCanonical"));
  question.show(() => ({ title: say("canonicalForm"), text: text() }));
}

function showShuffled(question, answer) {
  question.go(moved(question.position, answer.cells, answer.digits));
  question.show(() => ({ title: say("shuffled"), text: say("bySymmetry", answer) }));
}

function showNotUnique(question, status, reason) {
  if (status === "limit-reached") question.show(() => ({ title: say("limit"), text: reason }));
  else question.show(() => ({ title: say(status), text: `${reason}\n${say("needsOne")}` }));
}

function givenName({ board, digits }, cell) {
  const place = say("cellName", { row: board.row(cell) + 1, column: board.column(cell) + 1 });
  return say("digitAt", { place, digit: board.symbol(digits[cell]) });
}
