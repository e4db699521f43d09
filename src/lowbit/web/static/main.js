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

import { startAddress } from "./game/address.js";
import { startAnswer } from "./answer.js";
import { BoardView } from "./board/view.js";
import { startInput } from "./board/input.js";
import { startBoards } from "./board/choice.js";
import { startBook } from "./book.js";
import { startCheckpoints } from "./game/checkpoints.js";
import { startClock } from "./game/clock.js";
import { startCounts } from "./board/counts.js";
import { startDrawings } from "./making/drawings.js";
import { startDrawing } from "./board/drawing.js";
import { isEmbedded, startEmbedding } from "./embedding.js";
import { startExport } from "./export.js";
import { Game } from "./game/game.js";
import { startGenerate } from "./making/generate.js";
import { startHints } from "./hints/hints.js";
import { startLearning } from "./hints/learn.js";
import { startKeeping } from "./game/keep.js";
import { PuzzleList } from "./list/list.js";
import { startListPlace } from "./list/place.js";
import { Loader, startLoading } from "./list/load.js";
import { startMakers } from "./making/makers.js";
import { startMaximize } from "./making/maximize.js";
import { startMeasures } from "./hints/measures.js";
import { startMenus } from "./menus.js";
import { startPad } from "./board/pad.js";
import { $, make, startDialogs, startTheme } from "./page.js";
import { hasGivens } from "./game/player.js";
import { startQueries } from "./hints/queries.js";
import { startRating } from "./hints/rating.js";
import { startRules } from "./making/rules.js";
import { startRulesView } from "./board/rules-view.js";
import { startStart } from "./making/start.js";
import { startSharing } from "./game/share.js";
import { startShelf } from "./game/shelf.js";
import { startVerdict } from "./hints/verdict.js";
import { onView, showBoard, startViews } from "./views.js";
import { startWarning } from "./hints/warning.js";
import { startWalk } from "./hints/steps.js";
import { startLoadingBar } from "./loading.js";
import { transport } from "./transport.js";
import { say, startLanguage } from "./words/words.js";
import { isDone, startWork } from "./game/work.js";
import { startZoom } from "./board/zoom.js";

const KEYS = [
  ["← ↑ → ↓", "keyArrows"],
  ["1–9", "keyDigit"],
  ["Ctrl+1–9", "keyCentre"],
  ["Ctrl+Shift+1–9", "keyColour"],
  ["0 Delete", "keyErase"],
  ["␣ ⌫ ⏎", "keyEntering"],
  ["Ctrl+Z Ctrl+Y", "keyUndo"],
  ["M", "keyMode"],
  ["Z X C V", "keyModes"],
  ["H", "keyHint"],
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
  startMenus();
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
  const lessons = startLearning(game);
  startHints(game, lessons);
  startWarning(game);
  startWalk(game, lessons);
  startQueries(game);
  startMaximize(game);
  startMakers(game);
  startGenerate(game, loader);
  startStart(game, loader);
  startExport(game);
  startBook(game, list);
  startBoards(game, loader);
  startLoading(loader, game);
  startRating(game);
  startMeasures(game);
  startRules(game);
  startDrawings(game);
  startRulesView(game);
  startVerdict(game);
  startCounts(game);
  startZoom(game);
  startLanguage($("language"));
  game.set({});
  if (!isEmbedded) startKeeping(game, list);
  startWork(game);
  startClock(game, isDone);
  startCheckpoints(game);
  startShelf(game);
  onView((place) => game.set({ mode: modeIn(place, game) }));
  startSharing(game);
  const opening = startEmbedding(game, loader).then(() => startAddress(game, loader));
  opening.then(() => {
    performance.mark("ready");
    document.documentElement.dataset.ready = "yes";
  });
  startLoadingBar();
  addEventListener("load", async () => {
    await transport.open();
    await navigator.serviceWorker?.register("sw.js").catch(() => {}); // what it keeps is at hand by now
  });
}

start();
