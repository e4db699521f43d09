// How deep trial and error has to go, and how long its contradictions are, at a click.

import { ask } from "../api.js";
import { givensOf, hasGivens } from "../game/player.js";
import { $ } from "../page.js";
import { asking } from "../query.js";
import { figure, say } from "../words/words.js";

const LENGTHS = { 1: "B", 2: "BxB", 3: "BxBB" }; // the length that is known at each depth

/** Listen to the button, which there is for puzzles without constraints. */
export function startMeasures(game) {
  $("measure").addEventListener("click", () => asking(game, measure));
  game.onChange(() => {
    $("measure").disabled = !hasGivens(game.position) || game.position.constraints.length > 0;
  });
}

/** Show the depth, then the length that goes with it. */
async function measure(query) {
  const measured = (name) => ask("measure", { ...givensOf(query.position), measures: [name] }, query.signal);
  const known = await measured("depth");
  const name = LENGTHS[known.depth];
  if (!name) {
    query.show(() => shown(known));
    return;
  }
  query.show(() => ({ ...shown(known), note: say("working") }), () => [query.stopTool(() => shown(known))]);
  const { [name]: length } = await measured(name);
  query.show(() => shown(known, length === null ? say("limit") : say(`trials-${name}`, { n: figure(length) })));
}

function shown({ status, depth }, length = "") {
  if (depth === null) return { title: say({ none: "none", several: "several" }[status] ?? "limit") };
  const text = [say(`trials-${Math.min(depth, 3)}`), length].filter(Boolean).join("\n");
  return { title: say("trialsDepth", { n: figure(depth) }), text, note: say("trialsNote") };
}
