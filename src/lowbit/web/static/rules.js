// Constraints drawn by whoever sets a puzzle: a kind is chosen, and cells are dragged over, or selected.

import { $, capital, make } from "./page.js";
import { withAbout, withConstraints } from "./position.js";
import { shownView } from "./views.js";
import { onLanguage, say } from "./words.js";

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

/** What holds on the whole board. */
const GLOBAL = {
  falling: { type: "Diagonal", rising: false },
  rising: { type: "Diagonal", rising: true },
  antiKnight: { type: "AntiKnight" },
  antiKing: { type: "AntiKing" },
  nonConsecutive: { type: "NonConsecutive", marked: [] },
};

const NUMBERS = { Cage: "total", PairSum: "total", Difference: "difference", Ratio: "ratio", Whisper: "difference" };
const WITHOUT = ["hint", "all-steps", "check", "maximize", "shuffle", "canonical", "book"]; // know no constraints
const ABOUT = ["title", "author", "rules"];

/** Draw the tools and the list, and listen to them and to the board. */
export function startRules(game) {
  let tool = "";
  let listed = null;
  const go = (constraints) => game.go(withConstraints(game.position, constraints));

  function add() {
    const made = tool && DRAWN[tool]([...game.selection]);
    if (!made) return;
    go([...game.position.constraints, made]);
    $("rules-list").querySelector("li:last-child input")?.focus({ preventScroll: true });
  }

  function choose(name) {
    tool = name === tool ? "" : name;
    for (const button of $("rules-tools").children) button.ariaPressed = String(button.dataset.kind === tool);
    $("rules-add").disabled = !tool;
    $("rules-hint").textContent = say(tool ? "rulesDrag" : "rulesChoose");
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
    for (const id of WITHOUT) Object.assign($(id), { disabled: constraints.length > 0, title: constraints.length ? say("noRules") : "" });
    if (constraints === listed) return;
    listed = constraints;
    $("rules-count").textContent = constraints.length || "";
    const all = new Set(constraints.map((each) => JSON.stringify(each)));
    for (const button of $("rules-global").children) button.ariaPressed = String(all.has(JSON.stringify(GLOBAL[button.dataset.kind])));
    $("rules-list").replaceChildren(...constraints.map((each, at) => item(game, each, at, go)));
  }

  function lay() {
    const buttons = (kinds, act) => Object.keys(kinds).map((kind) => toolButton(kind, act));
    $("rules-tools").replaceChildren(...buttons(DRAWN, choose));
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
  game.onChange(draw);
  onLanguage(lay);
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

function nameOf(constraint, board) {
  const key = Object.entries(KEYS).find(([type]) => type === constraint.type)?.[1] ?? Object.keys(GLOBAL).find((each) => JSON.stringify(GLOBAL[each]) === JSON.stringify(constraint));
  const cells = Object.values(constraint).flatMap((value) => (Array.isArray(value) ? value.flat() : []));
  const { first, second } = constraint;
  const numbers = [...cells, first, second].filter((cell) => Number.isInteger(cell) && cell >= 0 && cell < board.nCells);
  const word = key ? say(`rule-${key}`) : capital(constraint.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
  return [word, ...numbers.map((cell) => board.cellName(cell))].join(" ");
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
};

function line(type, cells, fields = {}) {
  return cells.length > 1 ? { type, cells, ...fields } : null;
}

function pair(type, cells, fields) {
  return cells.length === 2 ? { type, first: cells[0], second: cells[1], ...fields } : null;
}
