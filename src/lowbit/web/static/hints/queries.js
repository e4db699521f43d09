// The buttons that solve and count the puzzle on the board.

import { ask } from "../api.js";
import { houseName } from "../board/view.js";
import { $ } from "../page.js";
import { constraintsOf } from "../game/player.js";
import { solved, toText, unsolved } from "../board/position.js";
import { asking } from "../query.js";
import { figure, say, sayReason } from "../words/words.js";

const PAGE = 100;
const LIMIT = "limit-reached";

/** Listen to the buttons that ask. */
export function startQueries(game) {
  listen(game, "solve", showSolved);
  listen(game, "count", showCounted);
}

/** Have a button run the query of its name, with options. */
export function listen(game, name, showAnswer, options = () => ({})) {
  const work = async (query) => {
    const answer = await ask(name, { ...puzzleOf(game), ...options() }, query.signal);
    showAnswer(query, answer, game);
  };
  $(name).addEventListener("click", () => asking(game, work));
}

/** Return the puzzle as the server reads it. */
export function puzzleOf(game) {
  return { puzzle: toText(game.position), geometry: game.board.geometry, ...constraintsOf(game.position) };
}

/** Show why there is no solution, as far as it is seen. */
function showClashes(query, clashes) {
  const point = (clash) => () => query.set({ pointed: new Set(clash.cells) });
  const items = () => clashes.map((clash) => [clashSentence(query.position.board, clash), point(clash)]);
  query.show(() => ({ title: say("none"), items: items() }));
}

/** Say a clash in the language of the page. */
function clashSentence(board, { kind, cells, digit, house }) {
  const [first, second] = cells.map((cell) => board.cellName(cell));
  const found = board.houses.find((other) => other.name === house);
  const values = { digit: board.symbol(digit), house: found && houseName(found), first, second };
  const key = { duplicate: "clashTwoAt", "no candidate": "noCandidate", "no place": "noPlace", broken: "ruleBroken" }[kind];
  return say(key, { ...values, cells: cells.map((cell) => board.cellName(cell)).join(" ") });
}

function showSolved(query, { status, solutions, reason, clashes }, game) {
  if (status === "unique") {
    query.go(solved(query.position, solutions[0]));
    query.show(() => ({ title: say("one"), text: say("oneMore") }));
  } else if (status === "several") {
    query.go(solved(query.position, solutions[0]));
    query.show(() => ({ title: say("several"), text: differenceText(query.position.board, solutions) }), () => [["leaf", () => leaf(game, null)], ["count", () => $("count").click()]]);
  } else if (clashes.length) showClashes(query, clashes);
  else query.show(() => ({ title: say(status === "none" ? "none" : "limit"), text: sayReason(reason, status) }));
}

/** Say where two solutions differ first. */
function differenceText(board, [one, other]) {
  const cell = [...one].findIndex((character, at) => character !== other[at]);
  return say("canBeTwo", { cell: board.cellName(cell), first: one[cell], second: other[cell] });
}

function showCounted(query, { count, is_exact: isExact, reason }, game) {
  if (count === null) {
    query.show(() => ({ title: say("limit"), text: sayReason(reason, LIMIT) }));
    return;
  }
  const unit = () => say(count === 1 ? "countedOne" : "counted");
  query.show(
    () => ({ figure: figure(count), title: isExact ? unit() : `${unit()} ${say("orMore")}`, text: isExact ? "" : say("orMoreText") }),
    () => (count ? [["leaf", () => leaf(game, isExact ? count : null)]] : []),
  );
}

/** Show one solution after the other on the board; `all` is how many there are, if that is known. */
function leaf(game, all) {
  const puzzle = puzzleOf(game);
  const pages = new Map();

  async function turn(query, from, to) {
    const page = Math.floor(to / PAGE);
    if (!pages.has(page)) pages.set(page, await ask("solutions", { ...puzzle, offset: page * PAGE, limit: PAGE }, query.signal));
    const { solutions, reason } = pages.get(page);
    const line = solutions[to % PAGE];
    if (line) query.go(solved(unsolved(query.position), line), "leaf");
    const at = line ? to : from;
    const title = () => say(all ? "leafingOf" : "leafing", { n: figure(at + 1), all: figure(all ?? 0) });
    query.show(
      () => ({ title: title(), text: line ? "" : sayReason(reason, LIMIT) || say("lastOne") }),
      () => [["previous", () => go(at, at - 1), at <= 0], ["next", () => go(at, at + 1), !line || all === at + 1]],
    );
  }

  const go = (from, to) => asking(game, (query) => turn(query, from, to));
  go(-1, 0);
}
