// Boards that were open, by their origin: that of each tab, and the last ones that were left.
//
// Each has a text of its own in the browser's storage, so that no tab writes over another's board. Where two tabs have
// the same one, the tab that hears the other keep it takes another name for its own.

import { Board, CLASSIC } from "../board/board.js";
import { isBlank } from "../board/position.js";
import { forget, keptNames, newKey, recall, remember } from "../store.js";
import { listsOf, readPosition, readState, stateOf } from "./state.js";

const PREFIX = "board ";
const MOST = 12;
const left = new Map(); // in this load, as they were
const names = new Map(); // of boards that another tab has under their origin

/** Return all that is kept of a game, as plain data. */
export function keptOf(game) {
  return { ...stateOf(game), ...playOf(game), board: boardOf(game), origin: keyOf(game.position.origin) };
}

/** Return the position of what was kept and what else it sets, or null where it is none; of another origin, unless it `goesOn`. */
export function readKept(state, goesOn = false) {
  const { geometry, board, origin } = state;
  const own = board ? new Board({ geometry, ...board }) : CLASSIC;
  const found = readState(state, own);
  if (!found) return null;
  if (goesOn && origin && !names.has(origin)) found.position.origin = origin;
  return { position: found.position, values: { ...found.values, ...readPlay(state, found.position) } };
}

/** Return the board that was kept as a text, when that was and where it was shown; null where there is none. */
export function readKeptText(text) {
  try {
    const kept = JSON.parse(text);
    const found = readKept(kept, true);
    return found && { at: kept.at, view: kept.view, found };
  } catch {
    return null; // another version of the page kept it
  }
}

/** Have each board kept as it is left; boards of other tabs go on, whatever this one does. */
export function followBoards(game, keep) {
  let last = shotOf(game);
  game.onChange(() => {
    if (game.position.origin !== last.position.origin) leave({ ...last, elapsed: game.elapsed });
    last = shotOf(game);
  });
  addEventListener("storage", ({ key, newValue }) => {
    const { origin } = game.position;
    if (key !== nameOf(origin)) return;
    if (newValue !== null) names.set(origin, newKey());
    keep();
  });
}

/** Keep the board of a game, in place of the oldest ones where there is no room; whether there was any. */
export function keepBoard(game) {
  const name = nameOf(game.position.origin);
  const text = JSON.stringify({ ...keptOf(game), at: Date.now() });
  while (!remember(name, text)) {
    const oldest = keptBoards().findLast(({ name: other }) => other !== name);
    if (!oldest) return false;
    forget(oldest.name);
  }
  return true;
}

/** Return the board of an origin as it was left, or null where it is not known any more. */
export function boardLeft(origin) {
  return left.get(origin) ?? readKeptText(recall(nameOf(origin)))?.found ?? null;
}

/** Return the board that was kept last, in any tab; null where there is none. */
export function latestBoard() {
  return keptBoards()[0]?.found ?? null;
}

/** Return the boards that other tabs have or had, and those that this one left, the latest first; blank ones are none. */
export function otherBoards(game) {
  return keptBoards().filter(({ name, found }) => name !== nameOf(game.position.origin) && !isBlank(found.position));
}

function keptBoards() {
  const kept = keptNames().filter((name) => name.startsWith(PREFIX));
  const read = kept.map((name) => ({ name, ...readKeptText(recall(name)) }));
  return read.filter(({ found }) => found).sort((one, other) => other.at - one.at);
}

function leave(shot) {
  left.set(shot.position.origin, { position: shot.position, values: valuesOf(shot) });
  if (isBlank(shot.position)) forget(nameOf(shot.position.origin));
  else keepBoard(shot);
  for (const { name } of keptBoards().slice(MOST)) forget(name);
}

function nameOf(origin) {
  return PREFIX + keyOf(origin);
}

function keyOf(origin) {
  return names.get(origin) ?? origin;
}

function shotOf(game) {
  return { position: game.position, board: game.board, ...valuesOf(game) };
}

function valuesOf({ mode, hasCandidates, weights, elapsed, checkpoints }) {
  return { mode, hasCandidates, weights, elapsed, checkpoints };
}

/** Return what is kept of a game, and goes into no link: the clock and the checkpoints. */
function playOf({ elapsed, checkpoints }) {
  return { elapsed, checkpoints: checkpoints.map((each) => ({ ...each, position: listsOf(each.position) })) };
}

function readPlay({ elapsed, checkpoints = [] }, { board, origin }) {
  const read = (each) => ({ elapsed: Number(each.elapsed) || 0, position: withOrigin(readPosition(each.position, board), origin) });
  return { elapsed: Number(elapsed) || 0, checkpoints: checkpoints.map(read).filter(({ position }) => position) };
}

function withOrigin(position, origin) {
  return position && { ...position, origin };
}

function boardOf({ board }) {
  const { size, symbols, houses, places, variables } = board;
  return board === CLASSIC ? null : { size, symbols, houses, places, variables };
}
