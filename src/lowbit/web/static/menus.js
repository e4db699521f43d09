// Menus: buttons that open a list of what can be done, for pointers and for keys.

import { $ } from "./page.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** Listen to all buttons that open a menu. */
export function startMenus() {
  for (const button of document.querySelectorAll("[aria-haspopup=menu]")) startMenu(button, $(button.getAttribute("aria-controls")));
}

function startMenu(button, menu) {
  const show = (isShown) => {
    menu.hidden = !isShown;
    button.ariaExpanded = String(isShown);
  };
  const open = (at) => {
    show(true);
    itemsOf(menu).at(at).focus();
  };
  const leave = () => {
    button.focus(); // what a dialog gives the focus back to
    show(false);
  };
  button.addEventListener("click", () => (menu.hidden ? open(0) : leave()));
  button.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    open(event.key === "ArrowDown" ? 0 : -1);
  });
  menu.addEventListener("keydown", (event) => byKey(menu, event, leave));
  menu.addEventListener("click", () => menu.hidden || leave(), { capture: true });
  menu.addEventListener("focusout", ({ relatedTarget: to }) => to && to !== button && !menu.contains(to) && show(false));
  document.addEventListener("pointerdown", ({ target }) => menu.parentElement.contains(target) || show(false));
}

function itemsOf(menu) {
  return [...menu.querySelectorAll("button")].filter((item) => !item.hidden && !item.disabled);
}

/** Move through a menu, by arrows and by first letters, or leave it; other keys are not the board's either. */
function byKey(menu, event, leave) {
  const items = itemsOf(menu);
  const at = items.indexOf(event.target);
  event.stopPropagation();
  if (event.key in STEPS) items.at((at + STEPS[event.key]) % items.length).focus();
  else if (event.key === "Home" || event.key === "End") items.at(event.key === "End" ? -1 : 0).focus();
  else if (event.key === "Escape" || event.key === "Tab") leave();
  else if (!goToLetter(items, at, event.key)) return;
  if (event.key !== "Tab") event.preventDefault(); // which goes on from the button
}

function goToLetter(items, at, key) {
  const isIt = (item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const found = key.length === 1 && key !== " " && [...items.slice(at + 1), ...items.slice(0, at + 1)].find(isIt);
  if (found) found.focus();
  return Boolean(found);
}
