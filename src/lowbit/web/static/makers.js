// Puzzles made from the one on the board: minimal, canonical, shuffled.
//
// What an answer changes is the position that was asked about, and is one step to undo.

import { $ } from "./page.js";
import { moved, unsolved, without } from "./position.js";
import { listen } from "./queries.js";
import { anySeed } from "./seed.js";
import { figure, say, sayReason } from "./words.js";

/** Listen to the buttons. */
export function startMakers(game) {
  listen(game, "minimal", showMinimal);
  listen(game, "minimize", showMinimized, () => ({ seed: anySeed() })); // evenly, not from the top
  listen(game, "canonical", showCanonical);
  listen(game, "shuffle", showShuffled);
}

function showMinimal(query, { status, is_minimal: isMinimal, redundant, reason }) {
  if (status !== "unique") showNotUnique(query, status, reason);
  else if (isMinimal) query.show(() => ({ title: say("isMinimal"), text: say("isMinimalMore") }));
  else {
    const point = (cells) => query.set({ pointed: new Set(cells) });
    point(redundant);
    const items = () => redundant.map((cell) => [givenName(query.position, cell), () => point([cell])]);
    const n = redundant.length;
    const title = () => (n === 1 ? say("oneRedundant") : say("someRedundant", { n: figure(n) }));
    query.show(
      () => ({ title: title(), text: n > 1 ? say("eachAlone") : "", items: items(), isGood: true }),
      () => [["minimize", () => $("minimize").click()]],
    );
  }
}

function showMinimized(query, { status, removed, reason }) {
  if (status !== "unique") {
    showNotUnique(query, status, reason);
    return;
  }
  if (removed.length) query.go(without(unsolved(query.position), removed));
  const text = () => (removed.length === 1 ? say("oneWent") : say("someWent", { n: figure(removed.length) }));
  query.show(() => (removed.length ? { title: say("minimized"), text: text() } : { title: say("isMinimal"), text: say("isMinimalMore") }));
}

function showCanonical(query, answer) {
  const isMoved = answer.cells.some((from, cell) => from !== cell) || answer.digits.some((digit, d) => digit !== d + 1);
  if (isMoved) query.go(moved(query.position, answer.cells, answer.digits));
  const text = () => (isMoved ? say("bySymmetry", answer) : say("isCanonical"));
  query.show(() => ({ title: say("canonicalForm"), text: text() }));
}

function showShuffled(query, answer) {
  query.go(moved(query.position, answer.cells, answer.digits));
  query.show(() => ({ title: say("shuffled"), text: say("bySymmetry", answer) }));
}

function showNotUnique(query, status, reason) {
  if (status === "limit-reached") query.show(() => ({ title: say("limit"), text: sayReason(reason, status) }));
  else query.show(() => ({ title: say(status), text: `${sayReason(reason, status)}\n${say("needsOne")}` }));
}

function givenName({ board, digits }, cell) {
  const place = say("cellName", { row: board.row(cell) + 1, column: board.column(cell) + 1 });
  return say("digitAt", { place, digit: board.symbol(digits[cell]) });
}
