// How hard the puzzle on the board is, in the line below it; and whether it is a puzzle at all.

import { CLASSIC } from "../board/board.js";
import { follow } from "./live.js";
import { $ } from "../page.js";
import { GIVEN } from "../board/position.js";
import { shownView } from "../views.js";
import { figure, onLanguage, say, spoken } from "../words/words.js";

const FEWEST = 17; // givens of a puzzle with one solution
const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Rate the puzzle whenever its givens change. */
export function startRating(game) {
  let known = null;
  const draw = () => {
    $("rating").textContent = ratingText(known);
    $("rating").title = known?.level ? ratingDetails(known) : "";
    $("rating-details").textContent = game.position.constraints.length ? say("ratingNoRules") : $("rating").title;
    $("rating").classList.toggle("clashes", known?.status === "none");
  };
  const show = (answer) => {
    known = answer;
    draw();
  };
  follow(game, "rate", { isWanted, options: () => ({ language: spoken() }), show });
  game.onChange(draw); // constraints come and go
  onLanguage(draw);
}

/** Only puzzles of givens, or of candidates, on the classic board are rated. */
function isWanted({ board, position: { kinds, digits, allowed, constraints } }) {
  const n = kinds.filter((kind, cell) => kind === GIVEN && digits[cell]).length;
  return shownView() !== "list" && board === CLASSIC && !constraints.length && (allowed || n >= FEWEST) && n < board.nCells;
}

/** Say in a few words how hard a puzzle is, or why that is not known. */
export function ratingText(known) {
  if (!known) return "";
  if (known.isPreparing) return say("ratingPreparing");
  if (known.level === null) return { several: say("several"), none: say("none") }[known.status] ?? "";
  const er = known.er === null ? "" : ` · ER ${ratingFigure(known.er)}`;
  return `${say(`level-${known.level}`)}${er}`;
}

/** Write a rating of Sudoku Explainer; one that is not known is 0. */
export function ratingFigure(er) {
  return er ? er.toLocaleString(spoken(), DIGITS) : "";
}

function ratingDetails({ level, score, er }) {
  const values = { level: say(`level-${level}`), score: figure(score), er: ratingFigure(er) || "–" };
  return say("ratingDetails", values);
}
