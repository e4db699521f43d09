// Whether the page says unasked, while a puzzle is played, that a cell has no candidate left.
//
// It gives a mistake away before the player looks for one, so it is off until it is chosen. Equal
// digits in a house are there to be seen, and always shown; so is all that is wrong while a puzzle is set.

import { $ } from "../page.js";
import { recall, remember } from "../store.js";
import { shownView } from "../views.js";

const WARNING = "warning"; // as the browser keeps that it is chosen

/** Listen to the choice. */
export function startWarning(game) {
  const box = $("warn");
  box.ariaChecked = String(Boolean(recall(WARNING)));
  box.addEventListener("click", () => {
    box.ariaChecked = String(!isChosen());
    remember(WARNING, isChosen() ? "yes" : "");
    game.set({});
  });
}

function isChosen() {
  return $("warn").ariaChecked === "true";
}

/** Return those of some clashes that are shown unasked. */
export function shownUnasked(game, clashes) {
  const isPlayed = shownView() === "play" && game.mode !== "given";
  return isPlayed && !isChosen() ? clashes.filter(({ house }) => house) : clashes;
}
