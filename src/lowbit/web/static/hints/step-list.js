// A list of steps: how often each technique is used, and a row for each step, with long runs of singles folded.

import { $, capital, make } from "../page.js";
import { figure, say } from "../words/words.js";

const SINGLES = ["full-house", "hidden-single", "naked-single"];
const FEWEST = 3; // singles that are folded
const MOST = 2; // cells that a row names

export class StepList {
  /** `choose` hears the number of the step that was chosen. */
  constructor(choose) {
    this._choose = choose;
    this._rows = [];
    this._opened = null; // the run that is open only because the current step is in it
  }

  /** Write the list anew. */
  lay(steps) {
    this._opened = null;
    this._rows = steps.map((step, at) => this._row(step, at));
    const runs = runsOf(steps).map((run) => (run.length < FEWEST ? run.map((at) => this._rows[at]) : [folded(run.map((at) => this._rows[at]))]));
    $("walk-list").replaceChildren(...runs.flat());
    $("walk-summary").replaceChildren(...countsOf(steps).map(([name, places]) => this._count(name, places)));
  }

  /** Mark the current step, in sight. */
  show(at) {
    for (const row of this._rows) row.ariaCurrent = null;
    const row = this._rows[at];
    row.ariaCurrent = "step";
    const run = row.closest("details");
    if (this._opened && this._opened !== run) [this._opened.open, this._opened] = [false, null];
    if (run && !run.open) [run.open, this._opened] = [true, run];
    const list = $("walk-list");
    list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - (list.clientHeight - row.offsetHeight) / 2;
  }

  _row(step, at) {
    const name = make("span", { textContent: `${figure(at + 1)}. ${capital(step.name)}` });
    const button = make("button", { type: "button" }, name, " ", make("span", { className: "muted", textContent: effectText(step) }));
    button.addEventListener("click", () => this._choose(at));
    return make("li", {}, button);
  }

  _count(name, places) {
    const button = make("button", { type: "button", className: "quiet", textContent: say("timesUsed", { name: capital(name), n: figure(places.length) }) });
    button.addEventListener("click", () => this._choose(places[0]));
    return button;
  }
}

/** Return the numbers of the steps in runs: singles one behind the other together, any other step alone. */
function runsOf(steps) {
  const runs = [];
  steps.forEach((step, at) => {
    const isSingle = SINGLES.includes(step.technique);
    if (isSingle && at && SINGLES.includes(steps[at - 1].technique)) runs.at(-1).push(at);
    else runs.push([at]);
  });
  return runs;
}

function folded(rows) {
  const summary = make("summary", { textContent: say("singles", { n: figure(rows.length) }) });
  return make("li", {}, make("details", {}, summary, make("ol", {}, ...rows)));
}

/** Return the names of techniques with the numbers of their steps, in the order of their first ones. */
function countsOf(steps) {
  const found = new Map();
  steps.forEach(({ name }, at) => found.set(name, [...(found.get(name) ?? []), at]));
  return [...found];
}

/** Write what a step does to the first cells that it does something to. */
function effectText({ placements, eliminations }) {
  const texts = [...placements.map((text) => text.replace("=", " = ")), ...eliminations.map((text) => text.replace("-", " ≠ "))];
  const more = texts.length - MOST;
  return [...texts.slice(0, MOST), ...(more > 0 ? [`+${figure(more)}`] : [])].join(", ");
}
