// The way from a puzzle of the list to its neighbours, below the board.

import { $ } from "../page.js";
import { puzzleName } from "../game/player.js";
import { figure, onLanguage, say } from "../words/words.js";

/** Return what hears that the row at a place of the list was opened. */
export function startListPlace(game, list) {
  let opened = null; // the place and the puzzle, as long as that is on the board
  const draw = () => {
    $("list-nav").hidden = !opened;
    if (!opened) return;
    $("list-place").textContent = say("placeInList", { n: figure(opened.at + 1), all: figure(list.n) });
    $("list-previous").disabled = opened.at === 0;
    $("list-next").disabled = opened.at >= list.n - 1;
  };
  const forget = () => {
    opened = null;
    draw();
  };
  game.onChange(() => opened && puzzleName(game.position) !== opened.puzzle && forget());
  list.onOpen(forget);
  onLanguage(draw);
  $("list-previous").addEventListener("click", () => list.openFrom(opened.at, -1));
  $("list-next").addEventListener("click", () => list.openFrom(opened.at, 1));
  return (at) => {
    opened = { at, puzzle: puzzleName(game.position) };
    draw();
  };
}
