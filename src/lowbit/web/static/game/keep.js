// What is on the page is kept in the browser, and is there again when the page is loaded again.
//
// Each tab keeps its own; a new tab begins with what was kept last. A board is kept with its houses,
// so that it needs no server.

import { showIdle } from "../answer.js";
import { Board, CLASSIC } from "../board/board.js";
import { $ } from "../page.js";
import { newKey, recall, remember, store, stored } from "../store.js";
import { listsOf, READ, readPosition, readState, stateOf, VERSION } from "./state.js";
import { onView, showView, shownView } from "../views.js";
import { say, sayName } from "../words/words.js";

const STATE = "state";
const LIST = "list";
const WISH = "wish"; // for the rows of the list, and their order
const PLACES = ["set", LIST]; // where it goes on; the others before, and now, are to play
const MOST_KEPT = 1 << 17; // characters of a list; longer ones, which may have ratings, go into the database
const PAUSE = 300; // ms without a change

/** Bring back what was kept, and keep what changes from now on. */
export function startKeeping(game, list) {
  const view = restore(game);
  restoreList(list);
  if (view) showView(view);
  let key = null;
  list.onOpen(async (opened) => (key = await keepList(opened)));
  list.onWish((wish) => put(WISH, JSON.stringify(wish)));
  list.onRated(({ file, ratings }) => key && store(key, { file, ratings }).catch(() => {})); // then they are asked for again
  const keepState = () => ($("not-kept").hidden = put(STATE, JSON.stringify({ ...keptOf(game), view: shownView() })));
  const keepSoon = delayed(keepState);
  game.onChange(keepSoon);
  onView(keepSoon);
  addEventListener("pagehide", keepState);
}

/** Return all that is kept of a game, as plain data. */
export function keptOf(game) {
  return { ...stateOf(game), ...playOf(game), board: boardOf(game) };
}

/** Return the position of what was kept and what else it sets, or null where it is none. */
export function readKept(state) {
  const { geometry, board } = state;
  const own = board ? new Board({ geometry, ...board }) : CLASSIC;
  const found = readState(state, own);
  return found && { position: found.position, values: { ...found.values, ...readPlay(state, own) } };
}

/** Return what is kept of a game, and goes into no link: the clock and the checkpoints. */
function playOf({ elapsed, checkpoints }) {
  return { elapsed, checkpoints: checkpoints.map((each) => ({ ...each, position: listsOf(each.position) })) };
}

function readPlay({ elapsed, checkpoints = [] }, board) {
  const found = checkpoints.map((each) => ({ elapsed: Number(each.elapsed) || 0, position: readPosition(each.position, board) }));
  return { elapsed: Number(elapsed) || 0, checkpoints: found.filter(({ position }) => position) };
}

function boardOf({ board }) {
  const { size, symbols, houses, places } = board;
  return board === CLASSIC ? null : { size, symbols, houses, places };
}

/** Bring the board back, and return the view that was shown. */
function restore(game) {
  try {
    const state = JSON.parse(get(STATE));
    const found = readKept(state);
    if (!found) return null;
    game.restore(found.position, found.values);
    showIdle(game);
    return PLACES.includes(state.view) ? state.view : null;
  } catch {
    return null; // nothing was kept, or by another version of the page
  }
}

async function restoreList(list) {
  try {
    const { version, name, geometry, text, key } = JSON.parse(get(LIST));
    if (!READ.includes(version)) return;
    const { file, ratings } = text === null ? ((await stored(key).catch(() => null)) ?? {}) : { file: text };
    if (list.isOpen) return; // another one by now
    if (file === undefined) $("list-note").textContent = say("notKept", { name: sayName(name) });
    else list.open(new File([file], ""), name, geometry, { ratings, wish: keptWish() });
  } catch {
    // nothing was kept
  }
}

/** Return which rows were shown, in which order; undefined where that was not kept. */
function keptWish() {
  try {
    return JSON.parse(get(WISH)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a list, a long one in the database; return its key there, null where it has none. */
async function keepList({ file, name, geometry }) {
  const isLong = file.size > MOST_KEPT;
  const kept = { version: VERSION, name, geometry, text: null, key: null };
  if (!isLong && put(LIST, JSON.stringify({ ...kept, text: await file.text() }))) return null;
  const key = newKey();
  const isStored = await store(key, { file }).then(() => true, () => false);
  put(LIST, JSON.stringify({ ...kept, key: isStored ? key : null }));
  return isStored ? key : null;
}

function get(name) {
  return recall(name, true) ?? recall(name);
}

/** Keep a text, for this tab and for new ones; whether there was room for both. */
function put(name, text) {
  const isOwn = remember(name, text, true);
  return remember(name, text) && isOwn;
}

/** Return a function that works once it has not been called for a moment. */
function delayed(work) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, PAUSE);
  };
}
