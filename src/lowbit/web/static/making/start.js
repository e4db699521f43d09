// The start of a game: a level, the puzzle of the day, what a person has, or a sample.
//
// It takes the place of the keys as long as the board to play on is blank. Its puzzles are at hand: none
// waits for what answers questions.

import { CLASSIC } from "../board/board.js";
import { fromText, isBlank } from "../board/position.js";
import { isEmbedded } from "../embedding.js";
import { boardLeft, otherBoards } from "../game/boards.js";
import { factsOf, goOn } from "../game/shelf.js";
import { $ } from "../page.js";
import { asking } from "../query.js";
import { onView, showView, shownView } from "../views.js";
import { onLanguage, say, spoken } from "../words/words.js";
import { allPuzzles, dealt, ofDay } from "./deal.js";
import { SAMPLE } from "./sample.js";
import { anySeed } from "./seed.js";

const ON_SOMETHING = ["check-work", "all-steps", "checkpoints", "clear", "copy", "fix", "unfix", "minimize", "shuffle", "canonical", "restart"]; // not on a blank board

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
  $("go-on").addEventListener("click", () => goOn(game, boardBefore(game)));
  $("paste").addEventListener("click", () => paste(game, loader));
  for (const id of ["play-sample", "set-sample"]) $(id).addEventListener("click", () => put(SAMPLE.puzzle, SAMPLE.constraints));
  $("list-sample").addEventListener("click", () => asking(game, (query) => loader.openText(query, allPuzzles().join("\n"), CLASSIC.geometry, say("listSample"))));
  game.onChange(show);
  onView(show);
  onLanguage(tellDay);
}

/** Offer to go on with a board that was left. */
function offerLast(game) {
  const last = boardBefore(game);
  $("go-on").hidden = !last;
  if (last) $("go-on-facts").textContent = factsOf(last);
}

/** Return the board that was here before it was cleared, or else the one that was left last, in whatever tab; null where there is none. */
function boardBefore(game) {
  const { before } = game;
  return (before && !isBlank(before) && boardLeft(before.origin)) || (otherBoards(game)[0]?.found ?? null);
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
