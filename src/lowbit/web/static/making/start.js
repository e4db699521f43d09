// The start of a game: a level, the puzzle of the day, what a person has, or a sample.
//
// It takes the place of the keys as long as the board to play on is blank. Its puzzles are at hand: none
// waits for what answers questions.

import { CLASSIC } from "../board/board.js";
import { fromText, isBlank } from "../board/position.js";
import { isEmbedded } from "../embedding.js";
import { otherBoards } from "../game/boards.js";
import { factsOf, goOn } from "../game/shelf.js";
import { $ } from "../page.js";
import { asking } from "../query.js";
import { onView, showView, shownView } from "../views.js";
import { onLanguage, say, spoken } from "../words/words.js";
import { allPuzzles, dealt, ofDay } from "./deal.js";
import { SAMPLE } from "./sample.js";
import { anySeed } from "./seed.js";

const ON_SOMETHING = ["check-work", "all-steps", "checkpoints", "clear", "copy", "book", "fix", "unfix", "minimize", "shuffle", "canonical", "restart"]; // not on a blank board

/** Listen to the buttons, and show the start while there is nothing to play. */
export function startStart(game, loader) {
  let isByHand = false;
  const put = (text, constraints = []) => asking(game, (query) => loader.put(query, { ...fromText(CLASSIC, text), constraints }));
  const play = (text) => {
    document.querySelector("dialog[open]")?.close();
    showView("play");
    put(text);
  };
  const show = () => {
    const isStart = isBlank(game.position);
    const isTyping = shownView() === "play" && game.mode === "given";
    isByHand = isTyping && (isByHand || !isStart);
    $("board-page").classList.toggle("starting", isTyping && isStart && !isByHand && !isEmbedded);
    $("set-sample").hidden = !isStart;
    $("start-undo").hidden = !game.canUndo; // of what was cleared
    if ($("board-page").classList.contains("starting")) offerLast(game);
    for (const id of ON_SOMETHING) $(id).disabled = isStart;
  };
  for (const button of document.querySelectorAll("[data-level]")) {
    button.addEventListener("click", () => play(dealt(button.dataset.level, anySeed())));
  }
  $("daily").addEventListener("click", () => play(ofDay(new Date()).puzzle));
  $("by-hand").addEventListener("click", () => {
    isByHand = true;
    show();
  });
  $("start-undo").addEventListener("click", () => game.undo());
  $("go-on").addEventListener("click", () => goOn(game, otherBoards(game)[0].found));
  $("paste").addEventListener("click", () => paste(game, loader));
  for (const id of ["play-sample", "set-sample"]) $(id).addEventListener("click", () => put(SAMPLE.puzzle, SAMPLE.constraints));
  $("list-sample").addEventListener("click", () => asking(game, (query) => loader.openText(query, allPuzzles().join("\n"), CLASSIC.geometry, say("listSample"))));
  game.onChange(show);
  onView(show);
  onLanguage(tellDay);
}

/** Offer the board that was left last, in whatever tab. */
function offerLast(game) {
  const last = isEmbedded ? undefined : otherBoards(game)[0];
  $("go-on").hidden = !last;
  if (last) $("go-on-facts").textContent = factsOf(last.found);
}

/** Say which day it is, and how hard its puzzle. */
function tellDay() {
  const today = new Date();
  const date = today.toLocaleDateString(spoken(), { weekday: "long", day: "numeric", month: "long" });
  $("day").textContent = say("ofDay", { date, level: say(`level-${ofDay(today).level}`) });
}

/** Open what was copied; where the browser does not tell it, there is a place to paste it. */
async function paste(game, loader) {
  const text = await copied();
  if (text.trim()) asking(game, (query) => loader.openText(query, text));
  else $("open").click();
}

async function copied() {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return "";
  }
}
