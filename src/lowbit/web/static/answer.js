// How is an answer shown, in whichever language is spoken?

import { shapeIcon } from "./drawing.js";
import { $, make } from "./page.js";
import { shownView } from "./views.js";
import { onLanguage, say } from "./words.js";

let content = () => ({ title: say("welcome"), text: say("welcomeMore") });
let tools = () => [];

/**
 * Show an answer. `newContent` returns its parts: title, figure, figures (pairs), bar (0 to 1), text,
 * roles (pairs of a name and a look), note, items (pairs of a text and what a click on it does), which of
 * them is the current one, and whether they are good. `newTools` returns pairs: a key of the strings,
 * and what that button does.
 */
export function show(newContent, newTools = () => []) {
  [content, tools] = [newContent, newTools];
  draw();
}

/** Show that nothing is known of what is on the board. */
export function showIdle(game) {
  const isBlank = !game.position.digits.some(Boolean);
  show(() => ({ title: isBlank ? say("welcome") : "", text: say("welcomeMore") }));
}

/** Show what went wrong, in the view that is open. */
export function showFailure(error) {
  if (shownView() === "list") $("list-error").textContent = reasonOf(error);
  else if (error.isOffline) show(() => ({ title: say("offline"), text: say("offlineMore") }));
  else show(() => ({ title: say("failed"), text: error.message }));
}

/** Take away what went wrong before. */
export function hideFailure() {
  $("list-error").textContent = "";
}

/** Say in a sentence what went wrong. */
export function reasonOf(error) {
  return error.isOffline ? say("offline") : error.message;
}

function draw() {
  const { title, figure, figures, bar, text, roles, items, note, current, isGood } = content();
  const parts = [];
  if (figure) parts.push(make("p", { className: "figure", textContent: figure }));
  if (title) parts.push(make("h2", { textContent: title }));
  if (figures) parts.push(figureList(figures));
  if (bar !== undefined) parts.push(make("progress", { className: "gap", value: bar, ariaLabel: say("gap") }));
  if (text) parts.push(make("p", { textContent: text }));
  if (roles?.length) parts.push(make("p", { className: "roles" }, ...roles.map(([name, look]) => make("span", {}, shapeIcon(look), name))));
  if (note) parts.push(make("p", { className: "muted", textContent: note }));
  const list = items?.length ? make("ul", { className: isGood ? "good" : "" }, ...items.map((each, at) => item(each, at === current))) : null;
  if (list) parts.push(list);
  const hadFocus = $("answer").contains(document.activeElement);
  $("answer").replaceChildren(...parts);
  drawTools();
  if (list && current !== undefined) showCurrent(list, hadFocus);
}

function drawTools() {
  const focused = $("answer-tools").contains(document.activeElement) && document.activeElement.dataset.tool;
  const buttons = tools().map(([key, act, isOff]) => {
    const button = make("button", { type: "button", textContent: say(key), disabled: Boolean(isOff) });
    button.dataset.tool = key;
    button.addEventListener("click", act);
    return button;
  });
  $("answer-tools").replaceChildren(...buttons);
  if (focused) (buttons.find((button) => button.dataset.tool === focused) ?? $("answer").parentElement).focus();
}

function figureList(figures) {
  const pairs = figures.flatMap(([name, value]) => [
    make("dt", { textContent: name }),
    make("dd", { textContent: value }),
  ]);
  return make("dl", { className: "figures" }, ...pairs);
}

/** Have the current item in sight, and the focus on it where an item had it. */
function showCurrent(list, hadFocus) {
  const element = list.querySelector("[aria-current] button");
  list.scrollTop = element.parentElement.offsetTop - list.offsetTop - (list.clientHeight - element.clientHeight) / 2;
  if (hadFocus) element.focus({ preventScroll: true });
}

function item([text, act], isCurrent) {
  const button = make("button", { type: "button", textContent: text });
  button.addEventListener("click", act);
  const element = make("li", {}, button);
  if (isCurrent) element.ariaCurrent = "step";
  return element;
}

onLanguage(draw);
