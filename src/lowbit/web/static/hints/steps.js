// The way to the solution as steps to walk through, each drawn on its own position, in the place of the keys.
//
// To walk changes nothing: the positions are previews, until the player goes to one of them. At each of them
// the player can look at all other steps that apply there.

import { partsOf } from "../answer.js";
import { ask } from "../api.js";
import { effectOf, pictureOf } from "../board/evidence.js";
import { roleNames, showMistakes, showNoGivens, showNoStep, stepText } from "./hints.js";
import { StepList } from "./step-list.js";
import { $, capital } from "../page.js";
import { hasGivens, playerOf } from "../game/player.js";
import { stepped, unsolved } from "../board/position.js";
import { asking } from "../query.js";
import { onView } from "../views.js";
import { figure, onLanguage, say, sayReason } from "../words/words.js";

const MOST_CHOICES = 200; // the easiest, which are found first: to find all chains takes many seconds
const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Listen to the buttons and, while steps are shown, to the arrow keys. */
export function startWalk(game, lessons) {
  let walk = null;
  const start = (at) => {
    if (!hasGivens(game.position)) showNoGivens(game);
    else asking(game, async (query) => (walk = (await walkOf(game, query, at)) ?? walk));
  };
  const whileShown = (act) => () => walk?.isShown && act(walk);
  const listen = (id, act) => $(id).addEventListener("click", whileShown(act));
  $("all-steps").addEventListener("click", () => start(0));
  listen("walk-previous", (shown) => shown.move(-1));
  listen("walk-next", (shown) => shown.move(1));
  listen("walk-hardest", (shown) => shown.go(shown.hardest));
  listen("walk-others", (shown) => shown.toggleOthers());
  listen("walk-go", (shown) => shown.take());
  listen("walk-why", (shown) => lessons.open(shown.step.technique));
  listen("walk-close", () => game.dismiss());
  document.addEventListener("keydown", (event) => walk?.isShown && walkByKey(walk, event), { capture: true }); // before the board moves its cursor
  game.onChange(() => show(Boolean(walk?.isShown)));
  onView(whileShown(() => game.dismiss()));
  onLanguage(whileShown(({ start: at }) => start(at)));
}

/** Show the panel in the place of the keys, or the keys. */
function show(isShown) {
  if ($("walk").hidden === !isShown) return;
  const hadFocus = $("walk").contains(document.activeElement);
  $("walk").hidden = !isShown;
  $("board-page").classList.toggle("walking", isShown);
  if (isShown) $("walk-next").focus({ preventScroll: true });
  else if (hadFocus) $("all-steps").focus({ preventScroll: true });
}

function walkByKey(walk, event) {
  const isFree = !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector("dialog[open]") && !event.target.closest("input, textarea, select, [role=menu], [aria-haspopup]");
  if (!(event.key in KEYS) || !isFree) return;
  event.preventDefault();
  walk.move(KEYS[event.key]);
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
    this._others = null; // all steps that apply at the same position, or the easiest of them
    this._hasMore = false;
    this._list = new StepList((to) => this.go(to));
    this._list.lay(answer.steps);
    query.showNothing();
    this.start = at;
    this.go(at);
    show(true);
  }

  get isShown() {
    return !this._query.isOver;
  }

  get hardest() {
    return this._answer.hardest;
  }

  /** The step that is shown. */
  get step() {
    return this._steps[this._at];
  }

  get _steps() {
    return this._others ?? this._answer.steps;
  }

  /** Show the step so many steps ahead, as far as there are any. */
  move(by) {
    this.go(Math.max(0, Math.min(this._steps.length - 1, this._at + by)));
  }

  /** Show a step on the position that it is taken in. */
  go(at) {
    this._at = at;
    if (!this._others) this.start = at;
    this._query.set({ preview: this._positions[this.start], picture: pictureOf(this._game.board, this._steps[at]) });
    this._draw();
  }

  /** Look at all steps that apply here, or go back to the way. */
  async toggleOthers() {
    if (this._others) return this._lay(null, this.start);
    $("walk-others").ariaDisabled = "true";
    const { start } = this;
    const asked = { ...playerOf(this._positions[start]), limit: MOST_CHOICES };
    const { steps, has_more: hasMore } = await ask("all-steps", asked, this._query.signal).catch((error) => this._fail(error));
    $("walk-others").ariaDisabled = null;
    this._hasMore = hasMore;
    if (this.isShown && steps.length && start === this.start) this._lay(steps, 0); // else the player has walked on
  }

  /** Take the position over: that of the step on the way, or the one behind a step of one's own choice. */
  take() {
    const position = this._positions[this.start];
    const next = this._others ? stepped(position, effectOf(this._game.board, this._others[this._at])) : position;
    if (next === this._game.position) this._game.dismiss();
    else this._game.go(next);
  }

  _lay(others, at) {
    this._others = others;
    this._list.lay(this._steps);
    this.go(at);
  }

  _fail(error) {
    this._query.fail(error);
    return { steps: [] };
  }

  _draw() {
    const { hardest, status, steps } = this._answer;
    const { step } = this;
    const place = { n: figure(this._at + 1), all: figure(this._steps.length), name: capital(step.name) };
    const parts = { title: say(this._others ? "choiceOf" : "stepOf", place), text: stepText(step, status), whole: step.whole_reason, notation: step.notation, roles: roleNames(pictureOf(this._game.board, step)) };
    $("walk-step").replaceChildren(...partsOf(parts));
    $("walk-previous").ariaDisabled = String(this._at === 0);
    $("walk-next").ariaDisabled = String(this._at === this._steps.length - 1);
    $("walk-hardest").textContent = say("hardest", { name: steps[hardest].name, n: figure(hardest + 1) });
    $("walk-hardest").hidden = Boolean(this._others);
    $("walk-others").textContent = say(this._others ? "backToWay" : "otherSteps");
    $("walk-go").textContent = say(this._others ? "applyStep" : "goThere");
    $("walk-end").textContent = this._ending();
    this._list.show(this._at);
  }

  /** Say how far the steps lead, or that there are more to choose from. */
  _ending() {
    if (this._others) return this._hasMore ? say("easiestChoices", { n: figure(MOST_CHOICES) }) : "";
    const { is_solved: isSolved, reason, status } = this._answer;
    return isSolved ? "" : sayReason(reason, status) || say("stepsEnd");
  }
}
