// Where on the board the pointer is, and drawings that follow it.

import { stepOf } from "./strokes.js";
import { $ } from "../page.js";

const EDGE = 0.2; // of a cell: what is pressed nearer to its side lies on that

/** Return how far to the right and down the pointer is from the corner of the board, in cells. */
export function placeOf({ nColumns, nRows }, { clientX, clientY }) {
  const { left, top, width, height } = $("board").getBoundingClientRect();
  return [((clientX - left) / width) * nColumns, ((clientY - top) / height) * nRows];
}

/** Return the side or the middle of a cell that a distance is next to. */
export function snapped(value, cell = Math.floor(value)) {
  return cell + (value - cell < EDGE ? 0 : value - cell > 1 - EDGE ? 1 : 0.5);
}

/** Have the drawings of a setter follow the pointer that was pressed on one; tells whether one does, or just did. */
export function startDragging(game, drawings) {
  const drag = { isMoving: false };
  const frame = $("board").parentElement; // with the margin
  let [held, n] = [null, 0];
  frame.addEventListener("pointerdown", (event) => {
    drag.isMoving = false;
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
    const from = placeOf(game.board, event);
    const each = drawings.isOpen && !event.button && !isMore && drawings.toMove(from.map((value) => snapped(value)), from.map(Math.floor));
    held = each ? { each, from, start: each, name: `drag ${++n}` } : null;
  });
  const follow = (event) => {
    if (!held) return;
    event.stopPropagation(); // no cells are selected
    const { each, start, from, name } = held;
    const by = placeOf(game.board, event).map((value, axis) => Math.round((value - from[axis]) / stepOf(start)) * stepOf(start));
    held.each = drawings.move(each, start, by, name);
    drag.isMoving ||= held.each !== start;
  };
  frame.addEventListener("pointermove", follow, { capture: true });
  frame.addEventListener("click", (event) => drag.isMoving && event.stopPropagation(), { capture: true }); // it was no press
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (held = null));
  return drag;
}
