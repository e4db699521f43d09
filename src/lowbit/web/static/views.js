// The page has three places: two for the board, to play and to set puzzles, and one for the list.

import { $ } from "./page.js";

export const PLACES = ["play", "set", "list"];
const listeners = [];
let shown = "play";

/** Show a place. */
export function showView(name) {
  shown = name;
  $("board-page").hidden = name === "list";
  $("list-page").hidden = name !== "list";
  for (const other of PLACES) $(`show-${other}`).ariaPressed = String(other === name);
  for (const element of document.querySelectorAll("[data-place]")) element.hidden = !element.dataset.place.split(" ").includes(name);
  listeners.forEach((listener) => listener(name));
}

/** Show the board, in the place for it where the user was last. */
export function showBoard() {
  if (shown === "list") showView("play");
}

/** Return the name of the place that is shown. */
export function shownView() {
  return shown;
}

/** Listen to changes of the place. */
export function onView(listener) {
  listeners.push(listener);
}

/** Listen to the tabs. */
export function startViews() {
  for (const name of PLACES) $(`show-${name}`).addEventListener("click", () => showView(name));
  showView(shown);
}
