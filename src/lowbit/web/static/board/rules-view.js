// The constraints of a puzzle, and what is only drawn, behind and above its board, and what is said of it below.
//
// The server draws them, as it draws those of pictures.

import { reasonOf } from "../answer.js";
import { ask } from "../api.js";
import { $, make } from "../page.js";
import { say } from "../words/words.js";

const CELL = 60; // units of the server's pictures
const NARROW = 860; // pixels, as in style/narrow.css

/** Draw the constraints anew whenever they, the board or the colours have changed. */
export function startRulesView(game) {
  let drawn = "";
  const renew = async () => {
    const { geometry } = game.board;
    const { constraints, cosmetics } = game.shown;
    const { theme } = document.documentElement.dataset;
    const key = constraints.length || cosmetics.length ? JSON.stringify([geometry, constraints, cosmetics, theme]) : "";
    if (key === drawn) return;
    drawn = key;
    $("rules-error").textContent = "";
    try {
      const layers = key ? await ask("draw", { geometry, constraints, cosmetics, theme }) : null;
      if (key === drawn) draw(layers);
    } catch (error) {
      if (key !== drawn) return;
      drawn = ""; // to be tried again at the next change
      $("rules-error").textContent = reasonOf(error);
    }
  };
  game.onChange(() => {
    renew();
    lay();
    describe(game.shown, words);
  });
  new MutationObserver(renew).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  /** Have as much room around the board as its clues take, or the next one will. */
  function lay() {
    const around = Math.max(drawnAround, Number(game.hasRoom));
    $("board").parentElement.style.setProperty("--around", around);
    for (const picture of document.querySelectorAll(".rules > svg")) {
      const [width, height] = [game.board.nColumns, game.board.nRows].map((n) => CELL * (n + 2 * around));
      const shift = CELL * (drawnAround - around);
      const view = `${shift} ${shift} ${width} ${height}`;
      if (picture.getAttribute("viewBox") !== view) picture.setAttribute("viewBox", view);
    }
  }

  let words = [];
  let drawnAround = 0;
  function draw(layers) {
    drawnAround = layers?.around ?? 0;
    for (const name of ["fills", "lines", "above"]) {
      $(`rules-${name}`).replaceChildren(...(layers ? [pictureOf(layers[name])] : []));
    }
    lay();
    words = layers?.words ?? [];
    game.set({ hasNotes: layers?.has_notes ?? false });
  }
}

function pictureOf(text) {
  const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  for (const name of ["width", "height", "role"]) picture.removeAttribute(name);
  for (const element of picture.querySelectorAll("title, desc")) element.remove();
  return picture;
}

/** Write title, author and rules of a puzzle, and what its picture does not say, below the board; the rules are folded on a phone. */
function describe({ about }, words) {
  const { title, author, rules } = about;
  const head = [title, author].filter(Boolean).join(" · ");
  const text = [rules, words.join(", ")].filter(Boolean).join("\n");
  const known = JSON.stringify([head, text]);
  if ($("about").dataset.known === known) return;
  $("about").dataset.known = known;
  const isOpen = innerWidth > NARROW;
  const folded = () => make("details", { open: isOpen }, make("summary", { textContent: say("rules") }), make("p", { textContent: text }));
  $("about").replaceChildren(...(head ? [make("b", { textContent: head })] : []), ...(text ? [folded()] : []));
}
