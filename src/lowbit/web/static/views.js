// The page has two views, the board and the list; one of them is shown.

import { $ } from "./page.js";

const NAMES = ["board", "list"];
const listeners = [];

/** Show a view. */
export function showView(name) {
  for (const other of NAMES) {
    $(`${other}-page`).hidden = other !== name;
    $(`show-${other}`).ariaPressed = String(other === name);
  }
  listeners.forEach((listener) => listener(name));
}

/** Return the name of the view that is shown. */
export function shownView() {
  return NAMES.find((name) => !$(`${name}-page`).hidden);
}

/** Have a change of the view told. */
export function onView(listener) {
  listeners.push(listener);
}

/** Listen to the tabs. */
export function startViews() {
  for (const name of NAMES) $(`show-${name}`).addEventListener("click", () => showView(name));
}
