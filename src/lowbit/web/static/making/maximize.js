// The search for the completion with the highest score; its score, bound and gap are shown as they come.

import { askLines } from "../api.js";
import { $ } from "../page.js";
import { solved, unsolved } from "../board/position.js";
import { asking } from "../query.js";
import { puzzleOf } from "../hints/queries.js";
import { figure, say } from "../words/words.js";

const UNPROVEN = "no-programs"; // the kind of failure of what can search, and not prove

/** Listen to the button, its dialog, and the button that hides the weights. */
export function startMaximize(game) {
  const dialog = $("maximize-dialog");
  $("maximize").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("change", () => {
    $("own-weights").disabled = chosen() !== "own";
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    const weights = chosen() === "own" ? ownWeights() : chosen();
    const isRead = typeof weights === "string" || weights.every(Number.isFinite);
    $("maximize-error").textContent = isRead ? "" : say("ownLabel");
    if (!isRead) return;
    dialog.close();
    asking(game, (query) => maximize(query, puzzleOf(game), weights, $("lowest").checked));
  });
  $("hide-heat").addEventListener("click", () => game.set({ weights: null }));
  game.onChange(() => {
    $("hide-heat").hidden = !game.weights;
  });
}

function chosen() {
  return document.querySelector("input[name=weights]:checked").value;
}

function ownWeights() {
  return $("own-weights").value.split(/[\s,;]+/).filter(Boolean).map(Number);
}

async function maximize(query, puzzle, weights, lowest) {
  let known = null;
  showKnown(query, known, lowest);
  try {
    for await (const line of askLines("maximize", { ...puzzle, weights, lowest }, query.signal)) {
      if (line.values) query.set({ weights: line.values });
      else {
        known = { ...line, bound: tighter(known?.bound, line.bound, lowest) };
        if (known.solutions.length) query.go(solved(unsolved(query.position), known.solutions[0]), query);
        showKnown(query, known, lowest);
      }
    }
  } catch (error) {
    if (error.kind !== UNPROVEN || !known?.solutions.length) throw error;
    query.show(() => ({ ...figures(known), text: say("notProvenInTab") }));
  }
}

/** Return the better of two bounds: what was known before still holds. */
function tighter(before, now, lowest) {
  if (now === null || before === undefined || before === null) return now;
  return lowest ? Math.max(before, now) : Math.min(before, now);
}

function showKnown(query, known, lowest) {
  const stopTool = query.stopTool(() => stopped(known));
  if (!known) {
    query.show(() => ({ title: say("working"), text: say("searching") }), () => [stopTool]);
  } else if (!known.is_done) {
    query.show(() => ({ ...figures(known), text: say("searching") }), () => [stopTool]);
  } else if (known.score === null) {
    query.show(() => ({ title: say(known.is_settled ? "none" : "limit") }));
  } else {
    const proof = known.is_proven ? (lowest ? "provenLow" : "proven") : "notProven";
    query.show(() => ({ ...figures(known), text: say(proof) }));
  }
}

function stopped(known) {
  return known ? { ...figures(known), text: `${say("stopped")}. ${say("notProven")}` } : { title: say("stopped") };
}

function figures({ score, bound }) {
  const isKnown = score !== null && bound !== null;
  const gap = isKnown ? Math.abs(bound - score) : null;
  const shown = (number) => (number === null ? "–" : figure(number));
  return {
    figures: [[say("score"), shown(score)], [say("bound"), shown(bound)], [say("gap"), shown(gap)]],
    bar: isKnown ? 1 - Math.min(1, (8 * gap) / Math.max(1, Math.abs(bound))) : 0,
  };
}
