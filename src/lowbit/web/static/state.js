// A state is all that is on the board, as plain data that goes into a link or is kept in the browser.

import { ENTRY, GIVEN, SOLVED } from "./position.js";

export const VERSION = 2; // 1 called boards by their boxes
const KINDS = [GIVEN, ENTRY, SOLVED];
const MODES = ["digit", "mark", "given"];

/** Return the state of a game. */
export function stateOf(game) {
  const { digits, kinds, marks, struck, allowed } = game.position;
  const { mode, hasCandidates, worth } = game;
  return { version: VERSION, geometry: game.board.geometry, position: { digits, kinds, marks, struck, allowed }, mode, hasCandidates, worth };
}

/** Return the position of a state and what else it sets, or null where it is none of this board. */
export function readState(state, board) {
  const { version, position, mode, hasCandidates = false, worth = null } = state ?? {};
  const { digits, kinds, marks, struck, allowed = null } = position ?? {};
  const below = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
  const each = (list, isSound) => Array.isArray(list) && list.length === board.nCells && list.every(isSound);
  const isWorth = (values) => Array.isArray(values) && values.length === board.size && values.every(Number.isFinite);
  const isSound =
    version === VERSION &&
    each(digits, below(board.size)) &&
    each(kinds, (kind) => KINDS.includes(kind)) &&
    [marks, struck, allowed ?? marks].every((masks) => each(masks, below(board.full))) &&
    (worth === null || each(worth, isWorth)) &&
    MODES.includes(mode);
  if (!isSound) return null;
  return { position: { board, digits, kinds, marks, struck, allowed }, values: { mode, hasCandidates: Boolean(hasCandidates), worth } };
}
