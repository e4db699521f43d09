// Constraints drawn by whoever sets a puzzle: a kind is chosen, and cells are dragged over, or selected.

import { ask } from "../api.js";
import { showNotUnique } from "./makers.js";
import { $, capital, make } from "../page.js";
import { givensOf } from "../game/player.js";
import { withAbout, withConstraints } from "../board/position.js";
import { asking } from "../query.js";
import { shownView } from "../views.js";
import { figure, onLanguage, say } from "../words/words.js";

/** What is made of cells, in the order in which they were dragged over; null of too few or too many. */
const DRAWN = {
  cage: (cells) => ({ type: "Cage", cells, total: null }),
  thermometer: (cells) => line("Thermometer", cells, { slow: false }),
  arrow: ([first, ...shaft]) => (shaft.length ? { type: "Arrow", circle: [first], shaft } : null),
  whiteDot: (cells) => pair("Difference", cells, { difference: 1 }),
  blackDot: (cells) => pair("Ratio", cells, { ratio: 2 }),
  pairX: (cells) => pair("PairSum", cells, { total: 10 }),
  pairV: (cells) => pair("PairSum", cells, { total: 5 }),
  whisper: (cells) => line("Whisper", cells, { difference: 5 }),
  renban: (cells) => line("Renban", cells),
  palindrome: (cells) => line("Palindrome", cells),
  between: (cells) => (cells.length > 2 ? line("Between", cells) : null),
  regionSum: (cells) => line("RegionSumLine", cells),
  even: (cells) => ({ type: "Even", cells }),
  odd: (cells) => ({ type: "Odd", cells }),
};

/**
 * What is made of a line and a number that stands outside the board, where the line begins: of the row,
 * column or diagonal from the first of the cells to the last.
 */
const OUTSIDE = {
  sandwich: (cells) => ({ type: "Sandwich", cells, total: 10 }),
  xSum: (cells) => ({ type: "XSum", cells, total: 15 }),
  skyscraper: (cells) => ({ type: "Skyscraper", cells, visible: 3 }),
  littleKiller: (cells) => ({ type: "LittleKiller", cells, total: 5 * cells.length }),
};

/** What holds on the whole board. */
const GLOBAL = {
  falling: { type: "Diagonal", rising: false },
  rising: { type: "Diagonal", rising: true },
  antiKnight: { type: "AntiKnight" },
  antiKing: { type: "AntiKing" },
  nonConsecutive: { type: "NonConsecutive", marked: [] },
};

const NUMBERS = {
  Cage: "total",
  PairSum: "total",
  Difference: "difference",
  Ratio: "ratio",
  Whisper: "difference",
  Sandwich: "total",
  XSum: "total",
  Skyscraper: "visible",
  LittleKiller: "total",
};
const ABOUT = ["title", "author", "rules"];

/** Draw the tools and the list, and listen to them and to the board. */
export function startRules(game) {
  let tool = "";
  let listed = null;
  const go = (constraints) => game.go(withConstraints(game.position, constraints));

  function add() {
    const made = tool && madeBy(tool, [...game.selection], game.board);
    if (!made) return;
    const isThere = (each) => tool in OUTSIDE && each.type === made.type && String(each.cells) === String(made.cells);
    go([...game.position.constraints.filter((each) => !isThere(each)), made]);
    const number = $("rules-list").querySelector("li:last-child input");
    number?.focus({ preventScroll: true });
    number?.select(); // what is typed takes its place
  }

  function choose(name) {
    tool = name === tool ? "" : name;
    for (const id of ["rules-tools", "rules-outside"]) {
      for (const button of $(id).children) button.ariaPressed = String(button.dataset.kind === tool);
    }
    $("rules-add").disabled = !tool;
    $("rules-hint").textContent = say(tool in OUTSIDE ? "rulesDragOutside" : tool ? "rulesDrag" : "rulesChoose");
  }

  function toggle(name) {
    const wanted = JSON.stringify(GLOBAL[name]);
    const { constraints } = game.position;
    const others = constraints.filter((each) => JSON.stringify(each) !== wanted);
    go(others.length < constraints.length ? others : [...constraints, GLOBAL[name]]);
  }

  function draw() {
    const { constraints, about } = game.position;
    for (const name of ABOUT) if ($(`about-${name}`) !== document.activeElement) $(`about-${name}`).value = about[name];
    $("book").ariaDisabled = String(constraints.length > 0);
    if (constraints === listed) return;
    listed = constraints;
    $("rules-count").textContent = constraints.length || "";
    $("rules-needed").hidden = !constraints.length;
    const all = new Set(constraints.map((each) => JSON.stringify(each)));
    for (const button of $("rules-global").children) button.ariaPressed = String(all.has(JSON.stringify(GLOBAL[button.dataset.kind])));
    $("rules-list").replaceChildren(...constraints.map((each, at) => item(game, each, at, go)));
  }

  function lay() {
    const buttons = (kinds, act) => Object.keys(kinds).map((kind) => toolButton(kind, act));
    $("rules-tools").replaceChildren(...buttons(DRAWN, choose));
    $("rules-outside").replaceChildren(...buttons(OUTSIDE, choose));
    $("rules-global").replaceChildren(...buttons(GLOBAL, toggle));
    [tool, listed] = ["", null];
    choose("");
    draw();
  }

  $("rules-add").addEventListener("click", add);
  $("board").addEventListener("pointerup", () => shownView() === "set" && $("rules").open && add());
  for (const name of ABOUT) {
    $(`about-${name}`).addEventListener("input", (event) => game.go(withAbout(game.position, { [name]: event.target.value }), `about ${name}`));
  }
  $("rules-needed").addEventListener("click", () => asking(game, showRedundant));
  startRefusing(game);
  game.onChange(draw);
  onLanguage(lay);
}

