// A closer look at boards whose cells are too small for a finger: the board is enlarged, and scrolled.

import { $ } from "../page.js";

const LEAST = 24; // CSS pixels of a cell that a finger hits

/** Offer the button where the cells are small, and keep the cell of the cursor in sight. */
export function startZoom(game) {
  const frame = $("board-window");
  let [board, cursor] = [null, 0];
  const zoom = (isOn) => {
    frame.classList.toggle("zoomed", isOn);
    $("zoom").ariaPressed = String(isOn);
    if (isOn) show();
  };
  const show = () => $("board").querySelector(`[data-cell="${game.cursor}"]`).scrollIntoView({ block: "nearest", inline: "nearest" });
  const offer = () => {
    $("zoom").hidden = frame.clientWidth / game.board.nColumns >= LEAST;
    if ($("zoom").hidden) zoom(false);
  };
  $("zoom").addEventListener("click", () => zoom($("zoom").ariaPressed === "false"));
  new ResizeObserver(offer).observe(frame);
  game.onChange(() => {
    if (game.board !== board) offer();
    else if (game.cursor !== cursor && frame.classList.contains("zoomed")) show();
    [board, cursor] = [game.board, game.cursor];
  });
}
