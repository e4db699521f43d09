// Answers by the search of the classic board alone, as Python gives them; what takes more is left to Python.

import { N_CELLS } from "./search.js";

const CLASSIC = "9x9";
const PUZZLE = /^[0-9.]{81}$/;
const [JSON_TYPE, NDJSON, TEXT] = ["application/json", "application/x-ndjson", "text/plain; charset=utf-8"];

/**
 * By the paths of requests: a function of a search and a request that returns {steps, answer}: the steps of the
 * work, and what makes the answer of it; or null.
 */
export const answers = { solve, count, parse, batch };

function solve(search, { body }) {
  const { puzzle, ...asked } = JSON.parse(body);
  if (!isPlain(puzzle, asked)) return null;
  const said = () => (search.status(0) === "unique" ? json({ status: "unique", solutions: [search.solutions(1)], reason: "", clashes: [] }) : null);
  return { steps: search.run(bytesOf(puzzle), 1), answer: said };
}

function count(search, { body }) {
  const { puzzle, limit = 1_000_000, ...asked } = JSON.parse(body);
  if (!isPlain(puzzle, asked)) return null;
  const said = () => json({ count: search.nSolutions(0), is_exact: search.nSolutions(0) !== limit, reason: "" });
  return { steps: search.run(bytesOf(puzzle), 1, { limit: BigInt(limit) }), answer: said };
}

function parse(_search, { body }) {
  const { text, geometry = CLASSIC, limit = 1000 } = JSON.parse(body);
  const lines = geometry === CLASSIC ? plainLines(text, limit + 1) : null;
  if (!lines) return null;
  const puzzles = lines.slice(0, limit).map((line, number) => ({ line: number + 1, puzzle: line.replaceAll("0", "."), remark: "", reason: "" }));
  return { steps: [], answer: () => json({ puzzles, has_more: lines.length > limit, is_loose: false }) };
}

function batch(search, { query, body }) {
  const lines = isListed(query) ? plainLines(typeof body === "string" ? body : new TextDecoder().decode(body)) : null;
  if (!lines) return null;
  const isText = query.get("style") === "line";
  const found = [];
  function* steps() {
    for (let first = 0; first < lines.length; first += search.most) {
      const part = lines.slice(first, first + search.most);
      yield* search.run(bytesOf(part.join("")), part.length);
      found.push(isText ? written(search, part) : statuses(search, part, first));
    }
  }
  return { steps: steps(), answer: () => ({ type: isText ? TEXT : NDJSON, text: found.join("") }) };
}

/** Return the solutions of puzzles, a line each, or the puzzles with what they are instead. */
function written(search, puzzles) {
  const solutions = search.solutions(puzzles.length);
  const write = (puzzle, number) => {
    const status = search.status(number);
    return status === "unique" ? `${solutions.slice(N_CELLS * number, N_CELLS * (number + 1))}\n` : `${puzzle}  # ${status}\n`;
  };
  return puzzles.map(write).join("");
}

/** Return what puzzles are, an object a line; the first of them is behind so many others. */
function statuses(search, puzzles, first) {
  return puzzles.map((_, number) => `{"line":${first + number + 1},"status":"${search.status(number)}"}\n`).join("");
}

/** Whether a list is of the classic board, and nothing but solved. */
function isListed(query) {
  return query.get("geometry") === CLASSIC && !query.has("rules") && (query.get("style") === "line" || query.get("solutions") === "false");
}

function isPlain(puzzle, { geometry = CLASSIC, constraints = [] }) {
  return geometry === CLASSIC && !constraints.length && PUZZLE.test(puzzle);
}

/** Return the first lines of a text of which each is a puzzle; null where one is not. */
function plainLines(text, most = Infinity) {
  const lines = text.split(/\r\n?|\n/);
  if (!lines.at(-1)) lines.pop(); // what a newline at the end leads to
  if (!lines.length || !lines.every((line) => PUZZLE.test(line))) return null;
  return lines.slice(0, most);
}

function bytesOf(text) {
  return new TextEncoder().encode(text);
}

function json(answer) {
  return { type: JSON_TYPE, text: JSON.stringify(answer) };
}
