// Puzzles made from the one on the board: minimal, canonical, shuffled.
//
// What an answer changes is the position that was asked about, and is one step to undo.

import { $ } from "../page.js";
import { moved, unsolved, without } from "../board/position.js";
import { listen } from "../hints/queries.js";
import { anySeed } from "./seed.js";
import { figure, say, sayReason } from "../words/words.js";

const MOST_SAID = 60; // characters of a symmetry

/** Listen to the buttons. */
export function startMakers(game) {
  listen(game, "minimize", showMinimized, () => ({ seed: anySeed() })); // evenly, not from the top
  listen(game, "canonical", showCanonical);
  listen(game, "shuffle", showShuffled, () => ({ cosmetics: game.position.cosmetics }));
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
  if (isMoved) query.go(moved(query.position, answer));
  const isLost = isMoved && query.position.cosmetics.length > 0;
  const how = () => (isMoved ? symmetryParts(answer) : { text: say("isCanonical") });
  query.show(() => ({ title: say("canonicalForm"), ...how(), ...(isLost ? { text: `${how().text}\n${say("drawingsGone")}` } : {}) }));
}

function showShuffled(query, answer) {
  query.go(moved(query.position, answer));
  query.show(() => ({ title: say("shuffled"), ...symmetryParts(answer) }));
}

/** Say which symmetry was applied; one that lists all cells is folded. */
function symmetryParts({ transform }) {
  if (transform.length <= MOST_SAID) return { text: say("bySymmetry", { transform }) };
  return { text: say("byLongSymmetry"), details: transform };
}

/** Say why what needs one solution has no answer. */
export function showNotUnique(query, status, reason) {
  if (status === "limit-reached") query.show(() => ({ title: say("limit"), text: sayReason(reason, status) }));
  else query.show(() => ({ title: say(status), text: `${sayReason(reason, status)}\n${say("needsOne")}` }));
}
