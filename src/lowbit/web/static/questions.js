// What does the page ask about the puzzle on the board: is it right, what solves it, how many do?

import { show, showFailure, showWork } from "./answer.js";
import { ask } from "./api.js";
import { $ } from "./page.js";
import { solved, toText, unsolved } from "./position.js";
import { figure, say } from "./words.js";

const PAGE = 100;
let current = new AbortController();

/** Listen to the buttons that ask. */
export function startQuestions(game) {
  const listen = (id, showAnswer) =>
    $(id).addEventListener("click", () => asking(id, puzzleOf(game), (answer) => showAnswer(game, answer)));
  listen("check", showChecked);
  listen("solve", showSolved);
  listen("count", showCounted);
}

/** Stop what is being asked, and return the signal for what comes next. */
export function nextSignal() {
  current.abort();
  current = new AbortController();
  return current.signal;
}

/** Ask a question, and have the answer shown. */
export async function asking(name, question, showAnswer) {
  const signal = nextSignal();
  const done = showWork(stop);
  try {
    const answer = await ask(name, question, signal);
    done();
    if (!signal.aborted) await showAnswer(answer);
  } catch (error) {
    done();
    showFailure(error);
  }
}

function stop() {
  nextSignal();
  show(() => ({ title: say("stopped") }));
}

/** Return the puzzle as the server reads it. */
export function puzzleOf(game) {
  return { puzzle: toText(game.position), geometry: game.board.geometry };
}

function showChecked(game, { clashes, is_solved: isSolved }) {
  if (isSolved) show(() => ({ title: say("isSolved") }));
  else if (clashes.length) showClashes(game, clashes);
  else show(() => ({ title: say("noClash"), text: say("noClashMore") }));
}

function showClashes(game, clashes, title = null) {
  const point = (clash) => () => game.set({ pointed: new Set(clash.cells) });
  const items = clashes.map((clash) => [clash.message, point(clash)]);
  const n = clashes.length;
  show(() => ({ title: title ? say(title) : n === 1 ? say("oneClash") : say("someClashes", { n: figure(n) }), items }));
}

function showSolved(game, { status, solutions, reason, clashes }) {
  if (status === "unique") {
    game.go(solved(game.position, solutions[0]));
    show(() => ({ title: say("one"), text: say("oneMore") }));
  } else if (status === "several") {
    game.go(solved(game.position, solutions[0]));
    show(() => ({ title: say("several"), text: reason }), () => [["leaf", () => leaf(game, null)], ["count", () => $("count").click()]]);
  } else if (clashes.length) showClashes(game, clashes, "none");
  else show(() => ({ title: say(status === "none" ? "none" : "limit"), text: reason }));
}

function showCounted(game, { count, is_exact: isExact, reason }) {
  if (count === null) {
    show(() => ({ title: say("limit"), text: reason }));
    return;
  }
  const unit = () => say(count === 1 ? "countedOne" : "counted");
  show(
    () => ({ figure: figure(count), title: isExact ? unit() : `${unit()} ${say("orMore")}`, text: isExact ? "" : say("orMoreText") }),
    () => (count ? [["leaf", () => leaf(game, isExact ? count : null)]] : []),
  );
}

/** Show one solution after the other on the board; `all` is how many there are, if that is known. */
function leaf(game, all) {
  const puzzle = { ...puzzleOf(game) };
  const pages = new Map();
  let at = -1;

  async function go(to) {
    const page = Math.floor(to / PAGE);
    try {
      if (!pages.has(page)) pages.set(page, await ask("solutions", { ...puzzle, offset: page * PAGE, limit: PAGE }, nextSignal()));
    } catch (error) {
      showFailure(error);
      return;
    }
    const line = pages.get(page).solutions[to % PAGE];
    if (line) {
      at = to;
      game.go(solved(unsolved(game.position), line), "leaf");
    }
    const isLast = !line || all === at + 1;
    const reason = pages.get(page).reason;
    const title = () => say(all ? "leafingOf" : "leafing", { n: figure(at + 1), all: figure(all ?? 0) });
    show(
      () => ({ title: title(), text: line ? "" : reason || say("lastOne") }),
      () => [["previous", () => go(at - 1), at <= 0], ["next", () => go(at + 1), isLast]],
    );
  }

  go(0);
}
