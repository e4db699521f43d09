// A state is all that is on the board, as plain data that goes into a link or is kept in the browser.
//
// Versions: 1 called boards by their boxes, and is not read any more; 2 had one kind of marks, no
// colours, and called the weights `worth`; 3 had one colour for a cell, by its number.

import { newKey } from "../store.js";
import { bit, COLOURS, ENTRY, GIVEN, NOTHING_SAID, SOLVED } from "../board/position.js";

export const VERSION = 4;
export const READ = [2, 3, VERSION];
export const MODES = ["digit", "corner", "centre", "colour", "given"];
const KINDS = [GIVEN, ENTRY, SOLVED];

/** Return the state of a game. */
export function stateOf(game) {
  const { mode, hasCandidates, weights } = game;
  return { version: VERSION, geometry: game.board.geometry, position: listsOf(game.position), mode, hasCandidates, weights };
}

/** Return a position as plain data. */
export function listsOf({ digits, kinds, marks, centres, colours, struck, allowed, constraints, cosmetics, about }) {
  return { digits, kinds, marks, centres, colours, struck, allowed, constraints, cosmetics, about };
}

/** Return the position of a state and what else it sets, or null where it is none of this board. */
export function readState(state, board) {
  const { version, position, mode, hasCandidates = false, weights = null } = renewed(state) ?? {};
  const isWeights = (values) => Array.isArray(values) && values.length === board.size && values.every(Number.isFinite);
  const found = readPosition(position, board);
  const isSound = version === VERSION && found && (weights === null || isEach(weights, board, isWeights)) && MODES.includes(mode);
  return isSound ? { position: found, values: { mode, hasCandidates: Boolean(hasCandidates), weights } } : null;
}

/** Return a position that was plain data, or null where it is none of this board. */
export function readPosition(lists, board) {
  const { digits, kinds, marks, centres, colours, struck, allowed = null, constraints = [], cosmetics = [], about = NOTHING_SAID } = lists ?? {};
  const below = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
  const isSound =
    isEach(digits, board, below(board.size)) &&
    isEach(kinds, board, (kind) => KINDS.includes(kind)) &&
    [marks, centres, struck, allowed ?? marks].every((masks) => isEach(masks, board, below(board.full))) &&
    isEach(colours, board, below(2 ** COLOURS - 1)) &&
    Array.isArray(constraints) &&
    constraints.every((each) => typeof each?.type === "string") &&
    Array.isArray(cosmetics) &&
    cosmetics.every((each) => typeof each?.kind === "string") &&
    Object.keys(NOTHING_SAID).every((name) => typeof about?.[name] === "string");
  return isSound ? { board, origin: newKey(), digits, kinds, marks, centres, colours, struck, allowed, constraints, cosmetics, about } : null;
}

/** Whether a list has a sound value for each cell. */
function isEach(list, board, isSound) {
  return Array.isArray(list) && list.length === board.nCells && list.every(isSound);
}

/** Return a state of an older version as one of now. */
function renewed(state) {
  if (state?.version === 2) return renewed(withColours(state));
  const { version, position } = state ?? {};
  if (version !== 3 || !Array.isArray(position?.colours)) return state;
  const colours = position.colours.map((number) => number && bit(number));
  return { ...state, version: VERSION, position: { ...position, colours } };
}

/** Return a state of version 2 as one of version 3. */
function withColours(state) {
  const none = Array.isArray(state.position?.digits) ? state.position.digits.map(() => 0) : [];
  const mode = state.mode === "mark" ? "corner" : state.mode;
  const position = state.position && { ...state.position, centres: none, colours: none };
  return { ...state, version: 3, mode, position, weights: state.worth ?? null };
}
