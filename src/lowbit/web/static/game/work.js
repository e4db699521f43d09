// A player's work: which digits are wrong, and when it is done.

import { ask } from "../api.js";
import { clockText } from "./clock.js";
import { showNoGivens } from "../hints/hints.js";
import { $ } from "../page.js";
import { checkedWork, hasGivens, wrongText } from "./player.js";
import { clashes, ENTRY, SOLVED, takenBack } from "../board/position.js";
import { puzzleOf } from "../hints/queries.js";
import { asking } from "../query.js";
import { figure, say, sayReason } from "../words/words.js";

/** Listen to the button, and announce a puzzle that is solved. */
export function startWork(game) {
  $("check-work").addEventListener("click", () => {
    if (!hasGivens(game.position)) showNoGivens(game);
    else asking(game, (query) => check(game, query));
  });
  let wasDone = isDone(game.position);
  game.onChange(() => {
    const before = wasDone;
    wasDone = isDone(game.position);
    if (wasDone && !before) announceDone(game);
  });
}

/** Whether a player has solved the puzzle: every cell is filled, none by the solver, and nothing clashes. */
export function isDone(position) {
  const { digits, kinds } = position;
  return digits.every(Boolean) && kinds.includes(ENTRY) && !kinds.includes(SOLVED) && !clashes(position).length;
}

/** Tell which digits are wrong, but not what is right. */
async function check(game, query) {
  const { status, reason, mistakes } = await checkedWork(query);
  const { position } = game;
  const point = (cells) => query.set({ pointed: new Set(cells) });
  if (status === "several") query.show(() => ({ title: say("several"), text: say("severalWork") }));
  else if (status !== "unique") query.show(() => ({ title: say(status === "none" ? "none" : "limit"), text: sayReason(reason, status) }));
  else if (!mistakes.length) {
    const n = position.digits.filter((digit) => !digit).length;
    query.show(() => ({ title: say("noMistake"), text: say(n === 1 ? "oneToGo" : "someToGo", { n: figure(n) }) }));
  } else {
    point(mistakes.map(([cell]) => cell));
    const items = () => mistakes.map(([cell]) => [wrongText(position, cell), () => point([cell])]);
    const title = () => say(mistakes.length === 1 ? "oneMistake" : "someMistakes", { n: figure(mistakes.length) });
    query.show(() => ({ title: title(), items: items() }), () => [["takeBack", () => game.go(takenBack(game.position, mistakes))]]);
  }
}

/** Tell that a puzzle is solved, as far as its houses go at once; the server knows its constraints. */
function announceDone(game) {
  const time = clockText(game.elapsed);
  const content = () => ({ title: say("done"), text: game.elapsed ? say("doneIn", { time }) : "" });
  asking(game, async (query) => {
    if (game.position.constraints.length) {
      const { status } = await ask("solve", puzzleOf(game), query.signal);
      if (status !== "unique") {
        query.show(() => ({ title: say("rulesBroken") }));
        return;
      }
    }
    query.show(content);
  });
}
