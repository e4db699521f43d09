// The start of the page.
//
//   load, share ───────┐                      ┌──> board-view (and pad, list-view)
//   board-input ───────┼──> game: position ───┼──> drawing: the evidence of a step
//   queries, makers <──┤    with its history  └──> keep
//   hints, walk, work <┘           │
//        └──────> query <──────────┘ ends it
//                     └──────> answer
//   rating, verdict, counts <── live <── game, on their own
//
// `position` and `board` know the rules; everything that is said comes from `words`.

import { startAnswer } from "./answer.js";
import { BoardView } from "./board-view.js";
import { startInput } from "./board-input.js";
import { startBoards } from "./boards.js";
import { startBook } from "./book.js";
import { startCheckpoints } from "./checkpoints.js";
import { startClock } from "./clock.js";
import { startCounts } from "./counts.js";
import { startDrawing } from "./drawing.js";
import { startExport } from "./export.js";
import { Game } from "./game.js";
import { startGenerate } from "./generate.js";
import { startHints } from "./hints.js";
import { startKeeping } from "./keep.js";
import { PuzzleList } from "./list.js";
import { startListPlace } from "./list-place.js";
import { Loader, startLoading } from "./load.js";
import { startMakers } from "./makers.js";
import { startMaximize } from "./maximize.js";
import { startPad } from "./pad.js";
import { $, make, startDialogs, startTheme } from "./page.js";
import { hasGivens } from "./player.js";
import { startPractise } from "./practise.js";
import { startQueries } from "./queries.js";
import { startRating } from "./rating.js";
import { startRules } from "./rules.js";
import { startRulesView } from "./rules-view.js";
import { startSharing } from "./share.js";
import { startShelf } from "./shelf.js";
import { startVerdict } from "./verdict.js";
import { onView, showBoard, startViews } from "./views.js";
import { startWalk } from "./walk.js";
import { say, startLanguage } from "./words.js";
import { isDone, startWork } from "./work.js";
import { startZoom } from "./zoom.js";

const KEYS = [
  ["← ↑ → ↓", "keyArrows"],
  ["1–9", "keyDigit"],
  ["Ctrl+1–9", "keyCentre"],
  ["Ctrl+Shift+1–9", "keyColour"],
  ["0 Delete", "keyErase"],
  ["␣ ⌫ ⏎", "keyEntering"],
  ["Ctrl+Z Ctrl+Y", "keyUndo"],
  ["M", "keyMode"],
  ["Ctrl+A", "keyAll"],
  ["Ctrl+V", "keyPaste"],
  ["↖", "keyPointer"],
];

function startHelp() {
  $("help").addEventListener("click", () => {
    const items = KEYS.flatMap(([keys, word]) => [
      make("dt", {}, ...keys.split(" ").map((key) => make("kbd", { textContent: key }))),
      make("dd", { textContent: say(word) }),
    ]);
    $("keys").replaceChildren(...items);
    $("help-dialog").showModal();
  });
}

/** Return the mode in which a place begins: to set a puzzle is to type givens, to play it to type digits. */
function modeIn(place, { mode, position }) {
  if (place === "set") return "given";
  if (place === "list") return mode;
  return mode === "given" && hasGivens(position) ? "digit" : mode;
}

function start() {
  const game = new Game();
  const view = new BoardView(game);
  const list = new PuzzleList((rows, row, at) => loader.openRow(rows, row, () => placeInList(at)));
  const loader = new Loader(game, list);
  const placeInList = startListPlace(game, list);
  startViews();
  startDialogs();
  startTheme($("theme"));
  startHelp();
  $("skip").addEventListener("click", (event) => {
    event.preventDefault();
    showBoard();
    view.focus();
  });
  startAnswer(game);
  startInput(game, view);
  startPad(game);
  startDrawing(game);
  startHints(game);
  startWalk(game);
  startPractise(game);
  startQueries(game);
  startMaximize(game);
  startMakers(game);
  startGenerate(game, loader);
  startExport(game);
  startBook(game, list);
  startBoards(game, loader);
  startLoading(loader, game);
  startRating(game);
  startRules(game);
  startRulesView(game);
  startVerdict(game);
  startCounts(game);
  startZoom(game);
  startLanguage($("language"));
  game.set({});
  startKeeping(game, list);
  startWork(game);
  startClock(game, isDone);
  startCheckpoints(game);
  startShelf(game);
  onView((place) => game.set({ mode: modeIn(place, game) }));
  startSharing(game).then(() => {
    performance.mark("ready");
    document.documentElement.dataset.ready = "yes";
  });
  if ("serviceWorker" in navigator) {
    addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
  }
}

start();
