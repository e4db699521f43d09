// The address of what is shown, behind the #, so that Back, Forward, another load and a link lead there.
//
//   #play=PUZZLE  #set=PUZZLE   a board: the line of a classic puzzle, or packed
//   #list                       the list
//   #learn  #learn=TECHNIQUE    what is shown over them (see `onVisit`)
//
// The browser's entry for a board knows its origin: the board comes back as it was left. An entry for what is shown over
// the page knows how many of its kind lie below it. In a frame on another page nothing is written: Back is that page's.

import { CLASSIC } from "../board/board.js";
import { fromText, isBlank, onlyGivens, toText } from "../board/position.js";
import { isEmbedded } from "../embedding.js";
import { asking } from "../query.js";
import { onView, PLACES, showView, shownView } from "../views.js";
import { boardLeft } from "./boards.js";
import { hasGivens, puzzleName } from "./player.js";
import { openLink, packedPuzzle } from "./share.js";
import { goOn } from "./shelf.js";

const LINE = /^[1-9.]{81}$/;
const PAUSE = 300; // ms: browsers allow few changes a second
const visits = new Map(); // what is shown over the page, by its name
let address = null;

/** Have `show` show what has a name over the page, whenever the address says so. */
export function onVisit(name, show) {
  visits.set(name, show);
}

/** Give what is now shown over the page its address. */
export function visit(name, value = "") {
  address?.cover(`#${name}${value && `=${value}`}`);
}

/** Go back to the address of what lay below. */
export function leave() {
  address?.uncover();
}

/** Show what the address asks for, then follow the places and boards that are opened. */
export async function startAddress(game, loader) {
  address = new Address(game, loader);
  await address.arrive(history.state ?? stateLost(game));
  addEventListener("popstate", ({ state }) => address.arrive(state));
}

/** Return what the entry of a page that was loaded again knew: browsers forget it where another process loads the page. */
function stateLost({ position }) {
  const isAgain = performance.getEntriesByType("navigation")[0]?.type === "reload";
  return isAgain && !isBlank(position) ? { origin: position.origin } : null;
}

class Address {
  constructor(game, loader) {
    [this._game, this._loader] = [game, loader];
    this._known = new Set(); // origins of boards that have an entry
    this._isArriving = this._isLeaving = false;
    this._shown = this._timer = null;
    game.onChange(() => this._follow());
    onView(() => this._follow());
  }

  /** Show what an entry is about. */
  async arrive(state) {
    const [name, value = ""] = location.hash.slice(1).split("=");
    const isLeft = this._isLeaving;
    this._isLeaving = false;
    this._isArriving = true;
    if (visits.has(name)) visits.get(name)(value);
    else {
      if (!isLeft) document.querySelector("dialog[open]")?.close();
      await this._show(name, value, state);
    }
    this._isArriving = false;
    if (isCovered()) this._note();
    else this._write({ isNew: false });
  }

  /** Show the board that an entry knows, or the puzzle that it names, in its place. */
  async _show(name, value, state) {
    const { position } = this._game;
    const isPlace = PLACES.includes(name);
    const place = isPlace ? name : "play";
    const isWanted = isPlace || this._shown; // at first, without an address, the page goes on where it was
    if (isWanted && place !== shownView()) showView(place);
    if (name && !isPlace) await openLink(this._game, name, place);
    else if (state?.origin === position.origin || place === "list") return;
    else if (state?.origin && boardLeft(state.origin)) goOn(this._game, boardLeft(state.origin));
    else if (LINE.test(value)) await asking(this._game, (query) => this._loader.put(query, fromText(CLASSIC, value)));
    else if (value) await openLink(this._game, value, place);
  }

  cover(hash) {
    if (isEmbedded || location.hash === hash) return;
    history.pushState({ ...history.state, over: (history.state?.over ?? 0) + 1 }, "", hash);
  }

  uncover() {
    const over = history.state?.over;
    this._isLeaving = Boolean(over);
    if (over) history.go(-over);
    else this._write({ isNew: false });
  }

  /** Look, once all that is done at once is done, whether something has another address by now. */
  _follow() {
    if (this._isPlanned) return;
    this._isPlanned = true;
    queueMicrotask(() => {
      this._isPlanned = false;
      if (this._shown && !isEmbedded && !this._isArriving && !this._isLeaving && !isCovered()) this._look();
    });
  }

  _look() {
    const { position } = this._game;
    const { place, origin, puzzle } = this._shown;
    const isNew = shownView() !== place || (shownView() !== "list" && !this._known.has(position.origin));
    if (isNew || position.origin !== origin) this._write({ isNew });
    else if (puzzleName(position) !== puzzle) {
      clearTimeout(this._timer);
      this._timer = setTimeout(() => this._isArriving || isCovered() || this._write({ isNew: false }), PAUSE);
    }
  }

  /** Note that what is shown has its entry. */
  _note() {
    const { position } = this._game;
    this._known.add(position.origin);
    return (this._shown = { place: shownView(), origin: position.origin, puzzle: puzzleName(position) });
  }

  /** Write the address of what is shown into a new entry or into this one. */
  async _write({ isNew }) {
    if (isEmbedded) return;
    const { position } = this._game;
    const { origin } = position;
    const shown = this._note();
    const put = (code) => history[isNew ? "pushState" : "replaceState"]({ origin }, "", addressOf(shown.place, code));
    if (isBlank(position) || !hasGivens(position) || shown.place === "list") put("");
    else if (isPlain(position)) put(toText(onlyGivens(position)));
    else {
      if (isNew) put("");
      const code = await packedPuzzle(this._game);
      isNew = false;
      if (shown === this._shown && !isCovered()) put(code);
    }
  }
}

/** Whether the address is that of something that is shown over the page. */
function isCovered() {
  return visits.has(location.hash.slice(1).split("=")[0]);
}

/** Whether the line of a puzzle says all of it. */
function isPlain({ board, allowed, constraints, cosmetics, about }) {
  return board === CLASSIC && !allowed && !constraints.length && !cosmetics.length && !Object.values(about).some(Boolean);
}

function addressOf(place, code) {
  const isBare = place === "play" && !code;
  return `${location.pathname}${location.search}${isBare ? "" : `#${place}${code && `=${code}`}`}`;
}
