// Constraints drawn by whoever sets a puzzle: a tool is chosen, and cells are dragged over, or selected.
//
// One constraint may be in hand: the one that was drawn last, or that was pressed on the board or in
// the list. Its cells are marked, and digits that are typed are its number.

import { reasonOf } from "../answer.js";
import { ask } from "../api.js";
import { dropConstruction, hasConstruction, layConstruction } from "./construction.js";
import { showNotUnique } from "./makers.js";
import { cellsOf, fetchKinds, isSame, kindOf, placeOf } from "./kinds.js";
import { findTools, isOf, layPalette, markTools } from "./palette.js";
import { nameOf, RuleList } from "./rule-list.js";
import { Margin } from "./margin.js";
import { AROUND, cluesAt, groupsOf, IN_GROUPS, placesOf, standOf } from "./shapes.js";
import { read, written } from "./typed.js";
import { $ } from "../page.js";
import { CONSTRUCTION, labelsOf } from "../board/regions.js";
import { givensOf } from "../game/player.js";
import { withAbout, withConstraints } from "../board/position.js";
import { asking } from "../query.js";
import { onView, shownView } from "../views.js";
import { figure, onLanguage, say } from "../words/words.js";

const ABOUT = ["title", "author", "rules"];
const OF_REGIONS = ["region count", "region arrow"];
const TYPED = ["number", "number or none", "numbers", "text"]; // forms that digits alone can write
const OUTSIDE = [...AROUND, "board", "regions", "parts"]; // shapes that are not pressed on the board

/** Draw the tools and the list, and listen to them and to the board. */
export function startRules(game) {
  const rules = new RuleSetter(game);
  $("rules-add").addEventListener("click", () => rules.add());
  $("rules-search").addEventListener("input", findTools);
  $("rules-search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") $("rules-tools").querySelector(":not([hidden]) > button:not([hidden])")?.click();
  });
  $("board").addEventListener("pointerup", (event) => {
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey; // cells are still selected
    if (rules.isOpen && !event.button && !isMore) rules.pointed();
  });
  for (const name of ABOUT) {
    $(`about-${name}`).addEventListener("input", (event) => game.go(withAbout(game.position, { [name]: event.target.value }), `about ${name}`));
  }
  $("rules-needed").addEventListener("click", () => asking(game, showRedundant));
  game.typist = (key) => rules.isOpen && rules.key(key);
  game.onChange(() => rules.draw());
  onLanguage(() => rules.lay());
  const enter = async () => {
    rules.leave();
    await rules.begin();
    rules.draw();
  };
  onView(enter);
  $("rules").addEventListener("toggle", enter);
}

class RuleSetter {
  constructor(game) {
    this._game = game;
    this._tool = null;
    this._groups = []; // of cells, for a tool that takes several
    this._made = null; // the constraint that these groups make
    this._chosen = new Set(); // constraints, for a tool that takes those
    this._current = null;
    this._typing = null; // the number of the constraint in hand, as far as it is typed
    this._isThere = false;
    this._listed = null;
    this._margin = new Margin((place) => this._pressedAround(place));
    this._list = new RuleList(() => game.board, {
      choose: (each) => this.choose(each),
      point: (each) => this._point(each),
      change: (each, values) => this._change(each, values, null),
      remove: (each) => this._remove(each),
    });
  }

  /** Whether what is done on the board is for constraints. */
  get isOpen() {
    return shownView() === "set" && $("rules").open;
  }

  get _constraints() {
    return this._game.position.constraints;
  }

  /** Fetch the kinds, once this place is shown. */
  async begin() {
    if (shownView() !== "set" || this._isThere) return;
    try {
      await fetchKinds();
      this._isThere = true;
      $("rules-error").textContent = "";
      this.lay();
    } catch (error) {
      $("rules-error").textContent = reasonOf(error);
    }
  }

  /** Let go of what was in hand, once this place is left. */
  leave() {
    if (!this.isOpen && this._current) this._hold(null);
  }

