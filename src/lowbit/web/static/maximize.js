// How is the completion with the highest score looked for, with its score, bound and gap as they come?

import { show, showFailure } from "./answer.js";
import { askLines } from "./api.js";
import { $ } from "./page.js";
import { solved, unsolved } from "./position.js";
import { nextSignal, puzzleOf } from "./questions.js";
import { figure, say } from "./words.js";

/** Listen to the button and its dialog. */
export function startMaximize(game) {
  const dialog = $("maximize-dialog");
  $("maximize").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("change", () => {
    $("own-weights").disabled = chosen() !== "own";
  });
  $("maximize-now").addEventListener("click", () => {
    const weights = chosen() === "own" ? ownWeights() : chosen();
    $("maximize-error").textContent = "";
    if (typeof weights === "string" || weights.every(Number.isFinite)) {
      dialog.close();
      maximize(game, weights, $("lowest").checked);
    } else $("maximize-error").textContent = say("ownLabel");
  });
}

function chosen() {
  return document.querySelector("input[name=weights]:checked").value;
}

function ownWeights() {
  return $("own-weights").value.split(/[\s,;]+/).filter(Boolean).map(Number);
}

async function maximize(game, weights, minimize) {
  const signal = nextSignal();
  const controls = { stop: () => nextSignal() };
  let known = null;
  showKnown(game, known, controls, minimize);
  try {
    for await (const line of askLines("maximize", { ...puzzleOf(game), weights, minimize }, signal)) {
      if (signal.aborted) return;
      if (line.worth) game.set({ worth: line.worth });
      else {
        known = { ...line, bound: tighter(known?.bound, line.bound, minimize) };
        if (known.solutions.length) game.go(solved(unsolved(game.position), known.solutions[0]), signal);
        showKnown(game, known, controls, minimize);
      }
    }
  } catch (error) {
    if (error.name === "AbortError") showStopped(game, known, minimize);
    else showFailure(error);
  }
}

/** Return the better of two bounds: what was known before still holds. */
function tighter(before, now, minimize) {
  if (now === null || before === undefined || before === null) return now;
  return minimize ? Math.max(before, now) : Math.min(before, now);
}

function showKnown(game, known, controls, minimize) {
  if (!known) {
    show(() => ({ title: say("working"), text: say("searching") }), () => [["stop", controls.stop]]);
  } else if (!known.is_done) {
    show(() => ({ ...figures(known), text: say("searching") }), () => [["stop", controls.stop]]);
  } else if (known.score === null) {
    show(() => ({ title: say(known.is_settled ? "none" : "limit") }), () => heatTool(game));
  } else {
    const proof = known.is_proven ? (minimize ? "provenLow" : "proven") : "notProven";
    show(() => ({ ...figures(known), text: say(proof) }), () => heatTool(game));
  }
}

function showStopped(game, known, minimize) {
  const content = () => (known ? { ...figures(known), text: `${say("stopped")}. ${say("notProven")}` } : { title: say("stopped") });
  show(content, () => heatTool(game));
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

function heatTool(game) {
  if (!game.worth) return [];
  const hide = (event) => {
    game.set({ worth: null });
    event.target.remove();
  };
  return [["hideHeat", hide]];
}
