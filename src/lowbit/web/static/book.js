// A booklet of puzzles as a PDF: those that the list shows, the one on the board, or a page of new ones.

import { reasonOf } from "./answer.js";
import { ask, askBlob } from "./api.js";
import { $, announce, save } from "./page.js";
import { CLASSIC } from "./board/board.js";
import { isBlank, onlyGivens, toText } from "./board/position.js";
import { givensOf } from "./game/player.js";
import { dealtSeveral } from "./making/deal.js";
import { anySeed } from "./making/seed.js";
import { shownView } from "./views.js";
import { figure, say } from "./words/words.js";

const PAGEFUL = "6"; // new puzzles on a page
const MOST = 200; // puzzles: they are solved, rated and drawn within the server's limit

/** Listen to the buttons and the dialog. */
export function startBook(game, list) {
  const dialog = $("book-dialog");
  const isList = () => shownView() === "list";
  let leaving = new AbortController();
  for (const id of ["book", "list-book"]) {
    $(id).addEventListener("click", () => {
      leaving = new AbortController();
      $("book-error").textContent = "";
      $("book-text").textContent = isList() && list.n > MOST ? say("bookMost", { n: figure(MOST), all: figure(list.n) }) : say("bookText");
      $("book-of").options[0].disabled = !isList() && isBlank(game.position); // there is nothing to print
      $("book-of").value = $("book-of").options[0].disabled ? "hard" : "";
      $("book-per-page").value = $("book-of").value ? PAGEFUL : isList() ? "4" : "1";
      dialog.showModal();
    });
  }
  $("book-of").addEventListener("change", ({ target }) => target.value && ($("book-per-page").value = PAGEFUL));
  dialog.addEventListener("close", () => leaving.abort());
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    $("book-now").disabled = true;
    try {
      const asked = newOnes() ?? (isList() ? list.puzzles(MOST) : { puzzles: [await textOf(game.position)], geometry: game.board.geometry });
      save(await askBlob("book", { ...asked, ...wishes() }, leaving.signal), "sudoku-booklet.pdf");
      dialog.close();
      announce(say("saved"));
    } catch (error) {
      if (error.name !== "AbortError") $("book-error").textContent = reasonOf(error);
    }
    $("book-now").disabled = false;
  });
}

/** Return as many new puzzles as a page has, of the level that is chosen; null where none is. */
function newOnes() {
  const level = $("book-of").value;
  return level ? { puzzles: dealtSeveral(level, Number($("book-per-page").value), anySeed()), geometry: CLASSIC.geometry } : null;
}

/** Return the text of a puzzle; what has constraints or drawings says its board in it. */
async function textOf(position) {
  const { constraints, cosmetics } = position;
  if (!constraints.length && !cosmetics.length) return toText(onlyGivens(position));
  const { text } = await ask("write", { ...givensOf(position), cosmetics, to: "json" });
  return text;
}

function wishes() {
  return {
    title: $("book-name").value,
    per_page: Number($("book-per-page").value),
    paper: $("book-paper").value,
    solutions: $("book-solutions").checked,
    levels: $("book-levels").checked,
  };
}
