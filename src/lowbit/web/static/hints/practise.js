// Practice of one technique: positions where it is the next step, and word when it was found.

import { reasonOf } from "../answer.js";
import { ask } from "../api.js";
import { CLASSIC } from "../board/board.js";
import { effectOf, pictureOf } from "../board/evidence.js";
import { roleNames, stepText } from "./hints.js";
import { $ } from "../page.js";
import { playerOf, puzzleName } from "../game/player.js";
import { bit, positionOf } from "../board/position.js";
import { asking } from "../query.js";
import { anySeed } from "../making/seed.js";
import { offerTechniques } from "./techniques.js";
import { showView } from "../views.js";
import { say } from "../words/words.js";

/** Listen to the button and its dialog, and to what is done on a position to practise. */
export function startPractise(game) {
  const practice = new Practice(game);
  const dialog = $("practise-dialog");
  $("practise").addEventListener("click", async () => {
    dialog.showModal();
    $("practise-error").textContent = "";
    await offerTechniques($("practise-technique")).catch((error) => ($("practise-error").textContent = reasonOf(error)));
    $("practise-now").disabled = !$("practise-technique").value;
  });
  dialog.addEventListener("submit", () => practice.begin($("practise-technique").value));
  game.onChange(() => practice.look());
}

class Practice {
  constructor(game) {
    this._game = game;
    this._slug = "";
    this._start = null; // the position that was given
    this._seen = null; // the last one that was looked at
    this._steps = [];
  }

  /** Look for a position, and put it on the board. */
  begin(slug) {
    this._slug = slug;
    this._start = null;
    return asking(this._game, (query) => this._take(query));
  }

  async _take(query) {
    const found = await ask("practise", { technique: this._slug, seed: anySeed() }, query.signal);
    if (!found.puzzle) {
      query.show(() => ({ title: say("noPractice"), text: say("noPracticeMore") }), () => [["tryAgain", () => this.begin(this._slug)]]);
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
    query.show(() => ({ title: say("findIt", { name }), text: say("findItMore") }), () => [["another", () => this.begin(this._slug)]]);
  }

  _praise(query, step) {
    this._start = null;
    const picture = pictureOf(this._game.board, step);
    query.set({ picture });
    const content = () => ({ title: say("foundIt"), text: stepText(step, "unique"), notation: step.notation, roles: roleNames(picture) });
    query.show(content, () => [["another", () => this.begin(this._slug)]]);
  }
}

/** Whether something that a step does was done since a position. */
function isDone(step, before, now) {
  const { placed, struck } = effectOf(now.board, step);
  const isPlaced = ([cell, digit]) => now.digits[cell] === digit && before.digits[cell] !== digit;
  const isStruck = ([cell, digit]) => now.struck[cell] & ~before.struck[cell] & bit(digit);
  return placed.some(isPlaced) || struck.some(isStruck);
}
