// Boards that are kept in the browser, each with its marks, its clock and its checkpoints: under names, and those that
// were left or are open in other tabs.

import { clockText } from "./clock.js";
import { keptOf, otherBoards, readKept } from "./boards.js";
import { $, make, toast } from "../page.js";
import { asking } from "../query.js";
import { forget, keepsNothing, recall, remember } from "../store.js";
import { showBoard } from "../views.js";
import { onLanguage, say, spoken } from "../words/words.js";

const SHELF = "boards";

/** Listen to the button and its dialog. */
export function startShelf(game) {
  const dialog = $("shelf-dialog");
  const draw = () => drawList(game, dialog);
  $("shelf").addEventListener("click", () => {
    $("shelf-error").textContent = "";
    $("shelf-name").value ||= game.position.about.title;
    draw();
    dialog.showModal();
    $("shelf-name").select();
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = $("shelf-name").value.trim();
    const isKept = write([{ name, ...keptOf(game) }, ...read().filter((each) => each.name !== name)]);
    $("shelf-error").textContent = isKept ? "" : say(keepsNothing() ? "notKeeping" : "noRoom");
    if (isKept) toast(say("boardKept", { name }));
    draw();
  });
  onLanguage(() => dialog.open && draw());
  addEventListener("storage", () => dialog.open && draw()); // as another tab keeps or removes one
}

/** Take up a board where it was left. */
export function goOn(game, { position, values }) {
  asking(game, async (query) => {
    query.go(position);
    showBoard();
    query.set(values);
    query.showNothing();
  });
}

/** Say which board it is, and how far. */
export function factsOf({ position, values }) {
  const n = position.digits.filter(Boolean).length;
  const [size] = position.board.geometry.split(":");
  const facts = [position.about.title, size, say("filled", { n, all: position.board.nCells }), values.elapsed && clockText(values.elapsed)];
  return facts.filter(Boolean).join(" · ");
}

function drawList(game, dialog) {
  const named = read().map((kept) => ({ title: kept.name, name: kept.name, found: foundIn(kept), drop: () => write(read().filter((each) => each.name !== kept.name)) }));
  const others = otherBoards(game).map(({ name, at, found }) => ({ title: dateText(at), found, drop: () => forget(name) }));
  const items = (boards) => boards.map((each) => item(game, dialog, each));
  $("shelf-empty").hidden = named.length + others.length > 0;
  $("shelf-others-title").hidden = !others.length;
  $("shelf-list").replaceChildren(...items(named));
  $("shelf-others").replaceChildren(...items(others));
}

/** Say when a board was left. */
function dateText(at) {
  return new Date(at).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });
}

/** Return the item of a board: its title, which opens it, how far it is, and the button that removes it. */
function item(game, dialog, { title, name = "", found, drop }) {
  const open = make("button", { type: "button", className: "shelf-open", disabled: !found }, make("b", { textContent: title }), make("span", { className: "muted", textContent: found ? factsOf(found) : "" }));
  open.addEventListener("click", () => {
    dialog.close();
    if (name) $("shelf-name").value = name;
    goOn(game, found);
  });
  const remove = make("button", { type: "button", className: "quiet icon", textContent: "×", ariaLabel: say("removeBoard", { name: title }) });
  remove.addEventListener("click", () => {
    drop();
    drawList(game, dialog);
    $("shelf-name").focus();
  });
  return make("li", {}, open, remove);
}

/** Return what was kept, or null where another version of the page did. */
function foundIn(kept) {
  try {
    return readKept(kept);
  } catch {
    return null;
  }
}

/** Return the boards that are kept, the last one first. */
function read() {
  try {
    const boards = JSON.parse(recall(SHELF));
    return Array.isArray(boards) ? boards.filter((each) => typeof each?.name === "string") : [];
  } catch {
    return []; // nothing was kept, or by another version of the page
  }
}

/** Keep boards in place of those before; whether there was room. */
function write(boards) {
  return remember(SHELF, JSON.stringify(boards));
}