  /** Draw all in the language of the page. */
  lay() {
    this._list.forget();
    this._listed = null;
    layPalette((tool) => this._press(tool));
    this.draw();
  }

  draw() {
    const { constraints, about } = this._game.position;
    for (const name of ABOUT) if ($(`about-${name}`) !== document.activeElement) $(`about-${name}`).value = about[name];
    $("rules-count").textContent = constraints.length || "";
    $("rules-needed").disabled = !constraints.length;
    if (!this._isThere) return;
    const isHeld = this._current && constraints.includes(this._current);
    if (!isHeld || !this._has(this._game.cursor)) this._drop();
    if (!constraints.includes(this._made)) [this._made, this._groups] = [null, this._made ? [] : this._groups];
    this._chosen = new Set([...this._chosen].filter((each) => constraints.includes(each)));
    if (constraints !== this._listed) this._list.draw(constraints);
    this._listed = constraints;
    this._list.mark({ current: this._current, chosen: this._chosen, cursor: this._game.cursor });
    markTools(this._tool, constraints);
    this._drawMargin();
    $("rules-add").disabled = !this._tool;
    $("rules-hint").textContent = this._hint();
  }

  /** Add what the tool makes of the selected cells, or of the constraints that are chosen. */
  add() {
    if (!this._tool) return;
    const { shape } = this._tool;
    if (shape === "parts") this._combine();
    else if (IN_GROUPS.includes(shape)) this._addGroup([...this._game.selection]);
    else this._put(placesOf(this._tool, [...this._game.selection], this._game.board));
  }

  /** Take what was pressed or dragged over on the board: a constraint that is there, or cells for a new one. */
  pointed() {
    const { selection, cursor } = this._game;
    const isPress = selection.size === 1 && !this._groups.length;
    if (isPress && this._pick(cursor)) return;
    if (this._tool && this._tool.shape !== "parts") this.add();
    else this._hold(null);
  }

  /** Have room around the board where the tool puts clues, and show the places that can be pressed. */
  _drawMargin() {
    const puts = this.isOpen && AROUND.includes(this._tool?.shape);
    const isUsed = (place) => this._standing(place).length > 0 || (puts && cluesAt(this._tool, place, this._game.board).length > 0);
    this._margin.draw(this._game, this.isOpen ? isUsed : null, puts);
  }

  /** Return the clues at a place around the board: those of the tool, or of any kind. */
  _standing(place) {
    const isOfTool = (each) => !AROUND.includes(this._tool?.shape) || each.type === this._tool.kind.type;
    const isClue = (each) => AROUND.includes(kindOf(each)?.tools[0]?.shape) && isOfTool(each);
    return this._constraints.filter((each) => isClue(each) && isSame(standOf(this._game.board, each.cells), place));
  }

  /** Take the clue at a place around the board in hand, or put one there; the diagonal of one in hand turns. */
  _pressedAround(place) {
    const there = this._standing(place);
    const possible = AROUND.includes(this._tool?.shape) ? cluesAt(this._tool, place, this._game.board) : [];
    const other = possible.find(({ cells }) => !there.some((each) => isSame(each.cells, cells)));
    if (there.includes(this._current) && other && there.length === 1) this._turn(other);
    else if (there.length) this._hold(there[(there.indexOf(this._current) + 1) % there.length]);
    else if (possible.length) this._put([possible[0]]);
  }

  /** Have the constraint in hand lead along other cells. */
  _turn(fields) {
    const next = { ...this._current, ...fields };
    this._go(this._constraints.map((each) => (each === this._current ? next : each)));
    this._hold(next);
  }

  /** Take a constraint in hand; with a tool that takes constraints, choose it. */
  choose(each) {
    if (this._tool?.shape === "parts") {
      if (!this._chosen.delete(each)) this._chosen.add(each);
      this.draw();
      return;
    }
    this._hold(each === this._current ? null : each);
  }