/** Show which constraints a puzzle can do without. */
async function showRedundant(query) {
  const { board, constraints } = query.position;
  const { status, reason, redundant_constraints: places } = await ask("minimal", givensOf(query.position), query.signal);
  if (!places) {
    showNotUnique(query, status === "unique" ? "limit-reached" : status, reason);
    return;
  }
  const point = (constraint) => () => query.set({ pointed: new Set(cellsIn(constraint, board)) });
  const items = () => places.map((at) => [nameOf(constraints[at], board), point(constraints[at])]);
  const title = () => (places.length ? say("rulesRedundant", { n: figure(places.length) }) : say("rulesMinimal"));
  query.show(() => ({ title: title(), text: places.length > 1 ? say("eachAlone") : "", items: items(), isGood: true }));
}

/** Have the button that knows no constraints say so where there are some, and do nothing else. */
function startRefusing(game) {
  const refuse = (event) => {
    if (!game.position.constraints.length) return;
    event.stopImmediatePropagation();
    asking(game, (query) => query.show(() => ({ title: say("noRules"), text: say("noRulesMore") })));
  };
  $("book").addEventListener("click", refuse, { capture: true }); // before those that open its dialog
}

/** Return the constraint that a tool makes of cells; null of too few, too many or others. */
function madeBy(tool, cells, board) {
  if (tool in DRAWN) return DRAWN[tool](cells);
  const line = lineThrough(board, cells[0], cells.at(-1));
  const isDiagonal = line.length > 0 && board.row(line[0]) !== board.row(line.at(-1)) && board.column(line[0]) !== board.column(line.at(-1));
  return line.length && isDiagonal === (tool === "littleKiller") ? OUTSIDE[tool](line) : null;
}

/** Return the cells from edge to edge of the row, column or diagonal that leads from a cell to another; none where none does. */
function lineThrough(board, from, to) {
  const [down, right] = [board.row(to) - board.row(from), board.column(to) - board.column(from)];
  const isStraight = from !== to && (!down || !right || Math.abs(down) === Math.abs(right));
  if (!isStraight) return [];
  const [y, x] = [Math.sign(down), Math.sign(right)];
  let cell = from;
  while (board.beside(cell, [-y, -x]) !== undefined) cell = board.beside(cell, [-y, -x]);
  const cells = [];
  for (; cell !== undefined; cell = board.beside(cell, [y, x])) cells.push(cell);
  return cells;
}

function toolButton(kind, act) {
  const button = make("button", { type: "button", textContent: say(`rule-${kind}`), ariaPressed: "false" });
  button.dataset.kind = kind;
  button.addEventListener("click", () => act(kind));
  return button;
}

/** Return the item of a constraint: its name and cells, its number, and the button that takes it out. */
function item(game, constraint, at, go) {
  const others = (list) => list.filter((_, other) => other !== at);
  const name = nameOf(constraint, game.board);
  const remove = make("button", { type: "button", className: "quiet icon", textContent: "×", ariaLabel: say("removeRule", { name }) });
  remove.addEventListener("click", () => go(others(game.position.constraints)));
  return make("li", {}, make("span", { textContent: name }), ...numberOf(game, constraint, at, go, name), remove);
}

function numberOf(game, constraint, at, go, name) {
  const field = NUMBERS[constraint.type];
  if (!field) return [];
  const input = make("input", { type: "number", min: 0, value: constraint[field] ?? "", ariaLabel: say("numberOf", { name }), placeholder: "–" });
  input.addEventListener("change", () => {
    const value = input.value === "" && constraint.type === "Cage" ? null : Number(input.value);
    go(game.position.constraints.map((each, other) => (other === at ? { ...each, [field]: value } : each)));
  });
  input.addEventListener("keydown", (event) => event.key === "Enter" && $("board").querySelector("[tabindex='0']").focus());
  return [input];
}

/** Return the name of a kind of constraint, which the server calls `type`. */
export function kindName(type) {
  return type in KEYS ? say(`rule-${KEYS[type]}`) : capital(type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
}

function nameOf(constraint, board) {
  const key = KEYS[constraint.type] ?? Object.keys(GLOBAL).find((each) => JSON.stringify(GLOBAL[each]) === JSON.stringify(constraint));
  const numbers = cellsIn(constraint, board);
  if (key in OUTSIDE) return `${say(`rule-${key}`)} ${board.cellName(numbers[0])} → ${board.cellName(numbers.at(-1))}`;
  const word = key ? say(`rule-${key}`) : kindName(constraint.type);
  return [word, ...numbers.map((cell) => board.cellName(cell))].join(" ");
}

/** Return the cells that a constraint names. */
function cellsIn(constraint, board) {
  const cells = Object.values(constraint).flatMap((value) => (Array.isArray(value) ? value.flat() : []));
  const { first, second } = constraint;
  return [...cells, first, second].filter((cell) => Number.isInteger(cell) && cell >= 0 && cell < board.nCells);
}

const KEYS = {
  Cage: "cage",
  Thermometer: "thermometer",
  Arrow: "arrow",
  Difference: "whiteDot",
  Ratio: "blackDot",
  PairSum: "pairSum",
  Whisper: "whisper",
  Renban: "renban",
  Palindrome: "palindrome",
  Between: "between",
  RegionSumLine: "regionSum",
  Even: "even",
  Odd: "odd",
  Sandwich: "sandwich",
  XSum: "xSum",
  Skyscraper: "skyscraper",
  LittleKiller: "littleKiller",
};

function line(type, cells, fields = {}) {
  return cells.length > 1 ? { type, cells, ...fields } : null;
}

function pair(type, cells, fields) {
  return cells.length === 2 ? { type, first: cells[0], second: cells[1], ...fields } : null;
}
