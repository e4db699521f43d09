// The way to the solution as a list of steps to walk through, each drawn on its own position.
//
// To walk changes nothing: the positions are previews, until the player goes to one of them.

import { ask } from "../api.js";
import { effectOf, pictureOf } from "../board/evidence.js";
import { roleNames, showMistakes, showNoGivens, showNoStep, stepText } from "./hints.js";
import { $, capital } from "../page.js";
import { hasGivens, playerOf } from "../game/player.js";
import { stepped, unsolved } from "../board/position.js";
import { asking } from "../query.js";
import { figure, onLanguage, say, sayReason } from "../words/words.js";

/** Listen to the button. */
export function startWalk(game) {
  let walk = null;
  const start = (at) => {
    if (!hasGivens(game.position)) showNoGivens(game);
    else asking(game, async (query) => (walk = await walkOf(game, query, at)));
  };
  $("all-steps").addEventListener("click", () => start(0));
  onLanguage(() => walk?.isShown && start(walk.at));
}

async function walkOf(game, query, at) {
  const first = unsolved(query.position);
  const answer = await ask("steps", playerOf(first), query.signal);
  if (query.isOver) return null;
  query.go(first);
  if (answer.mistakes.length) await showMistakes(game, query);
  else if (!answer.steps.length) showNoStep(query, answer);
  else return new Walk(game, query, first, answer, Math.min(at, answer.steps.length - 1));
  return null;
}

class Walk {
  constructor(game, query, first, answer, at) {
    [this._game, this._query, this._answer] = [game, query, answer];
    this._positions = [first];
    for (const step of answer.steps) this._positions.push(stepped(this._positions.at(-1), effectOf(game.board, step)));
    this.go(at);
  }

  get isShown() {
    return !this._query.isOver;
  }

  /** Show a step on the position that it is taken in. */
  go(at) {
    this.at = at;
    const { steps } = this._answer;
    this._query.set({ preview: this._positions[at], picture: pictureOf(this._game.board, steps[at]) });
    this._query.show(() => this._content(), () => [
      ["previous", () => this.go(at - 1), at === 0],
      ["next", () => this.go(at + 1), at === steps.length - 1],
      ["goThere", () => this._game.go(this._positions[at]), at === 0],
    ]);
  }

  _content() {
    const { steps, status, hardest } = this._answer;
    const step = steps[this.at];
    return {
      title: say("stepOf", { n: figure(this.at + 1), all: figure(steps.length), name: capital(step.name) }),
      text: stepText(step, status),
      notation: step.notation,
      roles: roleNames(pictureOf(this._game.board, step)),
      note: `${say("hardest", { name: steps[hardest].name, n: figure(hardest + 1) })} ${this._ending()}`,
      items: steps.map(({ name }, at) => [`${figure(at + 1)}. ${capital(name)}`, () => this.go(at)]),
      current: this.at,
      isGood: true,
    };
  }

  /** Say how far the steps lead. */
  _ending() {
    const { is_solved: isSolved, reason, status } = this._answer;
    return isSolved ? "" : sayReason(reason, status) || say("stepsEnd");
  }
}
