// The verdict on a puzzle while it is set: how many solutions, how hard, what can go, what would decide.

import { clashText } from "../board/view.js";
import { follow } from "./live.js";
import { $, announce, make } from "../page.js";
import { hasGivens } from "../game/player.js";
import { clashes } from "../board/position.js";
import { shownView } from "../views.js";
import { figure, onLanguage, say, sayReason } from "../words/words.js";

/** Follow the puzzle while the place to set puzzles is shown. */
export function startVerdict(game) {
  let known = null;
  let isTrue = false;
  const show = (answer) => {
    if (answer?.status && answer.status !== known?.status) announce(titleOf(answer, game.position));
    known = answer;
    draw();
    setTruth();
  };
  const setTruth = () => {
    const truth = isTrue && shownView() === "set" && known?.candidates ? known : null;
    if (truth !== game.truth) game.set({ truth });
  };
  const point = () => game.set({ pointed: new Set(cellsOf(known)) });

  function draw() {
    $("verdict").classList.remove("waiting");
    $("verdict").dataset.status = known?.status ?? "";
    $("verdict-title").textContent = titleOf(known, game.position);
    $("verdict-text").replaceChildren(...sentences(known, game.position).map((text) => make("span", {}, text)));
    $("verdict-show").hidden = !known?.status || !cellsOf(known).length;
    $("true-candidates").disabled = !known?.candidates;
    $("true-candidates").ariaPressed = String(isTrue);
  }

  $("verdict-show").addEventListener("click", point);
  $("true-candidates").addEventListener("click", () => {
    isTrue = !isTrue;
    draw();
    setTruth();
  });
  follow(game, "verdict", {
    isWanted: () => shownView() === "set" && hasGivens(game.position),
    show,
    wait: () => {
      $("verdict").classList.add("waiting");
      if (!known) $("verdict-title").textContent = say("working"); // rather than that there are no givens
      if (!known) $("verdict-text").replaceChildren();
      if (game.truth) game.set({ truth: null }); // it is that of the puzzle before
    },
  });
  onLanguage(draw);
}

function titleOf(known, position) {
  if (!known) return say(hasGivens(position) ? "verdictUnknown" : "verdictNone");
  if (known.isPreparing) return say("notReady");
  const { status, count, is_exact: isExact } = known;
  if (status === "several" && count) return say(isExact ? "nSolutions" : "manySolutions", { n: figure(count) });
  return say({ unique: "one", several: "several", none: "none", "limit-reached": "limit" }[status]);
}

/** Return the cells that a verdict is about: the givens that can go, or the cells that differ. */
function cellsOf({ redundant, candidates, status }) {
  if (redundant) return redundant;
  if (status !== "several" || !candidates) return [];
  return candidates.flatMap((mask, cell) => (mask & (mask - 1) ? [cell] : []));
}

function sentences(known, position) {
  if (!known) return [hasGivens(position) ? say("offline") : say("verdictNoneMore")];
  if (known.isPreparing) return [say("preparing", known.progress)];
  const n = cellsOf(known).length;
  const ended = sayReason(known.reason, "limit-reached"); // the only reason that a verdict has
  if (known.status === "unique") return known.redundant ? [redundantText(n, position), n > 1 ? say("eachAlone") : ""] : [ended];
  if (known.status === "several") return n ? [say("cellsDiffer", { n: figure(n) }), decidingText(known, position)] : [ended];
  return [ended || clashText(position.board, clashes(position)) || say("contradiction")];
}

function redundantText(n, { digits }) {
  if (!digits.some(Boolean)) return say("needsNoGivens");
  return n ? say(n === 1 ? "oneRedundant" : "someRedundant", { n: figure(n) }) : say("isMinimalMore");
}

/** Name a given that would leave one solution. */
function decidingText({ deciding }, { board }) {
  const cell = deciding?.findIndex(Boolean) ?? -1;
  if (cell < 0) return say("noneDecides");
  const digit = 32 - Math.clz32(deciding[cell] & -deciding[cell]);
  return say("oneDecides", { cell: board.cellName(cell), digit: board.symbol(digit) });
}
