// Answers by the search of the classic board alone, as Python gives them; what takes more is left to Python.

import { clashesOf } from "./clashes.js";
import { BLANK, bytesOf, candidateCounts, counted, firstSolutions, masksOf, redundantGivens } from "./findings.js";
import { N_CELLS } from "./search.js";

const CLASSIC = "9x9";
const PUZZLE = /^[0-9.]{81}$/;
const [JSON_TYPE, NDJSON, TEXT] = ["application/json", "application/x-ndjson", "text/plain; charset=utf-8"];
const MOST_COUNTED = 1000; // solutions, for a verdict
const MOST_LISTED = 10_000;

/**
 * By the paths of requests: a generator that gets {search, listing, patience} and a request, yields now and then, and
 * returns the answer, or null.
 */
export const answers = { solve, count, solutions, verdict, candidates, parse, batch };

function* solve(engines, { body }) {
  const asked = plain(body);
  if (!asked) return null;
  const { search } = engines;
  yield* search.run(bytesOf(asked.puzzle), 1);
  const status = search.status(0);
  if (status === "unique") return json({ status, solutions: [search.solutions(1)], reason: "", clashes: [] });
  if (status === "none") return json(withoutSolution(asked.puzzle));
  const found = yield* firstSolutions(engines, asked.puzzle, 2);
  return json({ status, solutions: found, reason: `the puzzle has more than one solution: ${difference(found)}`, clashes: [] });
}

function* count({ search }, { body }) {
  const asked = plain(body, ["limit"]);
  if (!asked) return null;
  const { puzzle, limit = 1_000_000 } = asked;
  const [number] = yield* counted(search, [puzzle], limit);
  return json({ count: number, is_exact: number !== limit, reason: "" });
}

function* solutions(engines, { body }) {
  const asked = plain(body, ["offset", "limit"]);
  if (!asked) return null;
  const { puzzle, offset = 0, limit = 100 } = asked;
  const end = offset + limit;
  if (end > MOST_LISTED) return null;
  const found = yield* firstSolutions(engines, puzzle, end + 1);
  return json({ offset, solutions: found.slice(offset, end), has_more: found.length > end, reason: "" });
}

function* verdict({ search }, { body }) {
  const asked = plain(body);
  if (!asked) return null;
  const { puzzle } = asked;
  yield* search.run(bytesOf(puzzle), 1);
  const status = search.status(0);
  const known = { status, reason: "", candidates: null, deciding: null, redundant: null, count: null, is_exact: true };
  if (status === "none") return json(known);
  if (status === "unique") {
    const masks = masksOf(search.solutions(1));
    return json({ ...known, candidates: masks, redundant: yield* redundantGivens(search, puzzle) });
  }
  const counts = yield* candidateCounts(search, puzzle, 2);
  const where = (is) => counts.map((row) => row.reduce((mask, n, d) => (is(n) ? mask | (1 << d) : mask), 0));
  const [number] = yield* counted(search, [puzzle], MOST_COUNTED);
  const many = { count: number, is_exact: number < MOST_COUNTED };
  return json({ ...known, candidates: where((n) => n > 0), deciding: where((n) => n === 1), ...many });
}

function* candidates({ search }, { body }) {
  const asked = plain(body, ["limit"]);
  if (!asked) return null;
  const counts = yield* candidateCounts(search, asked.puzzle, asked.limit ?? 1000);
  const most = Math.max(...counts.map((row) => row.filter(Boolean).length));
  return json({ status: ["none", "unique", "several"][Math.min(2, most)], counts, reason: "" });
}

function* parse(_engines, { body }) {
  const { text, geometry = CLASSIC, limit = 1000 } = JSON.parse(body);
  const lines = geometry === CLASSIC ? plainLines(text, limit + 1) : null;
  if (!lines) return null;
  const puzzles = lines.slice(0, limit).map((line, number) => ({ line: number + 1, puzzle: line.replaceAll("0", BLANK), remark: "", reason: "" }));
  return json({ puzzles, has_more: lines.length > limit, is_loose: false });
}

function* batch({ search }, { query, body }) {
  const lines = isListed(query) ? plainLines(typeof body === "string" ? body : new TextDecoder().decode(body)) : null;
  if (!lines) return null;
  const isText = query.get("style") === "line";
  const found = [];
  for (let first = 0; first < lines.length; first += search.most) {
    const part = lines.slice(first, first + search.most);
    yield* search.run(bytesOf(part.join("")), part.length);
    found.push(isText ? written(search, part) : statuses(search, part, first));
  }
  return { type: isText ? TEXT : NDJSON, text: found.join("") };
}

function withoutSolution(puzzle) {
  const clashes = clashesOf(puzzle);
  return { status: "none", solutions: [], reason: ["the puzzle has no solution", ...clashes.slice(0, 1).map(({ message }) => message)].join(": "), clashes };
}

/** Say where two solutions differ first. */
function difference([one, other]) {
  const cell = [...one].findIndex((character, at) => character !== other[at]);
  return `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1} can be ${one[cell]} or ${other[cell]}`;
}

/** Return the solutions of puzzles, a line each, or the puzzles with what they are instead. */
function written(search, puzzles) {
  const solved = search.solutions(puzzles.length);
  const write = (puzzle, number) => {
    const status = search.status(number);
    return status === "unique" ? `${solved.slice(N_CELLS * number, N_CELLS * (number + 1))}\n` : `${puzzle}  # ${status}\n`;
  };
  return puzzles.map(write).join("");
}

/** Return what puzzles are, an object a line; the first of them is behind so many others. */
function statuses(search, puzzles, first) {
  return puzzles.map((_, number) => `{"line":${first + number + 1},"status":"${search.status(number)}"}\n`).join("");
}

/** Whether a list is of the classic board, and nothing but solved. */
function isListed(query) {
  return query.get("geometry") === CLASSIC && !query.has("rules") && !query.has("measures") && (query.get("style") === "line" || query.get("solutions") === "false");
}

/** Return what is asked of a puzzle of the classic board; null where it is another one, or asked by other `names`, too. */
function plain(body, names = []) {
  const { puzzle, geometry = CLASSIC, constraints = [], ...others } = JSON.parse(body);
  const isPlain = geometry === CLASSIC && !constraints.length && PUZZLE.test(puzzle);
  return isPlain && Object.keys(others).every((name) => names.includes(name)) ? { puzzle: puzzle.replaceAll("0", BLANK), ...others } : null;
}

/** Return the first lines of a text of which each is a puzzle; null where one is not. */
function plainLines(text, most = Infinity) {
  const lines = text.split(/\r\n?|\n/);
  if (!lines.at(-1)) lines.pop(); // what a newline at the end leads to
  if (!lines.length || !lines.every((line) => PUZZLE.test(line))) return null;
  return lines.slice(0, most);
}

function json(answer) {
  return { type: JSON_TYPE, text: JSON.stringify(answer) };
}
