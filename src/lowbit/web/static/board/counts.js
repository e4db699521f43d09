// In how many solutions each true candidate is: colours on the board, a legend, and the numbers of a cell.

import { follow } from "../hints/live.js";
import { $, make } from "../page.js";
import { hasGivens } from "../game/player.js";
import { shownView } from "../views.js";
import { figure, onLanguage, say, sayReason } from "../words/words.js";

const MOST = 1000; // solutions with a candidate that are counted
const LEVELS = [1, 2, 10, 100, MOST]; // where the colours begin

/** Count while the true candidates are shown. */
export function startCounts(game) {
  let known = null;
  const isOn = () => $("true-candidates").ariaPressed === "true" && shownView() === "set";
  const draw = () => {
    $("counts").hidden = !isOn() || !hasGivens(game.position);
    $("counts-cell").replaceChildren(...cellParts(game, known));
  };
  const know = (answer) => {
    known = answer;
    const counts = answer?.counts ?? null;
    if (counts !== game.counts) game.set({ counts });
    else draw();
  };
  follow(game, "candidates", {
    isWanted: () => isOn() && hasGivens(game.position),
    options: () => ({ limit: MOST }),
    show: (answer) => know(answer ?? { reason: say("offline") }),
    wait: () => know(null),
  });
  game.onChange(draw);
  onLanguage(() => {
    $("counts-legend").replaceChildren(...LEVELS.map(levelElement));
    draw();
  });
}

/** Return the class of a candidate's colour, by how many solutions it is in. */
export function countClass(n) {
  return `count-${LEVELS.findLastIndex((least) => n >= least) + 1}`;
}

/** Write how many solutions there are, as far as they were counted. */
export function countFigure(n) {
  return n < MOST ? figure(n) : say("countsMore", { n: figure(n) });
}

function levelElement(least, at) {
  const most = (LEVELS[at + 1] ?? least + 1) - 1;
  const text = most > least ? `${figure(least)}–${figure(most)}` : countFigure(least);
  return make("span", { className: countClass(least), textContent: text });
}

/** Say what is known of the cell of the cursor. */
function cellParts({ board, cursor, position, counts }, known) {
  if (known?.reason) return [sayReason(known.reason, "limit-reached")];
  if (known?.status === "none") return [say("none")];
  if (!counts) return [say("counting")];
  const found = position.digits[cursor] ? [] : counts[cursor].flatMap((n, d) => (n ? [[d + 1, n]] : []));
  if (!found.length) return [say("countsChoose")];
  const numbers = found.map(([digit, n]) => make("span", { className: countClass(n), textContent: `${board.symbol(digit)}: ${countFigure(n)}` }));
  return [say("countsOf", { cell: board.cellName(cursor) }), ...numbers];
}