  /** Take a key in place of the board; return whether it is one that constraints take. */
  key(key) {
    if (key === "Enter" && (this._current || this._tool)) {
      if (this._current) this._hold(null);
      else this.add();
    } else if (key === "Escape" && (this._current || this._tool)) {
      if (this._current) this._hold(null);
      else this._press(this._tool);
    } else if (key === "Delete" && this._current) this._remove(this._current);
    else return this._type(key);
    return true;
  }

  /** Type the number of the constraint in hand. */
  _type(key) {
    const field = kindOf(this._current ?? {})?.fields.find(({ form }) => TYPED.includes(form));
    const isBack = key === "Backspace";
    if (!field || !(isBack || /^\d$/.test(key))) return false;
    const before = this._typing ?? (isBack ? written(field.form, this._current[field.field]) : "");
    const text = isBack ? before.trimEnd().slice(0, -1) : before + key;
    const value = read(field.form, text, this._game.board.size);
    if (value !== undefined) this._change(this._current, { [field.field]: value }, `number ${placeOf(this._current)}`);
    this._typing = text;
    return true;
  }

  /** Choose a tool, or leave it; what holds on the whole board is there at once, or gone. */
  _press(tool) {
    if (tool.shape === "regions") {
      asking(this._game, (query) => (hasConstruction(query.position) ? dropConstruction(query) : layConstruction(query, tool.values)));
      return;
    }
    if (tool.shape === "board") {
      const others = this._constraints.filter((each) => !isOf(tool, each));
      if (others.length < this._constraints.length) this._go(others);
      else this._put([{}], tool);
      return;
    }
    const isDone = this._groups.length > 0; // another one of the same kind begins
    this._tool = tool.slug === this._tool?.slug && !isDone ? null : tool;
    this._groups = [];
    this._made = null;
    this._chosen.clear();
    this._game.brush = 0; // the pointer draws now
    this._hold(null);
    if (OF_REGIONS.includes(this._tool?.shape) && !labelsOf(this._game.board).length) asking(this._game, layConstruction);
  }

  /** Put constraints with such fields on the board; one that is there is taken in hand instead. */
  _put(places, tool = this._tool) {
    const { type, marks } = tool.kind;
    const made = places.map((fields) => ({ type, ...fields, ...tool.values, ...(marks.length ? { marked: [] } : {}) }));
    const there = new Map(this._constraints.map((each) => [placeOf(each), each]));
    const isNew = (each) => tool.shape === "board" || !there.has(placeOf(each));
    const added = made.filter(isNew);
    if (added.length) this._go([...this._constraints, ...added]);
    this._hold(added.at(-1) ?? there.get(placeOf(made[0] ?? {})) ?? null);
  }

  /** Add a group of cells to those that the tool has, and make the constraint of them. */
  _addGroup(cells) {
    this._groups.push(cells);
    const { kind, shape } = this._tool;
    const fields = groupsOf(this._tool, this._groups, this._game.board);
    if (!fields) {
      if (this._groups.length > 1) this._groups.pop();
      this._hold(null);
      this._game.set({ pointed: new Set(this._groups.flat()) });
      return;
    }
    const made = { type: kind.type, ...fields };
    const groups = this._groups;
    this._go([...this._constraints.filter((each) => each !== this._made), made]);
    [this._made, this._groups] = shape === "groups" ? [made, groups] : [null, []];
    this._hold(made);
  }

  /** Make one constraint of those that are chosen, in their place. */
  _combine() {
    const parts = this._constraints.filter((each) => this._chosen.has(each));
    if (parts.length < this._tool.least) return;
    const made = { type: this._tool.kind.type, constraints: parts };
    this._go([...this._constraints.filter((each) => !this._chosen.has(each)), made]);
    this._chosen.clear();
    this.draw();
  }

