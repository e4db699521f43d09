// The panel of the answer, drawn anew in each language.

import { NOT_READY, NoPuzzle } from "./api.js";
import { transport } from "./transport.js";
import { shapeIcon } from "./board/drawing.js";
import { $, make } from "./page.js";
import { shownView } from "./views.js";
import { onLanguage, say, sayProblem } from "./words/words.js";

const EXAMPLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3.....";

let content = () => ({ isQuiet: true, title: say("welcome") });
let tools = () => [];

/**
 * Show an answer. `newContent` returns its parts: title, figure, figures (pairs), bar (0 to 1), text,
 * example, details, whole and notation (folded), roles (pairs of a name and a look), note, items (pairs of a text and what
 * a click on it does), which of them is the current one, whether they are good, and whether all of it
 * is only read out. `newTools` returns pairs: a key of the strings, and what that button does.
 */
export function show(newContent, newTools = () => []) {
  [content, tools] = [newContent, newTools];
  draw();
}

/** Show that nothing is known of what is on the board. */
export function showIdle(game) {
  const isBlank = !game.position.digits.some(Boolean);
  show(() => ({ isQuiet: true, title: isBlank ? say("welcome") : "" }));
}

/** Have the welcome go once there is something on the board. */
export function startAnswer(game) {
  let wasBlank = true;
  game.onChange(() => {
    const isBlank = !game.position.digits.some(Boolean);
    const isQuiet = $("answer-card").classList.contains("quiet-card");
    if (isQuiet && isBlank !== wasBlank) showIdle(game); // not at each change: it is read out
    wasBlank = isBlank;
  });
  $("answer-close").addEventListener("click", () => game.dismiss());
}

/** Show what went wrong, in the view that is open. */
export function showFailure(error) {
  if (shownView() === "list") $("list-error").replaceChildren(...failureParts(error));
  else if (error.isOffline) show(() => ({ title: say(transport.unreachable), text: say("offlineMore") }));
  else if (error instanceof NoPuzzle) show(() => noPuzzle(error));
  else show(() => failed(error));
}

/** Return the elements that say what went wrong, for a place of its own. */
export function failureParts(error) {
  return error instanceof NoPuzzle ? partsOf(noPuzzle(error)) : [reasonOf(error)];
}

/** Say what kind of failure it is; the words of the server stand below, where they are English. */
function failed(error) {
  const own = sayProblem(error.kind);
  return { title: say(error.kind === NOT_READY ? "notReady" : "failed"), text: own || error.message, details: own && error.message };
}

function noPuzzle(error) {
  if (error.length) return { title: say("wrongLength", error.length), text: say("wrongLengthMore"), details: error.message };
  return { title: say("noPuzzle"), text: say("noPuzzleMore"), example: EXAMPLE, details: error.message };
}

/** Take away what went wrong before. */
export function hideFailure() {
  $("list-error").textContent = "";
}

/** Say in a sentence what went wrong. */
export function reasonOf(error) {
  if (error.isOffline) return say(transport.unreachable);
  const own = sayProblem(error.kind);
  return own ? say("withDetails", { own, detail: error.message }) : error.message;
}

function draw() {
  const { items, current, isGood, isQuiet, ...rest } = content();
  $("answer-card").classList.toggle("quiet-card", Boolean(isQuiet));
  $("answer").replaceChildren(...partsOf(rest));
  drawTools();
  drawItems(items ?? [], current, isGood);
}

/** Draw the list, which is not read out as the answer is: it may be long. */
function drawItems(items, current, isGood) {
  const list = $("answer-items");
  const hadFocus = list.contains(document.activeElement);
  list.hidden = !items.length;
  list.classList.toggle("good", Boolean(isGood));
  list.replaceChildren(...items.map((each, at) => item(each, at === current)));
  if (items.length && current !== undefined) showCurrent(list, hadFocus);
}

/** Return the elements of an answer. */
export function partsOf({ title, figure, figures, bar, text, example, details, whole, notation, roles, note }) {
  const parts = [];
  if (figure) parts.push(make("p", { className: "figure", textContent: figure }));
  if (title) parts.push(make("h2", { textContent: title }));
  if (figures) parts.push(figureList(figures));
  if (bar !== undefined) parts.push(make("progress", { className: "gap", value: bar, ariaLabel: say("gap") }));
  if (text) parts.push(make("p", { textContent: text }));
  if (example) parts.push(make("code", { className: "example", textContent: example }));
  if (details) parts.push(folded(say("details"), details));
  if (whole) parts.push(folded(say("wholeReason"), whole, "whole"));
  if (notation) parts.push(folded(say("notation"), notation, "notation"));
  if (roles?.length) parts.push(make("p", { className: "roles" }, ...roles.map(([name, look]) => make("span", {}, shapeIcon(look), name))));
  if (note) parts.push(make("p", { className: "muted", textContent: note }));
  return parts;
}

/** Return a text below its name; one that was opened stays open in the next answer. */
function folded(name, text, className = "") {
  const wasOpen = className && document.querySelector(`details.${className}[open]`);
  return make("details", { className, open: Boolean(wasOpen) }, make("summary", { textContent: name }), make("p", { textContent: text }));
}

/** Draw the buttons. Those that stay are kept: a click begun on one that is replaced meanwhile is none. */
function drawTools() {
  const [row, wanted] = [$("answer-tools"), tools()];
  const focused = row.contains(document.activeElement) && document.activeElement.dataset.tool;
  const shown = [...row.children];
  const stay = shown.length === wanted.length && wanted.every(([key], at) => shown[at].dataset.tool === key);
  const buttons = stay ? shown : wanted.map(([key]) => toolButton(key));
  wanted.forEach(([key, act, isOff], at) => Object.assign(buttons[at], { textContent: say(key), disabled: Boolean(isOff), onclick: act }));
  if (!stay) row.replaceChildren(...buttons);
  const same = buttons.find((button) => button.dataset.tool === focused && !button.disabled);
  if (focused) (same ?? $("answer-card")).focus();
}

function toolButton(key) {
  const button = make("button", { type: "button" });
  button.dataset.tool = key;
  return button;
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
