// Boards that are kept in the browser under names: each with its marks, its clock and its checkpoints.

import { clockText } from "./clock.js";
import { keptOf, readKept } from "./keep.js";
import { $, announce, make } from "../page.js";
import { asking } from "../query.js";
import { keepsNothing, recall, remember } from "../store.js";
import { showBoard } from "../views.js";
import { onLanguage, say } from "../words/words.js";

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
    if (isKept) announce(say("boardKept", { name }));
    draw();
  });
  onLanguage(() => dialog.open && draw());
}

function drawList(game, dialog) {
  const boards = read();
  $("shelf-empty").hidden = boards.length > 0;
  $("shelf-list").replaceChildren(...boards.map((each) => item(game, dialog, each)));
}

/** Return the item of a board: its name, which opens it, how far it is, and the button that removes it. */
function item(game, dialog, kept) {
  const found = foundIn(kept);
  const open = make("button", { type: "button", className: "shelf-open", disabled: !found }, make("b", { textContent: kept.name }), make("span", { className: "muted", textContent: found ? factsOf(found) : "" }));
  open.addEventListener("click", () => {
    dialog.close();
    $("shelf-name").value = kept.name;
    put(game, found);
  });
  const remove = make("button", { type: "button", className: "quiet icon", textContent: "×", ariaLabel: say("removeBoard", { name: kept.name }) });
  remove.addEventListener("click", () => {
    write(read().filter((each) => each.name !== kept.name));
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

function put(game, { position, values }) {
  asking(game, async (query) => {
    query.go(position);
    showBoard();
    query.set(values);
    query.showNothing();
  });
}

function factsOf({ position, values }) {
  const n = position.digits.filter(Boolean).length;
  const facts = [position.board.geometry.split(":")[0], say("filled", { n, all: position.board.nCells })];
  return [...facts, ...(values.elapsed ? [clockText(values.elapsed)] : [])].join(" · ");
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
