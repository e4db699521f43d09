// What is on the page is kept in the browser, and is there again when the page is loaded again.
//
// Each tab keeps its own; a new tab begins with what was kept last. A board is kept with its houses,
// so that it needs no server.

import { showIdle } from "../answer.js";
import { followBoards, keepBoard, keptOf, latestBoard, readKeptText } from "./boards.js";
import { $ } from "../page.js";
import { newKey, recall, remember, store, stored } from "../store.js";
import { READ, VERSION } from "./state.js";
import { onView, showView, shownView } from "../views.js";
import { say, sayName } from "../words/words.js";

const STATE = "state";
const LIST = "list";
const WISH = "wish"; // for the rows of the list, and their order
const PLACES = ["set", LIST]; // where it goes on; the others before, and now, are to play
const MOST_KEPT = 1 << 17; // characters of a list; longer ones, which may have ratings, go into the database
const PAUSE = 30; // ms without a change; a page that is loaded again in another process may read this before it is left

/** Bring back what was kept, and keep what changes from now on. */
export function startKeeping(game, list) {
  const isRestored = restore(game);
  restoreList(list);
  let key = null;
  list.onOpen(async (opened) => (key = await keepList(opened)));
  list.onWish((wish) => put(WISH, JSON.stringify(wish)));
  list.onRated(({ file, ratings }) => key && store(key, { file, ratings }).catch(() => {})); // then they are asked for again
  const keepState = () => {
    const isOwn = remember(STATE, JSON.stringify({ ...keptOf(game), view: shownView() }), true);
    $("not-kept").hidden = keepBoard(game) && isOwn;
  };
  const keepSoon = delayed(keepState);
  followBoards(game, keepState);
  if (isRestored) keepState(); // another tab that has the same board hears of it
  game.onChange(keepSoon);
  onView(keepSoon);
  addEventListener("pagehide", keepState);
}

/** Bring back this tab's board and the place where it was, or for a new tab the board that was kept last; whether there was one. */
function restore(game) {
  const own = readKeptText(recall(STATE, true));
  const found = own?.found ?? latestBoard();
  if (!found) return false;
  game.restore(found.position, found.values);
  showIdle(game);
  if (PLACES.includes(own?.view)) showView(own.view);
  return true;
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
async function keepList({ file, name, geometry, ratings }) {
  const isLong = file.size > MOST_KEPT;
  const kept = { version: VERSION, name, geometry, text: null, key: null };
  if (!isLong && put(LIST, JSON.stringify({ ...kept, text: await file.text() }))) return null;
  const key = newKey();
  const isStored = await store(key, { file, ratings }).then(() => true, () => false);
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
