// A state is all that is on the board, as plain data that goes into a link or is kept in the browser.
//
// Versions: 1 called boards by their boxes, and is not read any more; 2 had one kind of marks, and no
// colours.

import { COLOURS, ENTRY, GIVEN, SOLVED } from "./position.js";

export const VERSION = 3;
export const READ = [2, VERSION];
export const MODES = ["digit", "corner", "centre", "colour", "given"];
const KINDS = [GIVEN, ENTRY, SOLVED];

/** Return the state of a game. */
export function stateOf(game) {
  const { digits, kinds, marks, centres, colours, struck, allowed } = game.position;
  const { mode, hasCandidates, worth } = game;
  const position = { digits, kinds, marks, centres, colours, struck, allowed };
  return { version: VERSION, geometry: game.board.geometry, position, mode, hasCandidates, worth };
}

/** Return the position of a state and what else it sets, or null where it is none of this board. */
export function readState(state, board) {
  const { version, position, mode, hasCandidates = false, worth = null } = state?.version === 2 ? renewed(state) : state ?? {};
  const { digits, kinds, marks, centres, colours, struck, allowed = null } = position ?? {};
  const below = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
  const each = (list, isSound) => Array.isArray(list) && list.length === board.nCells && list.every(isSound);
  const isWorth = (values) => Array.isArray(values) && values.length === board.size && values.every(Number.isFinite);
  const isSound =
    version === VERSION &&
    each(digits, below(board.size)) &&
    each(kinds, (kind) => KINDS.includes(kind)) &&
    [marks, centres, struck, allowed ?? marks].every((masks) => each(masks, below(board.full))) &&
    each(colours, below(COLOURS)) &&
    (worth === null || each(worth, isWorth)) &&
    MODES.includes(mode);
  if (!isSound) return null;
  const lists = { digits, kinds, marks, centres, colours, struck, allowed };
  return { position: { board, ...lists }, values: { mode, hasCandidates: Boolean(hasCandidates), worth } };
}

/** Return a state of version 2 as one of now. */
function renewed(state) {
  const none = Array.isArray(state.position?.digits) ? state.position.digits.map(() => 0) : [];
  const mode = state.mode === "mark" ? "corner" : state.mode;
  return { ...state, version: VERSION, mode, position: state.position && { ...state.position, centres: none, colours: none } };
}
