// Hints in three levels: where to look, the technique, the whole step drawn on the board.
//
// The server is asked once for the whole step; each level shows more of it. A mistake is
// shown instead of any step, for what would be built on it is wrong.

import { ask } from "../api.js";
import { houseName } from "../board/view.js";
import { effectOf, pictureOf, placeOf, placePicture } from "../board/evidence.js";
import { $, capital } from "../page.js";
import { checkedWork, hasGivens, mistakeText, playerOf, wrongText } from "../game/player.js";
import { asGivens, stepped, takenBack, unsolved } from "../board/position.js";
import { asking } from "../query.js";
import { onView } from "../views.js";
import { onLanguage, say, sayReason } from "../words/words.js";

const [WHERE, TECHNIQUE, STEP] = [1, 2, 3];

/** Listen to the button. */
export function startHints(game, lessons) {
  const hints = new Hints(game, lessons);
  $("hint").addEventListener("click", () => hints.next());
  onView((place) => place === "set" && hints.leave());
  onLanguage(() => hints.askAgain());
}

class Hints {
  constructor(game, lessons) {
    this._game = game;
    this._lessons = lessons;
    this._asked = null; // the query whose answer is waited for
    this._query = null; // the one whose answer is shown
    this._answer = null;
    this._mistakes = null; // those that are told instead of a step
    this._level = WHERE;
  }

  /** Tell more of the step, or look for one; of one that is on its way, more is told when it comes. */
  next() {
    if (this._mistakes?.isShown) return this._mistakes.next();
    if (!isOpen(this._asked) && !this._isShown) this.ask();
    else if (this._level < STEP) this._level += 1;
    if (this._isShown) this._show();
  }

  /** Look for a step. */
  ask() {
    const { position } = this._game;
    if (!hasGivens(position)) showNoGivens(this._game);
    else asking(this._game, (query) => this._take(query, WHERE));
  }

  /** Tell no more: whoever sets puzzles has no use for it, and on a phone it would cover the setter's tools. */
  leave() {
    if (isOpen(this._asked) || this._isShown || this._mistakes?.isShown) this._game.dismiss();
  }

  /** Ask for the same step in another language. */
  askAgain() {
    if (!this._isShown) return;
    const level = this._level;
    asking(this._game, (query) => this._take(query, level));
  }

  get _isShown() {
    return isOpen(this._query);
  }

  async _take(query, level) {
    [this._asked, this._query, this._level] = [query, null, level];
    const position = unsolved(query.position);
    const answer = await ask("hint", { ...playerOf(position), detail: STEP }, query.signal).finally(() => this._came(query));
    if (query.isOver) return;
    query.go(position);
    if (answer.mistakes.length) this._mistakes = await showMistakes(this._game, query);
    else if (answer.step) {
      [this._query, this._answer] = [query, answer];
      this._show();
    } else showNoStep(query, answer);
  }

  _came(query) {
    if (this._asked === query) this._asked = null;
  }

  _show() {
    const { board } = this._game;
    const { step, status } = this._answer;
    const level = this._level;
    const place = placeOf(board, step);
    const picture = level === STEP ? pictureOf(board, step) : placePicture(place);
    this._query.set({ picture });
    const content = {
      [WHERE]: () => ({ title: say("lookAt", { place: placeName(board, place) }), text: say("hintMoreText") }),
      [TECHNIQUE]: () => ({ title: capital(step.name), text: say("lookAt", { place: placeName(board, place) }) }),
      [STEP]: () => ({ title: capital(step.name), text: stepText(step, status), whole: step.whole_reason, notation: step.notation, roles: roleNames(picture) }),
    }[level];
    const tools = level === STEP ? ["applyStep", () => this._apply()] : ["hintMore", () => this.next()];
    this._query.show(content, () => [tools, ...(level > WHERE ? this._lessons.toolsOf(step) : [])]);
  }

