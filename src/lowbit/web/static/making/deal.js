// Puzzles dealt from those that are at hand: in other digits, turned and mirrored.
//
// A seed deals the same puzzle in every browser, so the date is the seed of the day's.

import { PUZZLES } from "./puzzles.js";

const NINE = [...Array(9).keys()];
const TURNS = 8; // ways to turn and mirror a square
const OF_DAYS = ["unfair", "easy", "easy", "medium", "medium", "hard", "hard"]; // from Sunday on

/** Return all puzzles, the easiest first. */
export function allPuzzles() {
  return Object.keys(PUZZLES).flatMap(puzzlesOf);
}

/** Return a puzzle of a level. */
export function dealt(level, seed) {
  const draw = drawing(seed);
  const puzzles = puzzlesOf(level);
  return disguised(puzzles[draw(puzzles.length)], draw);
}

/** Return several puzzles of a level, as different as can be. */
export function dealtSeveral(level, n, seed) {
  const draw = drawing(seed);
  const puzzles = shuffled(puzzlesOf(level), draw);
  return Array.from({ length: n }, (_, at) => disguised(puzzles[at % puzzles.length], draw));
}

/** Return a puzzle in other digits, turned or mirrored. */
function disguised(puzzle, draw) {
  const names = shuffled([..."123456789"], draw);
  const turn = draw(TURNS);
  return NINE.flatMap((row) => NINE.map((column) => puzzle[turned(row, column, turn)]))
    .map((character) => (character === "." ? "." : names[character - 1]))
    .join("");
}

/** Return the level and the puzzle of a date. */
export function ofDay(date) {
  const level = OF_DAYS[date.getDay()];
  const seed = (date.getFullYear() * 100 + date.getMonth() + 1) * 100 + date.getDate();
  return { level, puzzle: dealt(level, seed) };
}

function puzzlesOf(level) {
  return PUZZLES[level].trim().split("\n");
}

function turned(row, column, turn) {
  const [down, right] = turn & 1 ? [column, row] : [row, column];
  return 9 * (turn & 2 ? 8 - down : down) + (turn & 4 ? 8 - right : right);
}

function shuffled(items, draw) {
  for (let at = items.length - 1; at > 0; at--) {
    const other = draw(at + 1);
    [items[at], items[other]] = [items[other], items[at]];
  }
  return items;
}

/** Return a function that draws a number below another one: mulberry32, in whole numbers alone. */
function drawing(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}
