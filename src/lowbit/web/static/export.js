// Export of the board and of the step that is drawn on it: as a copy, on paper, as a picture, as text.

import { reasonOf, show, showFailure } from "./answer.js";
import { ask, askBlob } from "./api.js";
import { $, copy, copyPicture, make, printSheet, save, toast } from "./page.js";
import { constraintsOf, playerOf } from "./game/player.js";
import { effectOf } from "./board/evidence.js";
import { candidates, GIVEN, shownMarks, stepped, toCandidates, toLine, unsolved } from "./board/position.js";
import { say, spoken } from "./words/words.js";

const TEXTS = { line: (game) => toLine(game.shown), candidates: (game) => toCandidates(game.shown) };
const NAMES = { svg: "sudoku.svg", png: "sudoku.png", pdf: "sudoku.pdf", line: "sudoku.txt", candidates: "sudoku.txt" };
const MOST_STEPS = 120; // of a sheet
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
  startStepTools(game);
}

/** Have buttons below a step that is drawn: to copy the picture, to print it, to save this step and the next ones. */
function startStepTools(game) {
  const isWalk = () => Boolean(game.picture?.step);
  game.onChange(() => ($("picture-tools").hidden = !isWalk()));
  const listen = (id, work) =>
    $(id).addEventListener("click", async () => {
      $("picture-error").textContent = "";
      try {
        await work();
      } catch (error) {
        $("picture-error").textContent = reasonOf(error);
      }
    });
  listen("picture-copy", async () => {
    await copyPicture(askBlob("render", pictureOf(game, "png", document.documentElement.dataset.theme)));
    toast(say("copied"));
  });
  listen("picture-print", () => print());
  listen("picture-save", () => $("export").click());
  listen("picture-sheet", async () => {
    $("picture-sheet").disabled = true;
    try {
      await (spoken() === "en" ? saveSteps(game) : printSteps(game));
    } finally {
      $("picture-sheet").disabled = false;
    }
  });
}

async function saveSteps(game) {
  const { about, cosmetics } = game.position;
  const asked = { ...playerOf(unsolved(game.shown)), language: "en", limit: MOST_STEPS, title: about.title, cosmetics };
  save(await askBlob("sheet", asked), "sudoku-steps.pdf");
  toast(say("saved"));
}

/** Print the steps as the page has them: the letters of every PDF program are Latin ones. */
async function printSteps(game) {
  const { board } = game;
  let shown = unsolved(game.shown);
  const { steps } = await ask("steps", { ...playerOf(shown), limit: MOST_STEPS });
  const figures = [];
  for (const [at, step] of steps.entries()) {
    const drawn = { shown, picture: { step }, weights: null, board, hasCandidates: true };
    const src = URL.createObjectURL(await askBlob("render", pictureOf(drawn, "svg", "print")));
    figures.push(make("figure", {}, make("figcaption", { textContent: `${at + 1}. ${step.reason}` }), make("img", { src, alt: "" })));
    shown = stepped(shown, effectOf(board, step));
  }
  const pictures = figures.map((figure) => figure.lastChild);
  await Promise.all(pictures.map((picture) => picture.decode()));
  printSheet(game.position.about.title || say("allSteps"), make("div", { className: "steps" }, ...figures));
  for (const { src } of pictures) URL.revokeObjectURL(src);
}

function startDialog(game) {
  const dialog = $("export-dialog");
  let shown = null;
  const draw = () => {
    shown = game.shown;
    preview(game);
  };
  $("export").addEventListener("click", () => {
    $("export-theme").value = document.documentElement.dataset.theme;
    leaving = new AbortController();
    dialog.showModal();
    draw();
  });
  dialog.addEventListener("change", draw);
  game.onChange(() => dialog.open && game.shown !== shown && draw()); // as an answer may come meanwhile
  dialog.addEventListener("close", () => {
    drawing.abort();
    leaving.abort();
  });
  $("export-copy").addEventListener("click", () =>
    attempt(async () => {
      await copyAs(game, format());
      end(game, "copied");
    }),
  );
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      save(await fileOf(game, format()), NAMES[format()]);
      end(game, "saved");
    });
  });
}

function format() {
  return document.querySelector("input[name=format]:checked").value;
}

/** Show what will be exported: the text, or the picture, which has the same parts in every format. */
async function preview(game) {
  drawing.abort();
  drawing = new AbortController();
  const isText = format() in TEXTS;
  const canCopy = format() !== "pdf" && (format() !== "png" || Boolean(navigator.clipboard?.write));
  $("export-copy").disabled = !canCopy;
  $("export-theme").disabled = isText;
  $("export-line").hidden = !isText;
  $("export-picture").hidden = isText;
  $("export-line").textContent = isText ? TEXTS[format()](game) : "";
  await attempt(async () => {
    if (!isText) showPicture(await askBlob("render", pictureOf(game, "svg"), drawing.signal));
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

/** Close the dialog and say what was done; a step that is drawn keeps its words. */
function end(game, title) {
  const name = NAMES[format()];
  $("export-dialog").close();
  if (game.picture) toast(say(title));
  else show(() => ({ title: say(title), text: name }));
}

async function copyAs(game, name) {
  if (name === "png") await copyPicture(fileOf(game, name));
  else await copy((await (await fileOf(game, name)).text()).trim());
}

async function fileOf(game, name) {
  if (name in TEXTS) return new Blob([`${TEXTS[name](game)}\n`], { type: "text/plain" });
  return askBlob("render", pictureOf(game, name), leaving.signal);
}

/** Return what the picture shows: what is on the board now, with the step that is drawn there. */
function pictureOf(game, name, theme = $("export-theme").value) {
  const { shown: position, picture, weights, board } = game;
  const digits = position.digits.map((digit, cell) => (position.kinds[cell] === GIVEN ? digit : 0));
  const seen = picture && !picture.step ? picture.frames.flat().map((cell) => board.cellName(cell)) : [];
  return {
    puzzle: toLine(position),
    geometry: board.geometry,
    givens: toLine({ ...position, digits }),
    candidates: picture?.step ? candidates(position) : shownMarks(position, game.hasCandidates),
    weights,
    ...constraintsOf(position),
    cosmetics: position.cosmetics,
    step: picture?.step ?? null,
    colours: picture ? [] : position.colours,
    highlight: seen.join(", "),
    theme,
    format: name,
    language: spoken(),
  };
}
