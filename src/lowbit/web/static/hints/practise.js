// Practice of one technique: positions where it is the next step, and word when it was found.

import { ask } from "../api.js";
import { CLASSIC } from "../board/board.js";
import { effectOf, pictureOf } from "../board/evidence.js";
import { roleNames, stepText } from "./hints.js";
import { POSITIONS, noteSolved } from "./progress.js";
import { playerOf, puzzleName } from "../game/player.js";
import { bit, positionOf } from "../board/position.js";
import { asking } from "../query.js";
import { anySeed } from "../making/seed.js";
import { showView } from "../views.js";
import { say } from "../words/words.js";

export class Practice {
  /** `open` shows the lesson on a technique. */
  constructor(game, open) {
    this._game = game;
    this._open = open;
    this._slug = "";
    this._number = null; // of the position in its lesson; null of a new one
    this._start = null; // the position that was given
    this._seen = null; // the last one that was looked at
    this._steps = [];
    game.onChange(() => this.look());
  }

  /** Put a position on the board: one of a lesson by its number, or a new one. */
  begin(slug, number = null) {
    [this._slug, this._number, this._start] = [slug, number, null];
    return asking(this._game, (query) => this._take(query));
  }

  async _take(query) {
    const found = await ask("practise", { technique: this._slug, number: this._number, seed: anySeed() }, query.signal);
    if (!found.puzzle) {
      query.show(() => ({ title: say("noPractice"), text: say("noPracticeMore") }), () => [["tryAgain", () => this.begin(this._slug, this._number)]]);
      return;
    }
    const start = positionOf(CLASSIC, found);
    const { steps } = await ask("all-steps", { ...playerOf(start), techniques: [this._slug] }, query.signal);
    if (query.isOver) return;
    showView("play");
    query.go(start);
    [this._steps, this._start, this._seen] = [steps, start, start];
    query.set({ hasCandidates: true, weights: null, elapsed: 0, mode: steps[0].placements.length ? "digit" : "corner" });
    this._prompt(query);
  }

  /** Tell the player who has done what a step does; others are asked to go on. */
  look() {
    const { position, isAsking } = this._game;
    if (!this._start || position === this._seen) return;
    this._seen = position;
    const found = this._steps.find((step) => isDone(step, this._start, position));
    const isOver = puzzleName(position) !== puzzleName(this._start) || (found && isAsking); // a hint did it
    if (isOver) this._start = null;
    if (isOver || isAsking) return;
    asking(this._game, (query) => (found ? this._praise(query, found) : this._prompt(query)));
  }

  _prompt(query) {
    const [{ name }] = this._steps;
    query.show(() => ({ title: say("findIt", { name }), text: say("findItMore") }), () => this._tools());
  }

  _praise(query, step) {
    this._start = null;
    if (this._number !== null) noteSolved(this._slug, this._number);
    const picture = pictureOf(this._game.board, step);
    query.set({ picture });
    const content = () => ({ title: say("foundIt"), text: stepText(step, "unique"), whole: step.whole_reason, notation: step.notation, roles: roleNames(picture) });
    query.show(content, () => this._tools());
  }

  /** Return the buttons that lead on: to the next position of the lesson, or to a new one, and to the lesson. */
  _tools() {
    const isLast = this._number === null || this._number === POSITIONS.at(-1);
    const next = isLast ? null : this._number + 1;
    const [slug, on] = [this._slug, isLast ? "another" : "nextPosition"];
    return [[on, () => this.begin(slug, next)], ["toLesson", () => this._open(slug)]];
  }
}

/** Whether something that a step does was done since a position. */
function isDone(step, before, now) {
  const { placed, struck } = effectOf(now.board, step);
  const isPlaced = ([cell, digit]) => now.digits[cell] === digit && before.digits[cell] !== digit;
  const isStruck = ([cell, digit]) => now.struck[cell] & ~before.struck[cell] & bit(digit);
  return placed.some(isPlaced) || struck.some(isStruck);
}
