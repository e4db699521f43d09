// Checkpoints: positions that a player keeps to come back to, as long as the puzzle is the same.

import { clockText } from "./clock.js";
import { $ } from "../page.js";
import { puzzleName } from "./player.js";
import { asking } from "../query.js";
import { figure, say } from "../words/words.js";

/** Listen to the button. */
export function startCheckpoints(game) {
  $("checkpoints").addEventListener("click", () => asking(game, (query) => show(game, query)));
  let puzzle = puzzleName(game.position);
  game.onChange(() => {
    const now = puzzleName(game.position);
    if (now !== puzzle) game.checkpoints = [];
    puzzle = now;
  });
}

function show(game, query) {
  const { checkpoints } = game;
  const keep = () => {
    checkpoints.push({ position: game.position, elapsed: game.elapsed });
    query.set({ checkpoints });
    show(game, query);
  };
  const items = () => checkpoints.map((each, at) => [nameOf(each, at), () => query.go(each.position)]);
  const text = () => say(checkpoints.length ? "checkpointsText" : "noCheckpoints");
  query.show(() => ({ title: say("checkpoints"), text: text(), items: items(), isGood: true }), () => [["keepPoint", keep]]);
}

function nameOf({ position, elapsed }, at) {
  const n = position.digits.filter(Boolean).length;
  return say("checkpoint", { n: figure(at + 1), filled: say("filled", { n, all: position.board.nCells }), time: clockText(elapsed) });
}
