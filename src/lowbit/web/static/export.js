// Export of the board: as a copy, on paper, as a picture, as a line.

import { reasonOf, show, showFailure } from "./answer.js";
import { askBlob } from "./api.js";
import { $, copy, copyPicture, save } from "./page.js";
import { constraintsOf } from "./game/player.js";
import { GIVEN, shownMarks, toLine } from "./board/position.js";
import { say } from "./words/words.js";

const LINE = "line";
const NAMES = { svg: "sudoku.svg", png: "sudoku.png", pdf: "sudoku.pdf", [LINE]: "sudoku.txt" };
let drawing = new AbortController();
let leaving = new AbortController();

/** Listen to the buttons. */
export function startExport(game) {
  $("copy").addEventListener("click", async () => {
    const line = toLine(game.position);
    try {
      await copy(line);
      show(() => ({ title: say("copied"), text: line }));
    } catch (error) {
      showFailure(error);
    }
  });
  $("print").addEventListener("click", () => print());
  startDialog(game);
}

function startDialog(game) {
  const dialog = $("export-dialog");
  let shown = null;
  const draw = () => {
    shown = game.position;
    preview(game);
  };
  $("export").addEventListener("click", () => {
    $("export-theme").value = document.documentElement.dataset.theme;
    leaving = new AbortController();
    dialog.showModal();
    draw();
  });
  dialog.addEventListener("change", draw);
  game.onChange(() => dialog.open && game.position !== shown && draw()); // as an answer may come meanwhile
  dialog.addEventListener("close", () => {
    drawing.abort();
    leaving.abort();
  });
  $("export-copy").addEventListener("click", () =>
    attempt(async () => {
      await copyAs(game, format());
      end("copied", NAMES[format()]);
    }),
  );
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      save(await fileOf(game, format()), NAMES[format()]);
      end("saved", NAMES[format()]);
    });
  });
}

function format() {
  return document.querySelector("input[name=format]:checked").value;
}

/** Show what will be exported: the line, or the picture, which has the same parts in every format. */
async function preview(game) {
  drawing.abort();
  drawing = new AbortController();
  const isLine = format() === LINE;
  const canCopy = format() !== "pdf" && (format() !== "png" || Boolean(navigator.clipboard?.write));
  $("export-copy").disabled = !canCopy;
  $("export-theme").disabled = isLine;
  $("export-line").hidden = !isLine;
  $("export-picture").hidden = isLine;
  $("export-line").textContent = toLine(game.position);
  await attempt(async () => {
    if (!isLine) showPicture(await askBlob("render", pictureOf(game, "svg"), drawing.signal));
  });
}

function showPicture(blob) {
  URL.revokeObjectURL($("export-picture").src);
  $("export-picture").src = URL.createObjectURL(blob);
}

async function attempt(work) {
  $("export-error").textContent = "";
  try {
    await work();
  } catch (error) {
    if (error.name !== "AbortError") $("export-error").textContent = reasonOf(error);
  }
}

function end(title, name) {
  $("export-dialog").close();
  show(() => ({ title: say(title), text: name }));
}

async function copyAs(game, name) {
  if (name === "png") await copyPicture(fileOf(game, name));
  else await copy((await (await fileOf(game, name)).text()).trim());
}

async function fileOf(game, name) {
  if (name === LINE) return new Blob([`${toLine(game.position)}\n`], { type: "text/plain" });
  return askBlob("render", pictureOf(game, name), leaving.signal);
}

/** Return what the picture shows: what is on the board now. */
function pictureOf(game, name) {
  const { position, weights } = game;
  const digits = position.digits.map((digit, cell) => (position.kinds[cell] === GIVEN ? digit : 0));
  return {
    puzzle: toLine(position),
    geometry: game.board.geometry,
    givens: toLine({ ...position, digits }),
    candidates: shownMarks(position, game.hasCandidates),
    weights,
    ...constraintsOf(position),
    cosmetics: position.cosmetics,
    theme: $("export-theme").value,
    format: name,
  };
}
