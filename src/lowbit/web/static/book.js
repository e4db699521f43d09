// A booklet of puzzles as a PDF: those that the list shows, or the one on the board.

import { reasonOf } from "./answer.js";
import { ask, askBlob } from "./api.js";
import { $, announce, save } from "./page.js";
import { givensOf } from "./game/player.js";
import { onlyGivens, toText } from "./board/position.js";
import { shownView } from "./views.js";
import { figure, say } from "./words/words.js";

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
      $("book-per-page").value = isList() ? "4" : "1";
      dialog.showModal();
    });
  }
  dialog.addEventListener("close", () => leaving.abort());
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    $("book-now").disabled = true;
    try {
      const asked = isList() ? list.puzzles(MOST) : { puzzles: [await textOf(game.position)], geometry: game.board.geometry };
      save(await askBlob("book", { ...asked, ...wishes() }, leaving.signal), "sudoku-booklet.pdf");
      dialog.close();
      announce(say("saved"));
    } catch (error) {
      if (error.name !== "AbortError") $("book-error").textContent = reasonOf(error);
    }
    $("book-now").disabled = false;
  });
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
