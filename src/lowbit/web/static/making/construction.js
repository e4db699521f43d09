// Regions to be found, put on the board of whoever sets a puzzle, and taken from it.
//
// They come with a cell beside the board for each cell, and without the boxes; both are undone as they go.

import { CONSTRUCTION, labelsOf, nameWithLabels, nameWithoutLabels } from "../board/regions.js";
import { onBoard, withConstraints } from "../board/position.js";
import { boardNamed } from "../list/load.js";
import { say } from "../words/words.js";
import { cellsOf } from "./kinds.js";

const before = new Map(); // the board that each came from

/** Whether a position has regions to be found. */
export function hasConstruction({ constraints }) {
  return constraints.some(({ type }) => type === CONSTRUCTION);
}

/** Have the regions of a position to be found. */
export async function layConstruction(query, values) {
  const { position } = query;
  let { board } = position;
  if (!labelsOf(board).length) {
    const name = nameWithLabels(board);
    if (!name) throw new Error(say("regionsNowhere"));
    board = await boardNamed(name, query.signal);
    before.set(board, position.board);
  }
  query.go(withConstraints(onBoard(position, board), [...position.constraints, { type: CONSTRUCTION, ...values }]));
  query.showNothing();
}

/** Have a position without regions to be found, and without what speaks of them. */
export async function dropConstruction(query) {
  const { position } = query;
  const name = nameWithoutLabels(position.board);
  const board = before.get(position.board) ?? (name ? await boardNamed(name, query.signal) : position.board);
  const isLeft = (each) => each.type !== CONSTRUCTION && cellsOf(each).every((cell) => cell < board.nCells);
  query.go(withConstraints(onBoard(position, board), position.constraints.filter(isLeft)));
  query.showNothing();
}
