// A clock counts while a puzzle is played. It can be stopped, which covers the board, and hidden.

import { $ } from "../page.js";
import { hasGivens, puzzleName } from "./player.js";
import { recall, remember } from "../store.js";
import { onView, shownView } from "../views.js";
import { onLanguage, say } from "../words/words.js";

const SECOND = 1000;
const HIDDEN = "clock"; // as the browser keeps that it is hidden
let isHidden = Boolean(recall(HIDDEN));

/** Count the time of a game; `isDone` says when it is over. */
export function startClock(game, isDone) {
  let puzzle = puzzleName(game.position);
  game.onChange(() => {
    const now = puzzleName(game.position);
    if (now !== puzzle) {
      game.elapsed = 0;
      cover(false);
    }
    puzzle = now;
    show(game);
  });
  setInterval(() => {
    if (!isCounting(game, isDone)) return;
    game.elapsed += SECOND;
    show(game);
  }, SECOND);
  $("pause").addEventListener("click", () => cover(true));
  $("resume").addEventListener("click", () => cover(false));
  $("show-clock").addEventListener("click", () => {
    isHidden = !isHidden;
    remember(HIDDEN, isHidden ? "yes" : "");
    show(game);
  });
  onView(() => {
    cover(false);
    show(game);
  });
  onLanguage(() => show(game));
  show(game);
}

/** Write a time as minutes and seconds, with the hours where there are some. */
export function clockText(elapsed) {
  const seconds = Math.floor(elapsed / SECOND);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function isCounting(game, isDone) {
  const { position, mode } = game;
  const isPlaying = shownView() === "play" && mode !== "given" && hasGivens(position) && !isDone(position);
  return isPlaying && !document.hidden && $("resume").hidden;
}

/** Cover the board, or show it again. */
function cover(isCovered) {
  if ($("resume").hidden === !isCovered) return;
  $("resume").hidden = !isCovered;
  $("board").inert = isCovered;
  $(isCovered ? "resume" : "pause").focus();
}

function show(game) {
  $("clock").hidden = shownView() !== "play" || !hasGivens(game.position) || game.mode === "given";
  $("time").textContent = clockText(game.elapsed);
  $("time").hidden = $("pause").hidden = isHidden;
  $("show-clock").ariaChecked = String(!isHidden);
}