  _apply() {
    const { step } = this._answer;
    const effect = effectOf(this._game.board, step);
    const query = this._query;
    this._query = null;
    query.go(stepped(this._game.position, effect));
    if (effect.struck.length) query.set({ hasCandidates: true }); // that it has gone is to be seen
    query.show(() => ({ title: say("applied"), text: step.reason }), () => [["nextHint", () => this.ask()]]);
  }
}

/** Whether a query is asked or shown, and nothing has taken its place. */
function isOpen(query) {
  return Boolean(query) && !query.isOver;
}

/** Say the reason of a step, and what the step does not rely on. */
export function stepText({ reason }, status) {
  return status === "several" ? `${reason}\n${say("severalNote")}` : reason;
}

/** Return the names of the roles of a picture, with their styles. */
export function roleNames({ lines, roles }) {
  return [...lines.map(([word, look]) => [say(word), look]), ...roles.map(([role, look]) => [say(`role-${role}`), look])];
}

/** Make what was entered the puzzle, and play it. */
export function fix(game) {
  game.go(asGivens(game.position));
  game.set({ mode: "digit" });
}

/** Tell that nothing on the board is a given, and offer to make it one. */
export function showNoGivens(game) {
  asking(game, (query) => {
    if (!query.position.digits.some(Boolean)) query.show(() => ({ title: say("welcome"), text: say("enterMore") }));
    else query.show(() => ({ title: say("noGivens"), text: say("noGivensMore") }), () => [["fix", () => fix(game)]]);
  });
}

/** Tell that something differs from the solution, at first only where. */
export async function showMistakes(game, query) {
  const { mistakes } = await checkedWork(query);
  const told = new Mistakes(game, query, mistakes);
  told.show();
  return told;
}

/** Mistakes, told as a step is: the box to look at, then the cells, and the digits to who asks for them. */
class Mistakes {
  constructor(game, query, mistakes) {
    [this._game, this._query, this._mistakes, this._level] = [game, query, mistakes, WHERE];
  }

  get isShown() {
    return isOpen(this._query);
  }

  /** Tell more of them. */
  next() {
    this._level = Math.min(this._level + 1, STEP);
    this.show();
  }

  show() {
    if (this._level === WHERE) this._query.set({ picture: placePicture(this._place), pointed: new Set() });
    else this._point(this._mistakes.map(([cell]) => cell));
    const more = this._level < STEP ? [["hintMore", () => this.next()]] : [];
    this._query.show(() => this._content(), () => [...more, ["takeBack", () => this._game.go(takenBack(this._game.position, this._mistakes))]]);
  }

  /** The box of the first mistake; on a board without boxes another house, or the cell. */
  get _place() {
    const [cell] = this._mistakes[0];
    const houses = this._game.board.housesOf[cell];
    const house = houses.find(({ kind }) => kind === "box") ?? houses[0] ?? null;
    return { house, cells: house?.cells ?? [cell] };
  }

  _content() {
    const { board } = this._game;
    if (this._level === WHERE) return { title: say("lookAgain", { place: placeName(board, this._place) }), text: say("lookAgainMore") };
    const text = (each) => (this._level === STEP ? mistakeText(board, each) : wrongText(this._query.position, each[0]));
    const n = this._mistakes.length;
    return {
      title: say(n === 1 ? "oneMistake" : "someMistakes", { n }),
      items: this._mistakes.map((each) => [text(each), () => this._point([each[0]])]),
    };
  }

  _point(cells) {
    this._query.set({ picture: null, pointed: new Set(cells) });
  }
}

/** Tell why there is no step. */
export function showNoStep(query, { status, reason }) {
  const isDone = query.position.digits.every(Boolean);
  if (reason) query.show(() => ({ title: say(status === "none" ? "none" : "limit"), text: sayReason(reason, status) }));
  else query.show(() => (isDone ? { title: say("complete") } : { title: say("noStep"), text: say(query.position.constraints.length ? "noStepRules" : "noStepMore") }));
}

function placeName(board, { house, constraint, cells }) {
  if (constraint) return say("placeOfRule", { name: constraint, cell: board.cellName(cells[0]) });
  return house ? houseName(house) : board.cellName(cells[0]);
}