  /** Take the constraint in hand that a cell is pressed for: of the tool's kind, or of any; the next one where several are there. */
  _pick(cell) {
    const isOfTool = (each) => !this._tool || each.type === this._tool.kind.type;
    const isPressed = (each) => isOfTool(each) && !OUTSIDE.includes(kindOf(each)?.tools[0]?.shape) && cellsOf(each).includes(cell);
    const found = this._constraints.filter(isPressed).sort((one, other) => cellsOf(one).length - cellsOf(other).length);
    const next = found[(found.indexOf(this._current) + 1) % found.length];
    if (!next) return false;
    this._hold(next);
    return true;
  }

  _hold(each) {
    this._current = each;
    this._typing = null;
    this._heldAt = this._game.cursor;
    const [first] = cellsOf(each ?? {});
    if (each && !this._has(this._game.cursor)) this._game.set({ cursor: first, selection: new Set([first]) });
    this._point(null);
  }

  /** Whether the constraint in hand has a cell; one on the whole board is left with the cell where it was taken. */
  _has(cell) {
    const cells = cellsOf(this._current ?? {});
    return cells.length ? cells.includes(cell) : cell === this._heldAt;
  }

  _drop() {
    [this._current, this._typing] = [null, null];
  }

  /** Mark the cells of a constraint, or of the one in hand. */
  _point(each) {
    const shown = each ?? this._current;
    this._game.set({ pointed: new Set(shown ? cellsOf(shown) : []) });
  }

  _change(each, values, step) {
    const next = { ...each, ...values };
    const isCurrent = each === this._current;
    if (isCurrent) this._current = next;
    this._go(this._constraints.map((other) => (other === each ? next : other)), step);
    if (isCurrent) this._point(null);
  }

  _remove(each) {
    if (each.type === CONSTRUCTION) {
      asking(this._game, dropConstruction);
      return;
    }
    this._go(this._constraints.filter((other) => other !== each));
    this._hold(null);
  }

  _go(constraints, step = null) {
    const { position } = this._game;
    this._game.go(withConstraints(position, keptMarked(constraints, position.constraints)), step);
  }

  /** Say what to do next. */
  _hint() {
    if (this._current) return say(this._canType() ? "rulesType" : "rulesHeld", { name: nameOf(this._current, this._game.board) });
    if (this._groups.length) return say("rulesNextGroup");
    return this._tool ? say(`want-${this._tool.shape}`, { n: this._tool.least }) : say("rulesChoose");
  }

  _canType() {
    return kindOf(this._current)?.fields.some(({ form }) => TYPED.includes(form));
  }
}

/** Have those that suppose all marks given know of the marks that come and go, as far as they knew of those before. */
function keptMarked(constraints, before) {
  const marksIn = (all, kinds) => all.filter(({ type }) => kinds.includes(type)).map(({ first, second }) => [first, second]);
  return constraints.map((each) => {
    const kinds = kindOf(each)?.marks ?? [];
    const isNew = !before.includes(each);
    if (!kinds.length || !(isNew || isSame(each.marked, marksIn(before, kinds)))) return each;
    const marked = marksIn(constraints, kinds);
    return isSame(marked, each.marked) ? each : { ...each, marked };
  });
}

/** Show which constraints a puzzle can do without. */
async function showRedundant(query) {
  const { board, constraints } = query.position;
  const { status, reason, redundant_constraints: places } = await ask("minimal", givensOf(query.position), query.signal);
  if (!places) {
    showNotUnique(query, status === "unique" ? "limit-reached" : status, reason);
    return;
  }
  const point = (constraint) => () => query.set({ pointed: new Set(cellsOf(constraint)) });
  const items = () => places.map((at) => [nameOf(constraints[at], board), point(constraints[at])]);
  const title = () => (places.length ? say("rulesRedundant", { n: figure(places.length) }) : say("rulesMinimal"));
  query.show(() => ({ title: title(), text: places.length > 1 ? say("eachAlone") : "", items: items(), isGood: true }));
}
